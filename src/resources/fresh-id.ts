import type { Tx } from '../world/tx.ts'

/** An id of ten hex digits, drawn until it is one that nothing has yet. */
export function freshId(tx: Tx, stream: string, taken: (id: string) => boolean): string {
  let id = tx.hex(stream, 10)
  while (taken(id)) id = tx.hex(stream, 10)
  return id
}
