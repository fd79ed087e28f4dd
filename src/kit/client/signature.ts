import { hmac, isSameSecret } from '../../kernel/support/digest.ts'
import { isoMillis, readDuration, readInstantMillis } from '../../kernel/support/time.ts'
import type { Duration } from './contract.ts'
import { MaildoubleError, SignatureError } from './errors.ts'

/** A signed webhook, and the time of the check. */
export interface SignatureCheck {
  /** The header `X-Service-Signature`, or as the deployment names it: `t=<unix seconds>,v1=<hex>`. */
  readonly header: string | undefined
  /** The raw body, as it arrived. */
  readonly body: string
  /** The `signing_secret` of the webhook: only the answer to its creation has it. For a receiver: `receiver.secret`. */
  readonly secret: string | undefined
  /** The present. `t` is the time of the world: `(await world.clock.get()).now`. With the setting `webhooks.signing_time: real`, it is real time: `new Date()`. */
  readonly now: string | number | Date
  /** The longest time between `t` and `now`, in either direction: ISO 8601 or milliseconds. By default five minutes. */
  readonly maxAge?: Duration | number
}

/**
 * Checks that a webhook was signed with a secret, and recently: `v1` is the HMAC-SHA256 of `t`, a dot and the raw body, in hex.
 *
 * @throws SignatureError if it was not; the message says why.
 * @example
 * import { verifySignature } from 'maildouble/client'
 * await using hooks = await world.receiver({ list: '3eb0000001', signed: true })
 * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
 * await hooks.next()
 * const { now } = await world.clock.get()
 * for (const { request } of hooks.received) {
 *   const header = request.headers['x-service-signature']
 *   verifySignature({ header, body: request.body, secret: hooks.secret, now })
 *   console.log(header?.split(',')[0]) // t=1768467600
 * }
 */
export function verifySignature({ header = '', body, secret, now, maxAge = 'PT5M' }: SignatureCheck): void {
  const present = readNow(now)
  const most = readDuration(maxAge)
  if (most === undefined) throw new MaildoubleError(`maxAge is ${maxAge}: it must be an ISO 8601 duration or milliseconds.`)
  const parts = header.split(',').map((part) => part.trim())
  if (secret === undefined) throw new SignatureError(UNSIGNED)
  const [t] = findValues(parts, 't')
  const signatures = findValues(parts, 'v1')
  if (t === undefined || !/^\d+$/.test(t) || signatures.length === 0) throw new SignatureError(misformed(header))
  const right = hmac(secret, `${t}.${body}`)
  if (!signatures.some((signature) => isSameSecret(signature, right))) {
    throw new SignatureError('The signature does not match: it was made with another secret, or for another body.')
  }
  const age = present - Number(t) * 1000
  if (Math.abs(age) > most) throw new SignatureError(tooFar(Number(t) * 1000, age, { present, maxAge }))
}

function readNow(now: SignatureCheck['now']): number {
  const millis = typeof now === 'string' ? readInstantMillis(now) : Number(now)
  if (millis === undefined || Number.isNaN(millis)) {
    throw new MaildoubleError(`now is ${String(now)}: it must be an instant (ISO 8601), a Date, or milliseconds since 1970.`)
  }
  return millis
}

/** The values of the parts `<name>=<value>`. */
function findValues(parts: readonly string[], name: string): readonly string[] {
  return parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
}

const UNSIGNED = 'The webhook is not signed. Create it with signing_enabled, or with the setting webhooks.signing.'

function misformed(header: string): string {
  return header === ''
    ? UNSIGNED
    : `The signature is ${JSON.stringify(header.slice(0, 200))}: it must be like t=<unix seconds>,v1=<hex>.`
}

function tooFar(
  at: number,
  age: number,
  { present, maxAge }: { readonly present: number; readonly maxAge: Duration | number },
): string {
  const distance = `${Math.abs(age) / 1000} s ${age > 0 ? 'before' : 'after'} ${isoMillis(present)}`
  const hint = 'The time of the world may differ from real time: see the setting webhooks.signing_time.'
  return `The signature is of ${isoMillis(at)}, ${distance}, and at most ${maxAge} is allowed. ${hint}`
}
