import type { Tx } from '../world/tx.ts'

/** A UUID for what has no request of its own, drawn from the world. */
export function drawInstance(tx: Tx): string {
  const hex = tx.hex('instance', 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
