import { afterEach } from 'vitest'
import type { NewWorldOptions } from '../../src/service/scenarios/world-options.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeWebhook } from '../../src/service/rules/webhooks/make.ts'
import { mock, type Body } from '../mock.ts'
import { receiver } from '../receiver.ts'

export const LIST = 'a1b2c3d4e5'
export const MEMBERS = `/3.0/lists/${LIST}/members`
export const HOOKS = `/3.0/lists/${LIST}/webhooks`

const open: { close: () => void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** A receiver that is closed after the test. */
export async function receiving(...given: Parameters<typeof receiver>) {
  const made = await receiver(...given)
  open.push(made)
  return made
}

/** A receiver that answers with the given statuses in order, and with the last one from then on. */
export const answering = (...statuses: number[]) =>
  receiving((_request, response, count) => response.writeHead(statuses[Math.min(count, statuses.length) - 1] ?? 200).end())

type Settings = NonNullable<NewWorldOptions['settings']>['webhooks']

/** An account with one list whose webhooks are really sent. Receivers have unlimited time unless stated otherwise. */
export async function sendingWorld(
  settings: Settings = {},
  clock?: NewWorldOptions['clock'],
  others: NewWorldOptions['settings'] = {},
) {
  const double = mock({
    settings: { ...others, webhooks: { validation: 'off', timeout: 'PT2M', ...settings } },
    ...(clock ? { clock } : {}),
  })
  const list = await double.plant((tx) => makeList(tx, { id: LIST, name: 'Acme News' }))
  open.push({ close: double.end })
  let members = 0
  return {
    ...double,
    /** A webhook for subscribe events. */
    hook: (url: string) => double.plant((tx) => makeWebhook(tx, list, { url, events: { subscribe: true } })),
    /** Subscribes a member, which is announced to the webhooks. */
    subscribe: () => double.call(`POST ${MEMBERS}`, { email_address: `m${++members}@acme.test`, status: 'subscribed' }),
    /** What the API shows of the deliveries. */
    deliveries: async (query = ''): Promise<Body[]> => (await double.call(`GET /_control/deliveries${query}`)).body.deliveries,
    advance: async (options: object): Promise<Body> => (await double.call('POST /_control/clock/advance', options)).body,
  }
}
