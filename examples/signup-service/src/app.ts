import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { CallError, type EmailApi } from './email-api.ts'
import type { Mirror } from './mirror.ts'
import { signUp } from './sign-up.ts'

const FORM = `<!doctype html>
<html lang="en">
  <title>Our letters</title>
  <form method="post" action="/signup">
    <label>Email <input name="email" type="email" required /></label>
    <label>First name <input name="name" /></label>
    <button>Sign up</button>
  </form>
</html>`
const FORM_BYTES_MAX = 65_536

const ANSWERS = {
  // Members get the same answer, so that the answer does not reveal who is on the list.
  asked: [202, 'Please open the link in the message that we have sent you.'],
  impossible: [409, 'We cannot write to this address. Please give another one.'],
  invalid: [422, 'This is not an email address.'],
} as const

/** The service as a fetch handler: the form, the sign-up, and the webhooks, whose URL only the email service knows. */
export function createApp(api: EmailApi, mirror: Mirror, listId: string, hookSecret: string) {
  const app = new Hono()
  app.use(bodyLimit({ maxSize: FORM_BYTES_MAX }))

  app.get('/', (c) => c.html(FORM))
  app.post('/signup', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const email = form.get('email')?.trim() ?? ''
    const outcome = await signUp(api, listId, email, form.get('name') ?? '')
    if (outcome === 'asked') await mirror.refresh(email)
    const [status, message] = ANSWERS[outcome]
    return c.text(message, status)
  })

  // The email service validates the URL of a webhook by GET before it accepts it.
  app.get(`/hooks/${hookSecret}`, (c) => c.text('ready'))
  app.post(`/hooks/${hookSecret}`, async (c) => {
    await mirror.receive(await c.req.text())
    return c.text('done')
  })

  app.onError((error, c) => {
    if (error instanceof CallError && error.isTemporary) return c.text('Please try again later.', 503, { 'retry-after': '60' })
    console.error(error)
    return c.text('Something is wrong here. We have been told.', 500)
  })
  return app
}
