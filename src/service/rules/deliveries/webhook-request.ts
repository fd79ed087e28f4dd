import { decodePercent } from '../../../kernel/support/percent.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { NO_TRACE, traceOf, type TraceContext } from '../../../kernel/support/traceparent.ts'
import { chooseUserAgent, webhookHeader, type SettingsWithVocabulary } from '../../vocabulary/world-vocabulary.ts'
import type { Attempt, HeaderTexts } from '../../model/deliveries/attempt.ts'
import type { AttemptOutcome } from './attempt.ts'
import type { DeliveryRow } from '../../model/deliveries/delivery.ts'
import { signBody } from './sign.ts'

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
  const trace = traceOf({ traceparent })
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
