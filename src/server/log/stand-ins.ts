import { sha256 } from '../../kernel/support/digest.ts'
import { replaceSecrets } from '../../kernel/support/secret-places.ts'

/** Maximum number of characters of an answer that has a checksum in bundles. */
export const DIGESTED_MAX = 262_144

/** Maximum number of secrets with a stand-in of their own; further secrets share one. */
const DISTINCT_SECRETS_MAX = 10_000

/** Matches stand-ins, which are not replaced again. */
const STAND_IN = /^(?:external|unsent)-\d+$/

/** A signature of an address by the world; it is replaced together with the address. */
const SIGNATURE = /^[0-9a-f]{64}$/

export function isStandIn(text: string): boolean {
  return STAND_IN.test(text)
}

/** `external` for secrets that callers sent, `unsent` for secrets that occur only in answers. */
type StandInKind = 'external' | 'unsent'

/**
 * Replaces secrets that callers sent by stand-ins, which bundles contain and replays send. The same secret always gets the same
 * stand-in, so an address with a password stays the same address. Secrets that occur only in answers are numbered separately, since
 * a replay sends none.
 */
export class SecretStandIns {
  readonly #isOwn: (secret: string) => boolean
  /** Stand-ins by the digests of the secrets; created with the first one. */
  #names: Map<string, string> | undefined
  readonly #counts: Record<StandInKind, number>
  readonly #learnOne = (secret: string, name?: string): string => this.of(secret, name)

  /** `isOwn` returns whether a secret is one of the world's own, which has a placeholder instead. */
  constructor(isOwn: (secret: string) => boolean, known?: SecretStandIns) {
    this.#isOwn = isOwn
    const names = known ? known.#names : undefined
    this.#names = names && new Map(names)
    this.#counts = known ? { ...known.#counts } : { external: 0, unsent: 0 }
  }

  /** Returns an independent copy. */
  copy(): SecretStandIns {
    return new SecretStandIns(this.#isOwn, this)
  }

  /** Assigns stand-ins to the secrets in texts that a caller sent. */
  learn(...texts: readonly string[]): void {
    for (const text of texts) if (text !== '') replaceSecrets(text, this.#learnOne)
  }

  /** Returns the stand-in for a secret, or the secret itself if it needs none. */
  of(secret: string, name = '', kind: StandInKind = 'external'): string {
    if (isStandIn(secret) || this.#isOwn(secret) || (name === 'sig' && SIGNATURE.test(secret))) return secret
    const digest = sha256(secret)
    const names = (this.#names ??= new Map())
    const existing = names.get(digest)
    if (existing !== undefined) return existing
    if (names.size >= DISTINCT_SECRETS_MAX) return `${kind}-0`
    const standIn = `${kind}-${++this.#counts[kind]}`
    names.set(digest, standIn)
    return standIn
  }

  /** Returns an answer as a replay will give it, with stand-ins instead of secrets. */
  replaceInAnswer(path: string, text: string): string {
    if (text.length > DIGESTED_MAX || (!this.#names && !path.includes('webhooks'))) return text
    return replaceSecrets(text, (secret, name) => this.of(secret, name, 'unsent'))
  }

  clear(): void {
    this.#names = undefined
    this.#counts.external = 0
    this.#counts.unsent = 0
  }
}
