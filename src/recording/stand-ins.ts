import { sha256 } from '../support/digest.ts'
import { replaceSecrets } from '../support/secret-places.ts'
import { DIGESTED_MAX } from './step.ts'

/** Maximum number of secrets that are told apart; those beyond share one stand-in. */
const TOLD_APART_MAX = 10_000

/** What a replay sends in the place of a secret, which stands for itself. */
const STAND_IN = /^(?:external|unsent)-\d+$/

/** What the world signs addresses with: it depends on the world, and is replaced together with the address. */
const SIGNATURE = /^[0-9a-f]{64}$/

/** Whether a text is a stand-in. */
export function isStandIn(text: string): boolean {
  return STAND_IN.test(text)
}

/** Whether callers sent a secret, or only answers have it. */
type Kind = 'external' | 'unsent'

/**
 * What stands in a bundle, and is sent by a replay, in the place of secrets that callers sent: the same for the same secret, so that an
 * address with a password stays the same address. Secrets that only answers have are counted apart, since a replay sends none of them.
 */
export class StandIns {
  readonly #isOwn: (secret: string) => boolean
  /** By the digests of the secrets. */
  readonly #names: Map<string, string>
  readonly #counts: Record<Kind, number>

  /** `isOwn` says whether a secret is one of the world's own, which has a placeholder. */
  constructor(isOwn: (secret: string) => boolean, known?: StandIns) {
    this.#isOwn = isOwn
    this.#names = new Map(known ? known.#names : [])
    this.#counts = known ? { ...known.#counts } : { external: 0, unsent: 0 }
  }

  /** The same ones, to be added to without consequence. */
  copy(): StandIns {
    return new StandIns(this.#isOwn, this)
  }

  /** Learns the secrets in texts that a caller sent. */
  learn(...texts: readonly string[]): void {
    for (const text of texts) replaceSecrets(text, (secret, name) => this.of(secret, name))
  }

  /** What stands for a secret. */
  of(secret: string, name = '', kind: Kind = 'external'): string {
    if (isStandIn(secret) || this.#isOwn(secret) || (name === 'sig' && SIGNATURE.test(secret))) return secret
    const digest = sha256(secret)
    const known = this.#names.get(digest)
    if (known !== undefined) return known
    if (this.#names.size >= TOLD_APART_MAX) return `${kind}-0`
    const standIn = `${kind}-${++this.#counts[kind]}`
    this.#names.set(digest, standIn)
    return standIn
  }

  /** An answer as a replay will give it: with stand-ins in the place of secrets. */
  answered(path: string, text: string): string {
    if (text.length > DIGESTED_MAX || (this.#names.size === 0 && !path.includes('webhooks'))) return text
    return replaceSecrets(text, (secret, name) => this.of(secret, name, 'unsent'))
  }

  /** Forgets all of them. */
  clear(): void {
    this.#names.clear()
    this.#counts.external = 0
    this.#counts.unsent = 0
  }
}
