import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { CustomerRow } from '../../model/customers/customer.ts'
import { moneyIn } from '../../model/requests/money.ts'
import { emit } from '../resource-events.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { orders } from '../../model/orders/order.ts'
import { customerSums } from '../../model/orders/sums.ts'

/** Keeps a customer that is about to be deleted in its orders, with its sums. The orders still count for the contact. */
export function keepFormerCustomer(tx: Tx, { seq: _seq, ...customer }: CustomerRow): void {
  const { orders_count, total_spent } = customerSums(tx, customer.store_id, customer.id)
  const former_customer = { ...customer, orders_count, total_spent: moneyIn(total_spent) }
  for (const order of ordersOf(tx, customer)) tx.put(orders, { ...order, former_customer })
}

/** Gives a new customer the orders of a deleted one with the same id. They count for the contact of the new customer from now on. */
export function relinkOrders(tx: Tx, store: StoreRow, customer: CustomerRow): void {
  const { contact_id } = customer
  for (const before of ordersOf(tx, customer)) {
    const after = tx.put(orders, { ...before, former_customer: undefined, contact_id })
    emit(tx, 'order.changed', { store, before, after })
  }
}

function ordersOf(tx: ReadTx, { store_id, id: customer_id }: Pick<CustomerRow, 'store_id' | 'id'>) {
  return tx.range(orders.ofCustomer, { store_id, customer_id }).all()
}
