import type { Faults, ServiceOperation, World, WorldOptions } from 'maildouble/client'
import { test as base } from 'maildouble/vitest'
import { createApp } from '../src/app.ts'
import { emailApi } from '../src/email-api.ts'
import { type Customer, importCustomers } from '../src/import-customers.ts'
import { createMirror } from '../src/mirror.ts'
import vocabulary from '../vocabulary.json' with { type: 'json' }

export { expect } from 'maildouble/vitest'

/** The list of the scenario `double-opt-in`, its members who have confirmed and left, and a stranger. */
export const LIST = 'd0b1e00001'
export const CLARA = 'confirmed@acme.test'
export const LENA = 'left@acme.test'
export const ADA = 'ada@example.com'
export const memberAt = (email: string) => `/lists/${LIST}/members/${email}` as const

export type Fault = Parameters<Faults['add']>[0]
export const UNAVAILABLE: Fault['effect'] = { problem: { status: 503, title: 'Service Unavailable', detail: 'Back soon.' } }
export const BUSY_FOR_TWO_MINUTES: Fault['effect'] = { problem: { preset: 'TooManyRequests' }, headers: { 'retry-after': '120' } }
/** The email service carries out the first call, and the connection breaks before the answer. */
export const LOST: Fault = { when: { first: 1 }, stage: 'after', effect: { connection: 'reset' } }

/** The sign-up service in front of a world. Its pauses take no real time: they advance the world's clock instead. */
async function start(world: World) {
  const pause = async (ms: number) => {
    service.onPause()
    await world.clock.advance(ms)
  }
  const api = emailApi(`${world.baseUrl}/3.0`, world.apiKey, pause)
  const mirror = createMirror(api, LIST)
  const app = createApp(api, mirror, LIST, 's3cret')
  const service = {
    onPause: () => {},
    hooks: await world.receiver({ list: LIST, sources: ['user', 'admin'], path: '/hooks/s3cret', app: app.fetch }),
    rowOf: (email: string) => mirror.get(email),
    signUp: async (email: string) =>
      app.request('/signup', { method: 'POST', body: new URLSearchParams({ email, name: 'Ada' }) }),
    import: (customers: Customer[]) => importCustomers(api, LIST, customers),
    fail: (operation: ServiceOperation, fault: Fault) => world.faults.add({ match: { operation }, must_fire: true, ...fault }),
    answersTo: async (operation: ServiceOperation) => (await world.requests.list({ operation })).map(({ status }) => status),
  }
  return service
}

/** A test with its own account at the email service (`world`), and the sign-up service that uses it (`service`). */
export const test = base.extend<{ worldOptions: WorldOptions; service: Awaited<ReturnType<typeof start>> }>({
  worldOptions: { scenario: 'double-opt-in', settings: { vocabulary } },
  service: async ({ world }, use) => use(await start(world)),
})
