import { hmac } from '../../../kernel/support/digest.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { Settings } from '../../../kernel/world/world.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { Attempt } from '../../model/deliveries/attempt.ts'
import { SIGNING_SECRET } from '../../model/deliveries/signing-secret.ts'

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
export function signBody(secret: string, at: Seconds, body: string): string {
  return `t=${at},v1=${hmac(secret, `${at}.${body}`)}`
}
