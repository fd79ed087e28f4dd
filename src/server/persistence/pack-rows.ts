import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { FindTable } from '../../service/model/tables.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import { freezeRow } from '../../kernel/world/freeze.ts'
import { allRowsOf, digestOf, digestOfRows } from '../../kernel/world/rows.ts'
import { TableState } from '../../kernel/world/table-state.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { isRow, type PlantedRows } from './stored-rows.ts'
import type { Base } from './store.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Higher qualities take many times as long, for little less. */
const QUALITY = 4

type Rows = Pick<WorldState, 'tables' | 'counters'>

/** The base of worlds that begin with these rows. */
export function makePackBase(rows: Rows): Base {
  return {
    digest: digestOf(rows),
    pack: async () => {
      const text = JSON.stringify({ counters: Object.fromEntries(rows.counters), tables: Object.fromEntries(allRowsOf(rows)) })
      return compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
    },
  }
}

/** The rows of a packed base, in the format in which it was written. Returns `undefined` if the digest belongs to other rows. */
export async function unpackBase(packed: Uint8Array, digest: string): Promise<PlantedRows | undefined> {
  const content: unknown = JSON.parse(String(await decompress(packed).catch(() => 'null')))
  if (!isObject(content) || !isObject(content['counters']) || !isObject(content['tables'])) return undefined
  const counters = new Map(
    Object.entries(content['counters']).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
  const tables = new Map(
    Object.entries(content['tables']).map(([table, rows]) => [table, Array.isArray(rows) ? rows.filter(isRow) : []] as const),
  )
  return digestOfRows(counters, tables) === digest ? { counters, tables } : undefined
}

/** Converts stored rows of the current format to the rows of a world. */
export function readRows({ tables, counters }: PlantedRows, find: FindTable): Rows {
  const made: (TableState | undefined)[] = []
  for (const [name, rows] of tables) {
    const table = find(name)
    if (table) made[table.number] = TableState.of(table, rows.map(freezeRow))
  }
  return { tables: made, counters }
}
