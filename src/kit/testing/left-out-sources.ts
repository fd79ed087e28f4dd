import { isObject } from '../../kernel/support/is-object.ts'
import type { Schemas, World } from '../client/index.ts'

/** Maximum number of calls, the latest ones, whose missing webhooks are explained. */
const CALLS_MAX = 20
const ROWS_MAX = 1_000

/**
 * A note for each call whose webhooks a registered webhook leaves out, since it does not have the source `api`. Applications seldom expect
 * that their own changes are not reported.
 */
export async function leftOutSources(
  world: World,
  requests: readonly Schemas['Request'][],
): Promise<ReadonlyMap<string, string>> {
  const notes = new Map<string, string>()
  const { rows } = await world.state.table('webhooks', { count: ROWS_MAX })
  if (!rows.some(({ sources }) => isObject(sources) && sources['api'] !== true)) return notes
  for (const { id } of requests.filter(({ events }) => events.length > 0).slice(-CALLS_MAX)) {
    const { non_events } = await world.why({ entity: 'request', id })
    const summaries = non_events.filter(({ code }) => code === 'source_off').map(({ summary }) => summary)
    if (summaries.length > 0) notes.set(id, [...new Set(summaries)].join(' '))
  }
  return notes
}
