import type { Tx } from '../../../kernel/world/tx.ts'
import { addTotals, fromFormat1 } from './from-1.ts'
import type { StoredRows } from './stored-rows.ts'

/** From a format to the next one. */
interface Upgrade {
  /** Changes stored rows one by one: the rows of a base, or the differences between a world and its base. */
  readonly rows: (stored: StoredRows) => StoredRows
  /** Adds the rows that follow from all other rows of a world, which have the current format already. */
  readonly complete?: (tx: Tx) => void
}

/** The upgrades by the format that they begin with. Each format but the current one has an upgrade. */
export const upgrades: { readonly [from: number]: Upgrade } = {
  1: { rows: fromFormat1, complete: addTotals },
}

/** Converts stored rows of an older format to the current format. */
export function upgradedRows(format: number, stored: StoredRows): StoredRows {
  return upgradesFrom(format).reduce((rows, upgrade) => upgrade.rows(rows), stored)
}

/** Adds what older formats do not store and what follows from their rows. */
export function completeRows(format: number, tx: Tx): void {
  for (const { complete } of upgradesFrom(format)) complete?.(tx)
}

function upgradesFrom(format: number): Upgrade[] {
  return Object.entries(upgrades).flatMap(([from, upgrade]) => (Number(from) >= format ? [upgrade] : []))
}
