import type { Schemas, WorldTable } from '../../../src/kit/client/contract.ts'
import { go, useAddress } from '../../address.ts'
import { Empty } from '../../components/empty.tsx'
import { FilterField } from '../../components/filter-field.tsx'
import { Link } from '../../components/link.tsx'
import { Problem } from '../../components/problem.tsx'
import { WindowedList } from '../../components/windowed-list.tsx'
import { useRef } from 'hono/jsx/dom'
import { call } from '../../connection.ts'
import { counted } from '../../format.ts'
import { useRevision } from '../../live.ts'
import { usePages } from '../../load.ts'
import { aboutOf, nameOf } from '../../row-names.ts'
import { useTableGroups } from '../../table-words.ts'
import { useWorld } from '../../world.ts'

type Row = Schemas['StateRow']

const ROW_HEIGHT = 31

/** The rows of a table, in the order of its key. */
export function Rows({ table }: { readonly table: string }) {
  const { id: world } = useWorld()
  const { id, q } = useAddress()
  const tables = useTableGroups().data?.flatMap((group) => group.tables)
  const title = tables?.find((each) => each.table === table)?.title ?? table
  const keys = useRef<readonly string[]>([])
  const list = usePages(
    `rows ${world} ${table} ${q ?? ''}`,
    async (offset, limit, signal) => {
      const { rows, total, key } = await call('getTable', world, {
        path: { table: table as WorldTable },
        query: { offset, count: limit, ...(q ? { text: q } : {}) },
        signal,
      })
      keys.current = key
      return { items: rows, total }
    },
    useRevision('request', 'transition', 'delivery', 'email', 'clock'),
  )
  const idOf = (row: Row): string => (keys.current ?? []).map((name) => String(row[name])).join(',')
  return (
    <>
      <div class="filters">
        <Link to={{ table: undefined, id: undefined, q: undefined }} class="text-link">
          All tables
        </Link>
        <b title={table}>{title}</b>
        <FilterField
          label={`Search in ${title}`}
          value={q ?? ''}
          onChange={(next) => go({ q: next || undefined, id: undefined }, { isStep: false })}
        />
        <span class="quiet-text">{list.total === undefined ? '' : counted(list.total, 'row')}</span>
      </div>
      {list.error !== undefined ? <Problem error={list.error} /> : null}
      {list.total === 0 ? (
        <Empty title={q ? 'No row matches' : `No rows in ${title}`} />
      ) : (
        <WindowedList
          label={`Rows of ${title}`}
          list={list}
          rowHeight={ROW_HEIGHT}
          idOf={idOf}
          selected={id}
          onSelect={(next) => go({ id: next }, { isStep: false })}
          row={(row) => (
            <Link
              to={{ id: idOf(row) }}
              class={idOf(row) === id ? 'row state on' : 'row state'}
              isCurrent={idOf(row) === id}
              isStep={idOf(row) !== id}
            >
              <span>{nameOf(table, row) || <span class="path">{idOf(row)}</span>}</span>
              <span class="quiet-text">{aboutOf(row)}</span>
              <span class="path quiet-text">{nameOf(table, row) === '' ? '' : idOf(row)}</span>
            </Link>
          )}
        />
      )}
    </>
  )
}
