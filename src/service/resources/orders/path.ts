import type { ReadTx } from '../../../kernel/world/tx.ts'
import { asOwner, lineOrThrow } from '../../model/lines/line.ts'
import type { PathCall } from '../../model/path-call.ts'
import { checkStorePath } from '../../rules/stores/path.ts'
import { type StoreRow, storeOrThrow } from '../../model/stores/store.ts'
import { orderOrThrow, type OrderRow } from '../../model/orders/order.ts'

/** Checks the path of a call about orders and their lines. */
export function checkOrderPath(tx: ReadTx, call: PathCall): void {
  const { order_id, line_id } = call.path
  checkStorePath(tx, call, (store_id) => {
    if (order_id === undefined) return
    const order = orderOrThrow(tx, store_id, order_id)
    if (line_id !== undefined) lineOrThrow(tx, asOwner('order', order), line_id)
  })
}

export interface OrderInStore {
  readonly store: StoreRow
  readonly order: OrderRow
}

/** The order that a path names, with its store. Throws a 404 if there is none. */
export function orderAt(
  tx: ReadTx,
  { store_id, order_id }: { readonly store_id: string; readonly order_id: string },
): OrderInStore {
  const store = storeOrThrow(tx, store_id)
  return { store, order: orderOrThrow(tx, store.id, order_id) }
}
