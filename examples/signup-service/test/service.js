import { serve } from '@hono/node-server'
import { test as base } from 'maildouble/vitest'
import { createApp } from '../src/app.js'
import { EmailApi } from '../src/email-api.js'
import { Subscribers } from '../src/subscribers.js'

export { expect } from 'maildouble/vitest'

/** The list of the scenario `double-opt-in`. */
export const LIST = 'd0b1e00001'

/** A test with its own account at the email service (`world`), and the sign-up service that uses it (`service`). */
export const test = base.extend({
  worldOptions: { scenario: 'double-opt-in' },

  service: async ({ world }, use) => {
    const config = { apiUrl: `${world.baseUrl}/3.0`, apiKey: world.apiKey, listId: LIST, hookSecret: 's3cret' }
    // Pauses take no real time here: they advance the world's clock instead.
    let meanwhile = () => {}
    const pause = (/** @type {number} */ ms) => {
      meanwhile()
      return world.clock.advance(ms)
    }
    const api = new EmailApi({ ...config, pause })
    const subscribers = new Subscribers()
    const app = createApp({ config, api, subscribers })

    // A proxy in front of a real service answers 503 while the service is down.
    let down = false
    const { server, url } = await listen((request) => (down ? new Response('Down', { status: 503 }) : app.fetch(request)))
    // Our own changes through the API are already known to us.
    const hook = { url: `${url}/hooks/s3cret`, events: ALL_EVENTS, sources: { user: true, admin: true } }
    await world.fetch(`/lists/${LIST}/webhooks`, { method: 'POST', body: JSON.stringify(hook) })

    await use({
      api,
      pause,
      url,
      /** The row of an address in our own table. */
      statusOf: (/** @type {string} */ email) => subscribers.get(email)?.status,
      /** Submits the form. */
      signUp: (/** @type {string} */ email, firstName = 'Ada') =>
        fetch(`${url}/signup`, { method: 'POST', body: new URLSearchParams({ email, firstName }) }),
      goDown: () => (down = true),
      comeBack: () => (down = false),
      /** Runs while our program waits before a retry. */
      onPause: (/** @type {() => void} */ happens) => (meanwhile = happens),
    })
    await new Promise((done) => server.close(done))
  },
})

const ALL_EVENTS = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: false }

/** Serves on a free port. @param {(request: Request) => Response | Promise<Response>} handler */
function listen(handler) {
  return new Promise((resolve) => {
    const server = serve({ fetch: handler, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ server, url: `http://127.0.0.1:${port}` }),
    )
  })
}
