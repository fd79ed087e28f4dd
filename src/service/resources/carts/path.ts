import type { Tx } from '../../../kernel/world/tx.ts'
import { lineOrThrow } from '../lines/line.ts'
import type { PathCall } from '../manifest.ts'
import { checkStorePath } from '../stores/path.ts'
import { cartOrThrow, linesOf } from './cart.ts'

/** Checks the path of a call about carts and their lines. */
export function checkCartPath(tx: Tx, call: PathCall): void {
  const { cart_id, line_id } = call.path
  checkStorePath(tx, call, (store_id) => {
    if (cart_id === undefined) return
    const cart = cartOrThrow(tx, store_id, cart_id)
    if (line_id !== undefined) lineOrThrow(tx, linesOf(cart), line_id)
  })
}
