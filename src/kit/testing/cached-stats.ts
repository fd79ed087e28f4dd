import type { Schemas, World } from '../client/index.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import { parseJsonOrNone } from '../../kernel/support/json-fault.ts'
import { readDuration, readInstantMillis } from '../../kernel/support/time.ts'

/** The stats of a list that are cached, each with the count from which it is made. */
const STATS = [
  ['member_count', 'subscribed'],
  ['unsubscribe_count', 'unsubscribed'],
  ['cleaned_count', 'cleaned'],
  ['campaign_count', 'campaigns'],
  ['merge_field_count', 'merge_fields'],
] as const

/** The operations that answer with stats of lists. */
const OPERATIONS: readonly (string | null)[] = ['getLists', 'getList']

/**
 * A note for each call that was answered with stats from the cache: the cached value and the current value. `begin` is the time at which
 * the world began: the cache of an older list counts from there.
 */
export async function cachedStats(
  world: World,
  begin: string,
  requests: readonly Schemas['Request'][],
): Promise<ReadonlyMap<string, string>> {
  const notes = new Map<string, string>()
  const calls = requests.filter(({ operation, status }) => status === 200 && OPERATIONS.includes(operation))
  if (calls.length === 0) return notes
  const { rows } = await world.state.table('list_stats', { count: ROWS_MAX })
  const behind = rows.filter(({ shown, running }) =>
    STATS.some(([, count]) => readStat(shown, count) !== readStat(running, count)),
  )
  if (behind.length === 0) return notes
  const { stats_cache: length = 0 } = await world.settings.get()
  const cache = readDuration(length) ?? 0
  const changes = await world.changes({ table: 'list_stats', limit: ROWS_MAX })
  for (const call of calls) {
    const before = changes.filter((change) => isBefore(change, call, requests))
    const [note] = behind.flatMap((row) => {
      const list = listIn(call.response?.body ?? '', row['list_id'])
      const mark = markBefore(call.at, [begin, String(list?.['date_created'])], cache)
      return before.some(({ at }) => millisOf(at) >= mark) ? noteStaleStats(row, list?.['stats']) : []
    })
    if (note !== undefined) notes.set(call.id, note)
  }
  return notes
}

const ROWS_MAX = 1_000

function isBefore({ at, cause }: Schemas['Change'], call: Schemas['Request'], requests: readonly Schemas['Request'][]): boolean {
  const causing = requests.findIndex(({ id }) => id === cause.request)
  return causing === -1 ? at <= call.at : causing < requests.indexOf(call)
}

function noteStaleStats({ shown, running }: Schemas['StateRow'], stats: unknown): readonly string[] {
  return STATS.flatMap(([name, count]) => {
    const [then, now] = [readStat(shown, count), readStat(running, count)]
    return then !== now && readStat(stats, name) === then ? [`${name} ${then} from the stats cache, now ${now}`] : []
  })
}

/** The last renewal of the cache before an instant. The cache is renewed in equal intervals, counted from the latest of `starts`. */
function markBefore(at: string, starts: readonly string[], length: number): number {
  const start = Math.max(...starts.map(millisOf))
  return length === 0 ? Number.POSITIVE_INFINITY : start + Math.floor((millisOf(at) - start) / length) * length
}

function millisOf(instant: string): number {
  return readInstantMillis(instant) ?? 0
}

/** Finds a list in an answer, which is the list itself or a page of lists. */
function listIn(body: string, id: unknown): { readonly [member: string]: unknown } | undefined {
  const answer = parseJsonOrNone(body)
  if (!isObject(answer)) return undefined
  const { lists = [answer] } = answer
  const found = Array.isArray(lists) ? lists.find((each: unknown) => isObject(each) && each['id'] === id) : undefined
  return isObject(found) ? found : undefined
}

function readStat(thing: unknown, name: string): number | undefined {
  const value = isObject(thing) ? thing[name] : undefined
  return typeof value === 'number' ? value : undefined
}
