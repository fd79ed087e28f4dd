import type { Schemas } from '../../../src/kit/client/contract.ts'
import { go } from '../../address.ts'
import { Link } from '../../components/link.tsx'
import { Problem } from '../../components/problem.tsx'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { useTableGroups } from '../../table-words.ts'

type Group = Schemas['TableGroup']

/** The tables by group, with their numbers of rows. Internal ones are folded, and empty ones are at the end of their group. */
export function Tables() {
  const { data: groups = [], error } = useTableGroups()
  if (error !== undefined && groups.length === 0) return <Problem error={error} />
  const shown = groups.filter(({ internal }) => !internal)
  const internal = groups.filter((each) => each.internal)
  return (
    <>
      <div class="filters">
        <b class="title">{formatCount(shown.flatMap(({ tables }) => tables).length, 'table')}</b>
        <button onClick={() => go({ compare: '1' })}>Compare states</button>
      </div>
      <div class="tables">
        {shown.map(({ group, tables }) => (
          <section key={group}>
            <h2 class="heading">{group}</h2>
            <TableList tables={tables} />
          </section>
        ))}
        {internal.map(({ group, tables }) => (
          <details key={group}>
            <summary class="heading">
              {group}: {formatCount(tables.length, 'table')}
            </summary>
            <TableList tables={tables} />
          </details>
        ))}
      </div>
    </>
  )
}

function TableList({ tables }: { readonly tables: Group['tables'] }) {
  return (
    <ul>
      {tables
        .toSorted((a, b) => Number(a.rows === 0) - Number(b.rows === 0))
        .map(({ table, title, rows }) => (
          <li key={table}>
            <Link to={{ table }} title={table} class={rows === 0 ? 'row table none' : 'row table'}>
              <span>{title}</span>
              <span class="count">{formatCount(rows)}</span>
            </Link>
          </li>
        ))}
    </ul>
  )
}
