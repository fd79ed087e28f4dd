import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const FORM = `<!doctype html>
<html lang="en">
  <title>Our letters</title>
  <form method="post">
    <label>Email <input name="email" type="email" required></label>
    <button>Sign up</button>
  </form>
</html>`

/** The application: a page on which people sign up. It knows the email service by a URL and a key. */
export function createApp({ apiUrl, apiKey, list }) {
  return createServer(async (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.method === 'GET') return response.end(FORM)
    const email = new URLSearchParams(await text(request)).get('email')
    const { status } = await fetch(`${apiUrl}/lists/${list}/members`, {
      method: 'POST',
      // An application with OpenTelemetry passes on the baggage by itself.
      headers: { authorization: `Bearer ${apiKey}`, baggage: request.headers.baggage ?? '' },
      body: JSON.stringify({ email_address: email, status: 'pending' }),
    })
    response.statusCode = status
    response.end(status === 200 ? '<p>Please look into your inbox.</p>' : '<p>Please try again later.</p>')
  })
}
