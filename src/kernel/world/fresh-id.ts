import type { Tx } from './tx.ts'

/** Number of hex digits of most ids. */
const DIGITS = 10

/** Draws an unused id of hex digits from a random stream. */
export function freshId(tx: Tx, stream: string, taken: (id: string) => boolean, digits = DIGITS): string {
  let id = tx.hex(stream, digits)
  while (taken(id)) id = tx.hex(stream, digits)
  return id
}

/** Counts to the next unused number, by default from 1. Scenarios may set numbers as well, so numbers that are taken are skipped. */
export function freshNumber(tx: Tx, counter: string, taken: (id: number) => boolean, first?: number): number {
  let id = tx.count(counter, first)
  while (taken(id)) id = tx.count(counter, first)
  return id
}
