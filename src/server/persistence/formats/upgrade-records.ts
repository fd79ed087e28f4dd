import type { Millis } from '../../../kernel/support/time.ts'
import type { Records } from '../store.ts'
import { upgradedRows } from './upgrades.ts'
import { isRow, type StoredRow, type StoredRows } from './stored-rows.ts'

/** The records of a world of an older format, with rows and counters as the current format has them. */
export function upgradeRecords(format: number, records: Records, started_at: Millis): Records {
  const others = [...records].filter(([name]) => !name.startsWith('row '))
  const rows = [...records].filter(([name]) => name.startsWith('row '))
  const state = records.get('state')
  const world = upgraded(format, rows, countersIn(state), started_at)
  const upgradedOthers = others.map(([name, value]): [string, unknown] => {
    if (name === 'state') return [name, withMembers(value, { counters: Object.fromEntries(world.counters) })]
    if (!name.startsWith('snapshot ')) return [name, value]
    const snapshot = upgraded(format, entriesOf(memberOf(value, 'rows')), countersIn(value), started_at)
    return [
      name,
      withMembers(value, { rows: Object.fromEntries(snapshot.rows), counters: Object.fromEntries(snapshot.counters) }),
    ]
  })
  return new Map([...upgradedOthers, ...world.rows])
}

interface Upgraded {
  readonly rows: readonly (readonly [name: string, value: unknown])[]
  readonly counters: ReadonlyMap<string, number>
}

function upgraded(
  format: number,
  rows: readonly (readonly [string, unknown])[],
  counters: ReadonlyMap<string, number>,
  started_at: Millis,
): Upgraded {
  const tables = new Map<string, Map<string, StoredRow | null | undefined>>()
  // A value that is no row is reported where it is read.
  const strange: (readonly [string, unknown])[] = []
  for (const [name, value] of rows) {
    if (value !== null && value !== undefined && !isRow(value)) {
      strange.push([name, value])
      continue
    }
    const table = name.split(' ', 2)[1] ?? ''
    const known = tables.get(table) ?? new Map<string, StoredRow | null | undefined>()
    tables.set(table, known.set(name, value))
  }
  const all: StoredRows = upgradedRows(format, { tables, counters, started_at })
  return { rows: [...[...all.tables.values()].flatMap((table) => [...table]), ...strange], counters: all.counters }
}

function countersIn(value: unknown): ReadonlyMap<string, number> {
  return new Map(
    entriesOf(memberOf(value, 'counters')).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}

function memberOf(value: unknown, name: string): unknown {
  return entriesOf(value).find(([each]) => each === name)?.[1]
}

function withMembers(value: unknown, members: object): unknown {
  return typeof value === 'object' && value !== null ? { ...value, ...members } : value
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
