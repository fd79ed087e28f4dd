import { RefusedError, type Schemas, type World } from '../client/index.ts'
import { formatCount } from '../../kernel/support/words.ts'
import { replaceSecrets } from '../../kernel/support/secret-places.ts'
import { readDuration } from '../../kernel/support/time.ts'
import { cachedStats } from './cached-stats.ts'
import { leftOutSources } from './left-out-sources.ts'
import type { WorldJournal } from './story.ts'
import { orderIn, type WorldOrder } from './world-actions.ts'

/** An artifact of a failed test's world. */
interface Artifact {
  /** The ending of its file: `bundle.json`, `journal.json`, `har`. */
  readonly ending: string
  readonly text: string
}

/** Everything that happened in a world: for people, and as files. Nothing of it contains secrets. */
export interface WorldEvidence {
  readonly journal: WorldJournal
  /** A bundle for a replay, and the journal in two formats. */
  readonly artifacts: readonly Artifact[]
  /** Why there is no bundle: long runs drop their first steps. */
  readonly noBundle: string | undefined
}

/** Reads what happened in a world. Throws a `RefusedError` with status 404 if it has been deleted. */
export async function readEvidence(world: World): Promise<WorldEvidence> {
  const { requests, deliveries } = await readJournal(world)
  const bundle = await fetchBundle(world)
  const { actions, steps } = typeof bundle === 'string' ? NO_ORDER : orderIn(bundle, requests)
  return {
    journal: {
      world: world.id,
      requests,
      deliveries,
      actions,
      steps,
      remarks: new Map([
        ...(typeof bundle === 'string' ? [] : await cachedStats(world, bundle.origin.now, requests)),
        ...(await leftOutSources(world, requests)),
      ]),
      pending: await pendingNote(world),
    },
    artifacts: [
      ...(typeof bundle === 'string' ? [] : [{ ending: 'bundle.json', text: JSON.stringify(bundle) }]),
      { ending: 'journal.json', text: JSON.stringify({ requests, deliveries }, null, 2) },
      { ending: 'har', text: JSON.stringify(await world.requests.har(), null, 2) },
    ],
    noBundle: typeof bundle === 'string' ? bundle : undefined,
  }
}

/** Without a bundle, only calls and attempts are known. */
const NO_ORDER: WorldOrder = { actions: [], steps: new Map() }

/** A sentence about the jobs that a frozen clock holds back. `undefined` if there are none, or if the clock runs. */
async function pendingNote({ clock }: World): Promise<string | undefined> {
  const {
    mode,
    now,
    pending: { length: total },
  } = await clock.get()
  const [next] = mode === 'frozen' ? await clock.jobs({ limit: 1 }) : []
  if (!next) return undefined
  const others = total > 1 ? ` ${formatCount(total - 1, 'other job')} ${total === 2 ? 'is' : 'are'} pending.` : ''
  const seconds = (readDuration(next.in) ?? 0) / 1_000
  return `The clock is frozen at ${now.slice(0, SECONDS).replace('T', ' ')}. ${next.summary} in ${seconds} s; advance the clock.${others}`
}

/** Length of an instant up to its seconds. */
const SECONDS = 19

/** Page size of lists. */
const PAGE = 1_000

/** The journal in the format of the control API, with what HAR can't express: ignored fields, and webhooks. */
async function readJournal(world: World): Promise<Pick<WorldJournal, 'requests' | 'deliveries'>> {
  const requests = await listAll((page) => world.requests.list(page))
  // Lists contain the calls that validate URLs only on request.
  const validations = await listAll((page) => world.deliveries.list({ ...page, event: 'validation' }))
  const deliveries = [...(await listAll((page) => world.deliveries.list(page))), ...validations]
  // The receiver got the webhooks unredacted; this copy is for people.
  const readable: typeof deliveries = JSON.parse(redactSecrets(deliveries.toSorted((one, other) => one.id - other.id)))
  return { requests, deliveries: readable }
}

/** Plain data as JSON without secrets that are recognizable by their place, such as the password in a webhook's URL. */
function redactSecrets(data: unknown): string {
  return replaceSecrets(JSON.stringify(data), () => '{{external}}')
}

async function listAll<Thing>(
  list: (page: { readonly limit: number; readonly offset: number }) => Promise<readonly Thing[]>,
): Promise<Thing[]> {
  const things: Thing[] = []
  for (;;) {
    const page = await list({ limit: PAGE, offset: things.length })
    things.push(...page)
    if (page.length < PAGE) return things
  }
}

/** The bundle, or the reason why there is none. */
async function fetchBundle(world: World): Promise<Schemas['Bundle'] | string> {
  try {
    return await world.bundle()
  } catch (error) {
    if (error instanceof RefusedError && error.status === 409) return error.problem.detail
    throw error
  }
}
