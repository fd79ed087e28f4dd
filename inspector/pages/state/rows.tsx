import type { WorldTable } from '../../../src/kit/client/contract.ts'
import { useAddress } from '../../address.ts'
import { Empty } from '../../components/empty.tsx'
import { FilterField } from '../../components/filter-field.tsx'
import { Link } from '../../components/link.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { WindowedList } from '../../components/windowed-list.tsx'
import { useRef } from 'hono/jsx/dom'
import { call } from '../../connection.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { useRevision } from '../../live.ts'
import { usePages } from '../../load.ts'
import { describeRow, hasShortNames, type NamedRow, namedRows, nameRow } from '../../row-names.ts'
import { useTableGroups } from '../../table-words.ts'
import { useWorld } from '../../world.ts'

const ROW_HEIGHT = 31

/** The rows of a table, in the order of its key. */
export function Rows({ table }: { readonly table: string }) {
  const { id: world } = useWorld()
  const { q } = useAddress()
  const tables = useTableGroups().data?.flatMap((group) => group.tables)
  const title = tables?.find((each) => each.table === table)?.title ?? ''
  const keys = useRef<readonly string[]>([])
  const list = usePages(
    `rows ${world} ${table} ${q ?? ''}`,
    async (offset, limit, signal) => {
      const { total, key, ...found } = await call('getTable', world, {
        path: { table: table as WorldTable },
        query: { offset, count: limit, ...(q ? { text: q } : {}) },
        signal,
      })
      keys.current = key
      return { items: namedRows(found), total }
    },
    useRevision(),
  )
  const idOf = ({ row }: NamedRow): string => (keys.current ?? []).map((name) => String(row[name])).join(',')
  return (
    <>
      <div class="filters">
        <Link to={{ table: undefined, id: undefined, q: undefined }} class="text-link">
          All tables
        </Link>
        <b title={table}>{title}</b>
        <FilterField label={`Search in ${title}`} />
        <span class="quiet-text">{list.total === undefined ? '' : formatCount(list.total, 'row')}</span>
      </div>
      <WindowedList
        label={`Rows of ${title}`}
        list={list}
        rowHeight={ROW_HEIGHT}
        idOf={idOf}
        empty={<Empty title={q ? 'No row matches' : `No rows in ${title}`} />}
        row={(each) => {
          const [own, name, about] = [idOf(each), nameRow(table, each), describeRow(table, each)]
          return (
            <RowLink id={own} class={hasShortNames(table) ? 'state short' : 'state'} title={about || undefined}>
              <span>{name || <span class="path">{own}</span>}</span>
              <span class="quiet-text">{about}</span>
              <span class="path quiet-text">{name === '' ? '' : own}</span>
            </RowLink>
          )
        }}
      />
    </>
  )
}
