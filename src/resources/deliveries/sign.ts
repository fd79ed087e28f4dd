import { hmac } from '../../support/digest.ts'
import type { Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'

/** The secrets that sign the deliveries of webhooks. */
export const SIGNING_SECRET = { kind: 'webhook_secret', counter: 'webhooks.secret', digits: 40 } as const

/** The signing secret of a new webhook; empty in a world that does not sign. */
export function secretOf(tx: Tx): string {
  return tx.settings.webhooks.signing === 'on' ? tx.secret(SIGNING_SECRET.counter).slice(0, SIGNING_SECRET.digits) : ''
}

/** The header that proves that a body comes from the service, and when it was sent. */
export function signatureOf(secret: string, at: Seconds, body: string): string {
  return `t=${at},v1=${hmac(secret, `${at}.${body}`)}`
}
