import { useAddress } from '../address.ts'
import { Split } from '../components/split.tsx'
import { Comparison } from './state/comparison.tsx'
import { RowCard } from './state/row-card.tsx'
import { Rows } from './state/rows.tsx'
import { Tables } from './state/tables.tsx'

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
