import type { Entry } from '../host/entry.ts'
import type { Journal } from '../host/journal.ts'
import type { Finding, Look } from './request-match.ts'
import type { Counted } from './verdict.ts'

/** What a call is to those who look for one: one that matches, one that may, or one that does not. */
export type Fit = boolean | 'unsure'

/** What a call comes to. */
export function fitOf(looks: readonly Look[], entry: Entry): Fit {
  let fit: Fit = true
  for (const look of looks) {
    const { holds } = look(entry)
    if (holds === false) return false
    if (holds === 'unsure') fit = 'unsure'
  }
  return fit
}

/** Where a call differs from what is looked for. */
export function differencesOf(looks: readonly Look[], entry: Entry): Finding[] {
  return looks.map((look) => look(entry)).filter(({ holds }) => holds === false)
}

/** Counts the calls that match, each once: what has been answered does not change any more. */
export class RequestTally {
  readonly #journal: Journal
  readonly #looks: readonly Look[]
  #clearings: number
  /** The number of the last entry that was looked at. */
  #last = 0
  #matched = 0
  #unsure = 0
  #open: Entry[] = []

  constructor(journal: Journal, looks: readonly Look[]) {
    this.#journal = journal
    this.#looks = looks
    this.#clearings = journal.clearings
  }

  /** How many match by now. */
  count(): Counted {
    const { evicted, clearings } = this.#journal
    if (clearings !== this.#clearings) this.#begin(clearings)
    const fresh = this.#journal.after(this.#last)
    this.#last = fresh.at(-1)?.number ?? this.#last
    let [matched, unsure] = [0, 0]
    const open: Entry[] = []
    for (const entry of [...this.#open, ...fresh]) {
      const fit = fitOf(this.#looks, entry)
      const isOpen = entry.duration_ms === null
      if (isOpen) open.push(entry)
      if (fit === true && isOpen) matched++
      if (fit === true && !isOpen) this.#matched++
      if (fit === 'unsure' && isOpen) unsure++
      if (fit === 'unsure' && !isOpen) this.#unsure++
    }
    this.#open = open
    return { matched: this.#matched + matched, unsure: this.#unsure + unsure, evicted }
  }

  #begin(clearings: number): void {
    this.#clearings = clearings
    this.#last = 0
    this.#matched = 0
    this.#unsure = 0
    this.#open = []
  }
}
