import { decodePercent } from '../../support/percent.ts'
import type { Seconds } from '../../support/time.ts'
import type { Attempt, AttemptOutcome, HeaderTexts } from './attempt.ts'
import type { DeliveryRow } from './delivery.ts'
import { signatureOf } from './sign.ts'

/** A request as it is sent to a receiver. */
export interface WebhookRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: HeaderTexts
  readonly body: string
}

/** What the service calls itself when it delivers, and when it asks a URL whether it wants to hear of anything. */
const DELIVERING = 'Service'
const ASKING = 'Service WebHook Validator'

/** The request by which something is delivered at an instant of the world. */
export function webhookRequestOf(
  { event, url, body, secret }: Pick<DeliveryRow, 'event' | 'url' | 'body' | 'secret'>,
  at: Seconds,
): WebhookRequest {
  if (event === 'validation') return urlCheckRequest(url)
  return {
    method: 'POST',
    url,
    headers: {
      ...headersFor(url, DELIVERING),
      'content-type': 'application/x-www-form-urlencoded',
      // A form has no characters but those of ASCII.
      'content-length': String(body.length),
      ...(secret === '' ? {} : { 'x-service-signature': signatureOf(secret, at, body) }),
    },
    body,
  }
}

/** The request by which a URL is asked whether it wants to hear of anything. */
export function urlCheckRequest(url: string): WebhookRequest {
  return { method: 'GET', url, headers: headersFor(url, ASKING), body: '' }
}

/** An attempt, from what was sent and what came of it. */
export function deliveryAttemptOf(
  { url, headers, body }: WebhookRequest,
  { at, real_at, duration_ms, ...outcome }: AttemptOutcome,
): Attempt {
  return { at, real_at, duration_ms, request: { url, headers, body }, ...outcome }
}

function headersFor(url: string, agent: string): HeaderTexts {
  const { host, username, password } = URL.canParse(url) ? new URL(url) : { host: '', username: '', password: '' }
  const credentials = `${decodePercent(username)}:${decodePercent(password)}`
  return {
    host,
    'user-agent': agent,
    accept: '*/*',
    ...(credentials === ':' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    connection: 'close',
  }
}
