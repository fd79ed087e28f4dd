import { go, useAddress } from '../address.ts'
import { Link } from '../components/link.tsx'
import { Problem } from '../components/problem.tsx'
import { Split } from '../components/split.tsx'
import { call } from '../connection.ts'
import { useRevision } from '../live.ts'
import { useLoad } from '../load.ts'
import { useWorld } from '../world.ts'
import { Comparison } from './state/comparison.tsx'
import { RowCard } from './state/row-card.tsx'
import { Rows } from './state/rows.tsx'

/** The tables of a world, the rows of one, and a row with its history. Or two states, compared. */
export function StatePage() {
  const { table, id, compare } = useAddress()
  if (compare === '1') return <Comparison />
  return (
    <Split
      list={table === undefined ? <Tables /> : <Rows key={table} table={table} />}
      detail={table === undefined || id === undefined ? undefined : <RowCard key={`${table} ${id}`} table={table} id={id} />}
      hint={table === undefined ? 'Select a table to see its rows.' : 'Select a row to see its fields and its history.'}
    />
  )
}

function Tables() {
  const { id: world } = useWorld()
  const { data, error } = useLoad(
    `tables ${world}`,
    (signal) => call('getState', world, { signal }),
    useRevision('request', 'transition', 'delivery', 'email', 'clock'),
  )
  if (error !== undefined && !data) return <Problem error={error} />
  const tables = Object.entries(data?.tables ?? {})
  return (
    <>
      <div class="filters">
        <b class="title">{tables.length} tables</b>
        <button onClick={() => go({ compare: '1' })}>Compare states</button>
      </div>
      <ul class="tables">
        {tables
          .toSorted(([a, one], [b, other]) => Number(one === 0) - Number(other === 0) || (a < b ? -1 : 1))
          .map(([name, count]) => (
            <li key={name}>
              <Link to={{ table: name }} class={count === 0 ? 'row table none' : 'row table'}>
                <span class="path">{name}</span>
                <span class="count">{count.toLocaleString('en')}</span>
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}
