import { RefusedError, type World } from '../client/index.ts'
import { replaceSecrets } from '../support/secret-places.ts'
import type { WorldJournal } from './story.ts'

/** An artifact of a failed test's world. */
export interface Artifact {
  /** The ending of its file: `bundle.json`, `journal.json`, `har`. */
  readonly ending: string
  readonly text: string
}

/** Everything that happened in a world: for people, and as files. Nothing of it contains secrets. */
export interface WorldRecord {
  readonly journal: WorldJournal
  /** A bundle for a replay, and the journal in two formats. */
  readonly artifacts: readonly Artifact[]
  /** Why there is no bundle: long runs drop their first steps. */
  readonly noBundle: string | undefined
}

/** Reads what happened in a world. Throws a `RefusedError` with status 404 if it has been deleted. */
export async function recordOf(world: World): Promise<WorldRecord> {
  const journal = await journalOf(world)
  const bundle = await bundleOf(world)
  const { requests, deliveries } = journal
  return {
    journal,
    artifacts: [
      ...(typeof bundle === 'string' ? [] : [bundle]),
      { ending: 'journal.json', text: JSON.stringify({ requests, deliveries }, null, 2) },
      { ending: 'har', text: JSON.stringify(await world.requests.har(), null, 2) },
    ],
    noBundle: typeof bundle === 'string' ? bundle : undefined,
  }
}

/** Page size of lists. */
const PAGE = 1_000

/** The journal in the format of the control API, with what HAR can't express: ignored fields, and webhooks. */
async function journalOf(world: World): Promise<WorldJournal> {
  const requests = await all((page) => world.requests.list(page))
  // Lists contain the calls that validate URLs only on request.
  const validations = await all((page) => world.deliveries.list({ ...page, event: 'validation' }))
  const deliveries = [...(await all((page) => world.deliveries.list(page))), ...validations]
  // The receiver got the webhooks unredacted; this copy is for people.
  const readable: typeof deliveries = JSON.parse(redacted(deliveries.toSorted((one, other) => one.id - other.id)))
  return { world: world.id, requests, deliveries: readable }
}

/** Plain data as JSON without secrets that are recognizable by their place, such as the password in a webhook's URL. */
function redacted(data: unknown): string {
  return replaceSecrets(JSON.stringify(data), () => '{{external}}')
}

async function all<Thing>(
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
async function bundleOf(world: World): Promise<Artifact | string> {
  try {
    return { ending: 'bundle.json', text: JSON.stringify(await world.bundle()) }
  } catch (error) {
    if (error instanceof RefusedError && error.status === 409) return error.problem.detail
    throw error
  }
}
