import { hexRuns } from '../../kernel/support/hex-runs.ts'

/** Number of first digits by which a secret is found: so many do not occur in a text by chance. */
const START = 12

/** A secret of hexadecimal digits, and its placeholder. */
interface HexSecret {
  readonly secret: string
  readonly placeholder: string
}

/** Secrets of hexadecimal digits, each found by its first digits. Shorter ones are not searched for. */
export class HexSecrets {
  readonly #byStart = new Map<string, HexSecret[]>()

  /** Adds a secret. A secret that is known already keeps its placeholder. */
  add(secret: string, placeholder: string): void {
    if (secret.length < START) return
    const start = secret.slice(0, START)
    const found = this.#byStart.get(start)
    if (found?.some((each) => each.secret === secret)) return
    if (found) found.push({ secret, placeholder })
    else this.#byStart.set(start, [{ secret, placeholder }])
  }

  /** Replaces the secrets in a text by their placeholders. */
  hide(text: string): string {
    if (this.#byStart.size === 0) return text
    let clean = ''
    let from = 0
    for (const { start, end } of hexRuns(text, START)) {
      for (let at = start; at + START <= end; at++) {
        const found = this.#byStart.get(text.slice(at, at + START))?.find(({ secret }) => text.startsWith(secret, at))
        if (!found) continue
        clean += text.slice(from, at) + found.placeholder
        from = at + found.secret.length
        at = from - 1
      }
    }
    return from === 0 ? text : clean + text.slice(from)
  }
}
