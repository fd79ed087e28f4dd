import { hmac } from '../../support/digest.ts'
import type { Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'

/** The signing secret of a new webhook; empty in a world that does not sign. */
export function secretOf(tx: Tx): string {
  return tx.settings.webhooks.signing === 'on' ? tx.secret('webhooks.secret').slice(0, SECRET_DIGITS) : ''
}

const SECRET_DIGITS = 40

/** The header that proves that a body comes from the service, and when it was sent. */
export function signatureOf(secret: string, at: Seconds, body: string): string {
  return `t=${at},v1=${hmac(secret, `${at}.${body}`)}`
}
