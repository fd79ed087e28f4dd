import { type CustomerAddress, customerFields, type CustomerRow } from '../../model/customers/customer.ts'
import { instant, money, number, plain, text } from '../../model/fields.ts'
import type { OrderRow } from '../../model/orders/order.ts'
import { customerSums } from '../../model/orders/sums.ts'
import { renderLinks } from '../answers/links.ts'
import { makeView } from '../collections/readers-and-views.ts'
import { BLANK_ADDRESS } from '../requests/address.ts'

const address = plain<CustomerAddress>(BLANK_ADDRESS)

export const customerView = makeView<CustomerRow>()({
  id: text,
  ...customerFields,
  orders_count: (tx, { store_id, id }) => customerSums(tx, store_id, id).orders_count,
  total_spent: (tx, { store_id, id }) => customerSums(tx, store_id, id).total_spent,
  address,
  created_at: instant,
  updated_at: instant,
  _links: (tx, { store_id, id }) => renderLinks(tx, 'Customer', { store_id, customer_id: id }),
})

/** A customer as orders show it after it was deleted: without links. */
export const formerCustomerView = makeView<NonNullable<OrderRow['former_customer']>>()({
  id: text,
  ...customerFields,
  orders_count: number,
  total_spent: money,
  address,
  created_at: instant,
  updated_at: instant,
})
