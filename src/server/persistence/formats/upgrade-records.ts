import type { Records } from '../store.ts'
import { countersIn, entriesOf, memberOf, withMembers } from './saved-values.ts'
import { upgradedRows } from './upgrades.ts'
import { isRow, type StoredRow, type StoredRows } from './stored-rows.ts'

/** The records of a world of an older format, with rows and counters as the current format has them. */
export function upgradeRecords(format: number, records: Records, about: AboutWorld): Records {
  const others = [...records].filter(([name]) => !name.startsWith('row '))
  const rows = [...records].filter(([name]) => name.startsWith('row '))
  const state = records.get('state')
  const world = upgraded(format, rows, { counters: countersIn(state), ...about })
  const upgradedOthers = others.map(([name, value]): [string, unknown] => {
    if (name === 'state') return [name, withMembers(value, { counters: Object.fromEntries(world.counters) })]
    if (!name.startsWith('snapshot ')) return [name, value]
    const snapshot = upgraded(format, entriesOf(memberOf(value, 'rows')), { counters: countersIn(value), ...about })
    return [
      name,
      withMembers(value, { rows: Object.fromEntries(snapshot.rows), counters: Object.fromEntries(snapshot.counters) }),
    ]
  })
  return new Map([...upgradedOthers, ...world.rows])
}

type AboutWorld = Pick<StoredRows, 'started_at' | 'world'>

interface Upgraded {
  readonly rows: readonly (readonly [name: string, value: unknown])[]
  readonly counters: ReadonlyMap<string, number>
}

function upgraded(format: number, rows: readonly (readonly [string, unknown])[], about: Omit<StoredRows, 'tables'>): Upgraded {
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
  const all: StoredRows = upgradedRows(format, { tables, ...about })
  return { rows: [...[...all.tables.values()].flatMap((table) => [...table]), ...strange], counters: all.counters }
}
