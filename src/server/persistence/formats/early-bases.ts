import { withPaths } from '../../../service/resources/urls/own-address.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import type { PlantedRows, StoredRow } from './stored-rows.ts'

/**
 * Worlds of the format 1 have a digest of their base, and no copy of it. These are the bases as the versions of that format planted
 * them, made from the base that this version plants: the latest first. The digest tells which one is right.
 */
export function* earlyBases(planted: PlantedRows, started_at: Millis): Generator<PlantedRows> {
  const first = beforeAddresses(beforeForgotten(planted))
  yield first
  const second = beforeRates(first, started_at)
  yield second
  yield beforeDrafts(second)
}

/** The base before scenarios had permanently deleted addresses, and members whose address lacks parts. */
function beforeForgotten({ tables, counters }: PlantedRows): PlantedRows {
  const forgotten = tables.get('forgotten') ?? []
  const others = [...tables].filter(([table]) => table !== 'forgotten')
  const complete = (row: StoredRow): StoredRow => {
    const values = entriesOf(row['merge_fields'])
    const whole = values.filter(([, value]) => isWhole(value))
    return whole.length === values.length ? row : { ...row, merge_fields: Object.fromEntries(whole) }
  }
  return {
    tables: new Map(others.map(([table, rows]) => [table, table === 'members' ? rows.map(complete) : rows])),
    // Permanently deleted addresses are planted last.
    counters: new Map([...counters].map(([name, last]) => [name, name === 'seq' ? last - forgotten.length : last])),
  }
}

/** Whether a merge value is anything but an address that lacks parts. */
function isWhole(value: unknown): boolean {
  const parts = Object.fromEntries(entriesOf(value))
  return !('addr1' in parts) || ['addr1', 'city', 'state', 'zip'].every((part) => parts[part] !== '')
}

/** The base before mail proxies, before opens that clicks imply were marked, and before texts had a stand-in for the address of their world: the address was empty. */
function beforeAddresses({ tables, counters }: PlantedRows): PlantedRows {
  const unproxied = (counts: unknown): object =>
    Object.fromEntries(entriesOf(counts).filter(([name]) => name !== 'proxied_rates'))
  const changes: RowChanges = {
    list_stats: (row) => ({ ...row, running: unproxied(row['running']), shown: unproxied(row['shown']) }),
    send_totals: ({ proxied: _proxied, ...row }) => row,
    campaign_actions: ({ implied: _implied, ...row }) => row,
    mailings: (row) => ({
      ...row,
      common: Object.fromEntries(entriesOf(row['common']).map(([tag, value]) => [tag, withPaths(String(value))])),
    }),
  }
  return { tables: new Map([...tables].map(([table, rows]) => [table, rows.map(changes[table] ?? same)])), counters }
}

/** The base before the rates of campaigns were stored. */
function beforeRates({ tables, counters }: PlantedRows, started_at: Millis): PlantedRows {
  const totals = (tables.get('send_totals') ?? []).map(({ seq }) => seq).toSorted((a, b) => a - b)
  const emailsOf = countByList(tables.get('recipients') ?? [])
  const opensOf = countByList(firstActions(tables, 'open'))
  const clicksOf = countByList(firstActions(tables, 'click'))
  const changes: RowChanges = {
    list_stats: ({ running, shown: _shown, list_id, ...row }) => {
      const list = String(list_id)
      const counts = entriesOf(running).flatMap(([name, value]): [string, unknown][] => {
        if (name === 'open_rates' || name === 'click_rates') return []
        if (name !== 'campaigns_sent') return [[name, value]]
        return [
          ['emails_sent', emailsOf.get(list) ?? 0],
          ['emails_opened', opensOf.get(list) ?? 0],
          ['emails_clicked', clicksOf.get(list) ?? 0],
        ]
      })
      const { mark, ...others } = row
      const all = Object.fromEntries(counts)
      return { ...others, list_id, running: all, shown: all, mark }
    },
    automation_passes: ({ completed_at: _completed_at, ...row }) => ({
      ...row,
      entered_at: row['entered_at'] === 0 ? Math.floor(started_at / 1000) : row['entered_at'],
    }),
  }
  const others = [...tables].filter(([table]) => table !== 'send_totals')
  return {
    tables: new Map(
      others.map(([table, rows]) => {
        const change = changes[table] ?? same
        return [table, rows.map((row) => withSeq(change(row), row.seq - countBelow(totals, row.seq)))]
      }),
    ),
    counters: new Map([...counters].map(([name, last]) => [name, name === 'seq' ? last - totals.length : last])),
  }
}

/** The base before campaigns could be drafts. */
function beforeDrafts({ tables, counters }: PlantedRows): PlantedRows {
  const isUnsent = ({ status, emails_sent }: StoredRow): boolean => status === 'canceled' && emails_sent === 0
  const unsentOf = countByList((tables.get('campaigns') ?? []).filter(isUnsent))
  const changes: RowChanges = {
    campaigns: (row) => {
      const segment_id = Object.fromEntries(entriesOf(row['segment']))['saved_id'] ?? 0
      const before = { ...row, segment_id, send_time: isUnsent(row) ? 0 : row['send_time'] }
      const kept = new Map<string, unknown>(Object.entries(before))
      return { ...Object.fromEntries(CAMPAIGN_FIELDS.map((field) => [field, kept.get(field)])), seq: row.seq }
    },
    campaign_actions: ({ reason: _reason, ...row }) => row,
    oauth_clients: ({ description: _description, ...row }) => row,
    list_stats: ({ running, shown: _shown, list_id, mark, ...row }) => {
      const counts = entriesOf(running).map(([name, value]): [string, unknown] =>
        name === 'campaigns' ? [name, Number(value) - (unsentOf.get(String(list_id)) ?? 0)] : [name, value],
      )
      const all = Object.fromEntries(counts)
      return { ...row, list_id, running: all, shown: all, mark }
    },
  }
  return { tables: new Map([...tables].map(([table, rows]) => [table, rows.map(changes[table] ?? same)])), counters }
}

/** The fields of campaigns before drafts, in the order in which they were written: the digest depends on it. */
const CAMPAIGN_FIELDS: readonly string[] =
  'seq id web_id list_id list_name type status title preview_text from_name from_email folder_id segment_id parent_id send_time emails_sent emails_canceled timewarp shared share_password subject_line'.split(
    ' ',
  )

type RowChanges = { readonly [table: string]: (row: StoredRow) => StoredRow }

function same(row: StoredRow): StoredRow {
  return row
}

function withSeq(row: StoredRow, seq: number): StoredRow {
  return row.seq === seq ? row : { ...row, seq }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** The first action of a kind of each recipient. */
function firstActions(tables: PlantedRows['tables'], kind: string): StoredRow[] {
  const first = new Map<string, StoredRow>()
  for (const row of tables.get('campaign_actions') ?? [])
    if (row['action'] === kind) first.set(`${String(row['campaign_id'])} ${String(row['contact_id'])}`, row)
  return [...first.values()]
}

function countByList(rows: readonly StoredRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { list_id } of rows) counts.set(String(list_id), (counts.get(String(list_id)) ?? 0) + 1)
  return counts
}

/** Number of sorted numbers below a limit. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? limit) < limit) from = middle + 1
    else to = middle
  }
  return from
}
