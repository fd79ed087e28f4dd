import type { Schemas } from '../contract/control.ts'
import type { Entry } from '../host/entry.ts'
import { readDuration, type Millis } from '../support/time.ts'
import { unusable } from './errors.ts'
import { farness } from './farness.ts'
import type { ControlOperations } from './operation.ts'
import { looksOf, type Look } from './request-match.ts'
import { differencesOf, fitOf, RequestTally } from './request-tally.ts'
import { isDecided, isTooFew, verdictOf, type Counted } from './verdict.ts'
import { WAIT_MS_MAX, waitUntil } from './wait.ts'

export const verifyOperations = {
  async verifyRequests({ stage, cell, body: { match = {}, count = ONCE, within } = {}, gone }) {
    const { journal, secrets } = cell.log
    const looks = looksOf(secrets, match)
    const wait = readWithin(within)
    stage.pacer.sync(cell)
    const tally = new RequestTally(journal, looks)
    const isDone = () => isDecided(tally.count(), count)
    await waitUntil(stage, cell, isDone, wait, gone, (look) => journal.watch(look))
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
  entries: readonly Entry[],
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

function closestOf(entries: readonly Entry[], looks: readonly Look[]): Schemas['Verdict']['closest'] {
  return entries
    .map((entry) => ({ entry, differences: differencesOf(looks, entry) }))
    .map((each) => ({ ...each, far: farness(each.differences) }))
    .toSorted((a, b) => a.differences.length - b.differences.length || a.far - b.far || b.entry.number - a.entry.number)
    .slice(0, CLOSEST_MAX)
    .map(({ entry: { id }, differences }) => ({
      id,
      differences: differences.map(({ at, expected, actual }) => ({ at, expected, actual: actual ?? null })),
    }))
}
