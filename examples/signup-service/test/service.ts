import { test as base } from 'maildouble/vitest'
import { createApp } from '../src/app.js'
import { EmailApi } from '../src/email-api.js'
import { Subscribers } from '../src/subscribers.js'

export { expect } from 'maildouble/vitest'

/** The list of the scenario `double-opt-in`, and a member who has confirmed. */
export const LIST = 'd0b1e00001'
export const CLARA = 'confirmed@acme.test'
export const MEMBERS = `/lists/${LIST}/members`

/** A test with its own account at the email service (`world`), and the sign-up service that uses it (`service`). */
export const test = base.extend({
  worldOptions: { scenario: 'double-opt-in' },

  service: async ({ world }, use) => {
    const config = { apiUrl: `${world.baseUrl}/3.0`, apiKey: world.apiKey, listId: LIST, hookSecret: 's3cret' }
    const subscribers = new Subscribers()
    // Pauses take no real time here: they advance the world's clock instead.
    const pause = (ms) => {
      service.onPause()
      return world.clock.advance(ms)
    }
    const api = new EmailApi({ ...config, pause })
    const app = createApp({ config, api, subscribers })
    const service = {
      api,
      pause,
      /** Runs while our program waits before a retry. */
      onPause: () => {},
      /** Our receiver. Our own changes through the API are already known to us. */
      hooks: await world.receiver({ list: LIST, sources: ['user', 'admin'], path: '/hooks/s3cret', app: app.fetch }),
      /** The status of an address in our own table. */
      statusOf: (email) => subscribers.get(email)?.status,
      /** Submits the form. */
      signUp: (email) => app.request('/signup', { method: 'POST', body: new URLSearchParams({ email, firstName: 'Ada' }) }),
      /** Makes calls of the email service fail. The test fails if none does. */
      fail: (operation, fault) => world.faults.add({ match: { operation }, must_fire: true, ...fault }),
      /** The email service's answers to an operation. */
      answersTo: async (operation) => (await world.requests.list({ operation })).map(({ status }) => status),
    }
    await use(service)
  },
})

export const UNAVAILABLE = { problem: { status: 503, title: 'Service Unavailable', detail: 'Back soon.' } }
export const BUSY_FOR_TWO_MINUTES = { problem: { preset: 'TooManyRequests' }, headers: { 'retry-after': '120' } }
