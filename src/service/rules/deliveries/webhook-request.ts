import { decodePercent } from '../../../kernel/support/percent.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { NO_TRACE, pickTrace, type TraceContext } from '../../../kernel/support/traceparent.ts'
import { chooseUserAgent, webhookHeader, type SettingsWithVocabulary } from '../../vocabulary/words.ts'
import { type Attempt, type HeaderTexts, type DeliveryRow, SIGNING_SECRET } from '../../model/deliveries/delivery.ts'
import { hmac } from '../../../kernel/support/digest.ts'
import type { Settings } from '../../../kernel/world/world.ts'
import type { Tx } from '../../../kernel/world/tx.ts'

export interface WebhookRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: HeaderTexts
  readonly body: string
}

/** The request of a delivery at an instant of a world with the given settings. */
export function makeWebhookRequest(
  { event, url, body, secret, traceparent }: Pick<DeliveryRow, 'event' | 'url' | 'body' | 'secret' | 'traceparent'>,
  at: Seconds,
  settings: SettingsWithVocabulary,
): WebhookRequest {
  const trace = pickTrace({ traceparent })
  if (event === 'validation') return urlCheckRequest(url, settings, trace)
  return {
    method: 'POST',
    url,
    headers: {
      ...headersFor(url, chooseUserAgent(settings)),
      'content-type': 'application/x-www-form-urlencoded',
      // A form is pure ASCII.
      'content-length': String(body.length),
      ...(secret === '' ? {} : { [webhookHeader(settings, 'x-service-signature')]: signBody(secret, at, body) }),
      ...trace,
    },
    body,
  }
}

/** The request that validates a URL. */
export function urlCheckRequest(url: string, settings: SettingsWithVocabulary, trace: TraceContext = NO_TRACE): WebhookRequest {
  const headers = { ...headersFor(url, `${chooseUserAgent(settings)} WebHook Validator`), ...trace }
  return { method: 'GET', url, headers, body: '' }
}

/** The request that fetches a page. */
export function pageRequest(url: string, settings: SettingsWithVocabulary, trace: TraceContext = NO_TRACE): WebhookRequest {
  const headers = { ...headersFor(url, chooseUserAgent(settings)), accept: 'text/html', ...trace }
  return { method: 'GET', url, headers, body: '' }
}

/** The request that fetches a feed. */
export function feedRequest(url: string, settings: SettingsWithVocabulary, trace: TraceContext = NO_TRACE): WebhookRequest {
  const page = pageRequest(url, settings, trace)
  return { ...page, headers: { ...page.headers, accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml' } }
}

/** An attempt, from its request and its outcome. */
export function makeDeliveryAttempt(
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

/** The outcome of a request, without the request. */
export type AttemptOutcome = Omit<Attempt, 'request' | 'resent'>

/** Whether the receiver accepted the delivery: by an answer from 200 to 299. */
export function isAccepted({ response }: Attempt): boolean {
  return response !== undefined && response.status >= 200 && response.status <= 299
}

/** The approximate size of an attempt in bytes. */
export function measureAttempt({ request, response }: Attempt): number {
  return request.body.length + (response ? response.body.length + JSON.stringify(response.headers).length : 0)
}

export function isAttempt(value: unknown): value is Attempt {
  return typeof value === 'object' && value !== null && 'request' in value && 'real_at' in value
}

/** The signing secret of a new webhook; empty if it is not signed. By default the world decides. */
export function makeSigningSecret(tx: Tx, isSigned = tx.settings.webhooks.signing === 'on'): string {
  return isSigned ? tx.secret(SIGNING_SECRET.counter).slice(0, SIGNING_SECRET.digits) : ''
}

/** The signing secret of a webhook after a request that may switch signing on or off. */
export function secretAfter(tx: Tx, secret: string, isSigned = secret !== ''): string {
  return isSigned === (secret !== '') ? secret : makeSigningSecret(tx, isSigned)
}

/** The members of a webhook that show whether it is signed. A secret is shown once, when it differs from the one before. */
export function signingView(secret: string, before = secret): { signing_enabled?: true; signing_secret?: string } {
  if (secret === '') return {}
  return { signing_enabled: true, ...(secret === before ? {} : { signing_secret: secret }) }
}

/** The instant that the signature of an attempt states: that of the world, or the real one if the world is set to. */
export function signedAt({ webhooks }: Settings, { at, real_at }: Pick<Attempt, 'at' | 'real_at'>): Seconds {
  return Math.floor((webhooks.signing_time === 'real' ? real_at : at) / 1000)
}

/** The header that proves that a body comes from the service, and when it was sent. */
function signBody(secret: string, at: Seconds, body: string): string {
  return `t=${at},v1=${hmac(secret, `${at}.${body}`)}`
}
