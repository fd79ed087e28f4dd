import type { Schemas } from '../../contract/control.ts'
import type { CallRecord } from '../../journal/call-record.ts'
import type { Journal } from '../../journal/journal.ts'
import { type Millis, readDuration } from '../../support/time.ts'
import type { ControlOperations } from '../context.ts'
import { unusable } from '../errors.ts'
import { type Finding, type Look, looksOf } from './match.ts'
import { WAIT_MS_MAX, waitUntil } from './wait.ts'

type Count = NonNullable<Schemas['VerifyRequests']['count']>

/** How many calls match for certain, and how many more may: those whose bodies are not kept whole, and those that are not kept. */
export interface Counted {
  readonly matched: number
  readonly unsure: number
  readonly evicted: number
}

/** Whether so many calls are as many as there should be. */
export function verdictOf({ matched, unsure, evicted }: Counted, count: Count): Schemas['Verdict']['verdict'] {
  const { least, most } = boundsOf(count)
  if (matched > most) return 'fail'
  const atMost = matched + unsure + evicted
  if (atMost < least) return 'fail'
  return matched >= least && atMost <= most ? 'pass' : 'inconclusive'
}

/** Whether no further call can change the verdict. */
export function isDecided({ matched }: Counted, count: Count): boolean {
  const { least, most } = boundsOf(count)
  return matched > most || (most === Number.POSITIVE_INFINITY && matched >= least)
}

/** Whether fewer calls match for certain than should. */
export function isTooFew({ matched }: Counted, count: Count): boolean {
  return matched < boundsOf(count).least
}

function boundsOf({ exactly, at_least, at_most }: Count): { readonly least: number; readonly most: number } {
  return { least: exactly ?? at_least ?? 0, most: exactly ?? at_most ?? Number.POSITIVE_INFINITY }
}

/**
 * Tells calls apart that differ in as many places from what is looked for: one that is wrong by a letter is closer than one with another
 * value, that one is closer than one with none, and what is another call altogether is the farthest.
 */
export function matchDistance(differences: readonly Finding[]): number {
  return differences.reduce((sum, difference) => sum + farnessOf(difference), 0)
}

/** Where it says what call it is. */
const KINDS = new Set(['operation', 'method', 'path'])
/** Where a value is right or wrong, and nothing between. */
const WHOLE = new Set(['status', 'via'])

function farnessOf({ at, expected, actual }: Finding): number {
  if (KINDS.has(at)) return 3 + unlikeness(expected, actual)
  if (actual === undefined) return 2
  return WHOLE.has(at) ? 1 : unlikeness(expected, actual)
}

/** How much of two values is not the same at their beginnings and ends: 0 if nothing is, and 1 if all of it is. */
function unlikeness(expected: unknown, actual: unknown): number {
  const [one, other] = [textOf(expected), textOf(actual)]
  const shorter = Math.min(one.length, other.length)
  let begin = 0
  while (begin < shorter && one[begin] === other[begin]) begin++
  let end = 0
  while (end < shorter - begin && one.at(-1 - end) === other.at(-1 - end)) end++
  return 1 - (begin + end) / Math.max(one.length, other.length, 1)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** What a call is to those who look for one: one that matches, one that may, or one that does not. */
export type Fit = boolean | 'unsure'

/** What a call comes to. */
export function fitOf(looks: readonly Look[], entry: CallRecord): Fit {
  let fit: Fit = true
  for (const look of looks) {
    const { holds } = look(entry)
    if (holds === false) return false
    if (holds === 'unsure') fit = 'unsure'
  }
  return fit
}

/** Where a call differs from what is looked for. */
export function differencesOf(looks: readonly Look[], entry: CallRecord): Finding[] {
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
  #open: CallRecord[] = []

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
    const open: CallRecord[] = []
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

export const verifyOperations = {
  async verifyRequests({ stage, handle, body: { match = {}, count = ONCE, within } = {}, gone }) {
    const { journal, secrets } = handle.log
    const looks = looksOf(secrets, match)
    const wait = readWithin(within)
    stage.pacer.sync(handle)
    const tally = new RequestTally(journal, looks)
    const isDone = () => isDecided(tally.count(), count)
    await waitUntil(stage, handle, isDone, wait, gone, (look) => journal.watch(look))
    return verdictView(journal.all(), journal.evicted, looks, count)
  },
} satisfies Partial<ControlOperations>

/** What is meant when nothing is said. */
const ONCE = { at_least: 1 }

/** So many ids are told. */
const REQUESTS_TOLD_MAX = 1_000

/** So many of the calls that do not match are shown. */
const CLOSEST_MAX = 3

function readWithin(within: string | number | undefined): Millis {
  const wait = within === undefined ? 0 : readDuration(within)
  if (wait !== undefined && wait >= 0 && wait <= WAIT_MS_MAX) return wait
  throw unusable('/within', 'must be an ISO 8601 duration such as PT5S, or milliseconds, and at most PT10M.')
}

function verdictView(
  entries: readonly CallRecord[],
  evicted: number,
  looks: readonly Look[],
  count: NonNullable<Schemas['VerifyRequests']['count']>,
): Schemas['Verdict'] {
  const fits = entries.map((entry) => fitOf(looks, entry))
  const matching = entries.filter((_, place) => fits[place] === true)
  const counted: Counted = { matched: matching.length, unsure: fits.filter((fit) => fit === 'unsure').length, evicted }
  const others = entries.filter((_, place) => fits[place] === false)
  return {
    verdict: verdictOf(counted, count),
    ...counted,
    requests: matching.slice(0, REQUESTS_TOLD_MAX).map(({ id }) => id),
    closest: isTooFew(counted, count) ? closestOf(others, looks) : [],
  }
}

function closestOf(entries: readonly CallRecord[], looks: readonly Look[]): Schemas['Verdict']['closest'] {
  return entries
    .map((entry) => ({ entry, differences: differencesOf(looks, entry) }))
    .map((each) => ({ ...each, far: matchDistance(each.differences) }))
    .toSorted((a, b) => a.differences.length - b.differences.length || a.far - b.far || b.entry.number - a.entry.number)
    .slice(0, CLOSEST_MAX)
    .map(({ entry: { id }, differences }) => ({
      id,
      differences: differences.map(({ at, expected, actual }) => ({ at, expected, actual: actual ?? null })),
    }))
}
