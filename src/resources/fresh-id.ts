import type { Tx } from '../world/tx.ts'

/** Draws an unused id of ten hex digits. */
export function freshId(tx: Tx, stream: string, taken: (id: string) => boolean): string {
  let id = tx.hex(stream, 10)
  while (taken(id)) id = tx.hex(stream, 10)
  return id
}
