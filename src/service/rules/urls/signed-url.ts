import { hmac } from '../../../kernel/support/digest.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'

/** The parameters of a URL that is usable without a credential: its expiry, and a proof that this world issued it. */
export interface UrlSignature {
  readonly expires?: string | undefined
  readonly sig?: string | undefined
}

/** A URL of the world that is usable without a credential for a while. Nothing is stored for it. */
export function signedUrl(tx: ReadTx, path: string, lifetime: Millis): string {
  // Whole seconds on the wire: the last one counts in full.
  const expires = String(Math.ceil((tx.nowMs + lifetime) / 1000))
  return `${tx.world.base_url}${path}?expires=${expires}&sig=${signatureFor(tx.world, path, expires)}`
}

/** Whether this world issued a URL that has not expired. */
export function isSigned(tx: ReadTx, path: string, { expires = '', sig = '' }: UrlSignature): boolean {
  return sig === signatureFor(tx.world, path, expires) && tx.nowMs < Number(expires) * 1000
}

/** Proves that a world issued a URL. Worlds with the same seed issue different URLs. */
export function signatureFor({ seed, id }: Pick<WorldState, 'seed' | 'id'>, path: string, expires: string): string {
  return hmac(hmac(`${seed}/${id}`, 'signed-url'), `${path}?expires=${expires}`)
}
