import type { WorldState } from '../../src/kernel/world/world.ts'
import { tableRows } from '../control/bundles/bundle-world.ts'

/** The rows that hold an address, plain or encoded. No row may hold the address of its world: in a fork it would lead to the original. */
export function rowsWith(address: string, { tables }: Pick<WorldState, 'tables'>): unknown[] {
  const encoded = encodeURIComponent(address)
  return Object.entries(tableRows(tables)).flatMap(([table, rows]) =>
    rows.flatMap((row) => {
      const text = JSON.stringify(row)
      return text.includes(address) || text.includes(encoded) ? [{ table, row }] : []
    }),
  )
}
