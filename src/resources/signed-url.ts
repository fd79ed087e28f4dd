import { hmac } from '../support/digest.ts'
import type { Millis } from '../support/time.ts'
import type { Tx } from '../world/tx.ts'
import type { World } from '../world/world.ts'

/** What makes an address usable without a credential: until when, and that this world gave it out. */
export interface Signature {
  readonly expires?: string | undefined
  readonly sig?: string | undefined
}

/** An address below that of the world, usable without a credential for a while. Nothing is stored for it. */
export function signedUrl(tx: Tx, path: string, lifetime: Millis): string {
  // Whole seconds on the wire: the last one counts in full.
  const expires = String(Math.ceil((tx.nowMs + lifetime) / 1000))
  return `${tx.world.base_url}${path}?expires=${expires}&sig=${signatureFor(tx.world, path, expires)}`
}

/** Whether an address was given out by this world, and is not too old. */
export function isSigned(tx: Tx, path: string, { expires = '', sig = '' }: Signature): boolean {
  return sig === signatureFor(tx.world, path, expires) && tx.nowMs < Number(expires) * 1000
}

/** What proves that a world gave an address out. Worlds of one seed have addresses of their own, as they have keys. */
export function signatureFor({ seed, id }: Pick<World, 'seed' | 'id'>, path: string, expires: string): string {
  return hmac(hmac(`${seed}/${id}`, 'signed-url'), `${path}?expires=${expires}`)
}
