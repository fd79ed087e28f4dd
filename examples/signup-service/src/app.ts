import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import { isTemporary } from './email-api.js'
import { signUp } from './sign-up.js'
import { Webhooks } from './webhooks.js'

/** The answers to sign-ups. Existing members get the same one as new ones, so that it does not reveal who is on the list. */
const ANSWERS = /** @type {const} */ ({
  pending: { status: 202, message: 'Please open the link in the message that we have sent you.' },
  member: { status: 202, message: 'Please open the link in the message that we have sent you.' },
  impossible: { status: 409, message: 'We cannot write to this address. Please give another one.' },
  invalid: { status: 422, message: 'This is not an email address.' },
})

const FORM_BYTES_MAX = 65_536

/**
 * The service as a fetch handler: the form, the sign-up, and the receiver of webhooks.
 *
 * @param {object} parts
 * @param {import('./config.js').Config} parts.config
 * @param {import('./email-api.js').EmailApi} parts.api
 * @param {import('./subscribers.js').Subscribers} parts.subscribers
 */
export function createApp({ config: { listId, hookSecret }, api, subscribers }) {
  const webhooks = new Webhooks({ api, listId, subscribers })
  const app = new Hono()
  app.use(bodyLimit({ maxSize: FORM_BYTES_MAX }))

  app.get('/', (c) =>
    c.html(
      html`<!doctype html>
        <html lang="en">
          <title>Our letters</title>
          <form method="post" action="/signup">
            <label>Email <input name="email" type="email" required /></label>
            <label>First name <input name="firstName" /></label>
            <button>Sign up</button>
          </form>
        </html>`,
    ),
  )

  app.post('/signup', async (c) => {
    const { email, firstName } = await c.req.parseBody()
    if (typeof email !== 'string' || !email.includes('@')) return c.text(ANSWERS.invalid.message, ANSWERS.invalid.status)
    const person = { email: email.trim(), ...(typeof firstName === 'string' && { firstName }) }
    const { outcome, member } = await signUp(api, listId, person)
    if (member)
      subscribers.keep({ email: person.email, status: member.status, asOf: new Date(member.last_changed).toISOString() })
    return c.text(ANSWERS[outcome].message, ANSWERS[outcome].status)
  })

  // The email service validates the URL of a webhook by GET before it accepts it.
  app.get(`/hooks/${hookSecret}`, (c) => c.text('ready'))
  app.post(`/hooks/${hookSecret}`, async (c) => c.text(await webhooks.receive(await c.req.text())))

  app.onError((error, c) => {
    if (isTemporary(error)) return c.text('Please try again in a minute.', 503, { 'retry-after': '60' })
    console.error(error)
    return c.text('Something is wrong here. We have been told.', 500)
  })
  return app
}
