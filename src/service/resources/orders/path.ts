import type { Tx } from '../../../kernel/world/tx.ts'
import { lineOrThrow } from '../lines/line.ts'
import type { PathCall } from '../manifest.ts'
import { checkStorePath } from '../stores/path.ts'
import { linesOf } from './make.ts'
import { orderOrThrow } from './order.ts'

/** Checks the path of a call about orders and their lines. */
export function checkOrderPath(tx: Tx, call: PathCall): void {
  const { order_id, line_id } = call.path
  checkStorePath(tx, call, (store_id) => {
    if (order_id === undefined) return
    const order = orderOrThrow(tx, store_id, order_id)
    if (line_id !== undefined) lineOrThrow(tx, linesOf(order), line_id)
  })
}
