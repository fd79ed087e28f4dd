import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../answers/links.ts'
import { customerSums } from '../../model/orders/sums.ts'
import { text } from '../../model/fields.ts'
import { compileView } from '../collections/compile-fields.ts'
import { customerFields, type CustomerRow } from '../../model/customers/customer.ts'

const showFields = compileView<Omit<CustomerRow, 'seq'>>()({ id: text, ...customerFields })

export function customerView(tx: ReadTx, customer: CustomerRow): ServiceSchemas['Customer'] {
  const { store_id, id } = customer
  return {
    ...customerRecord(tx, customer, customerSums(tx, store_id, id)),
    _links: renderLinks(tx, 'Customer', { store_id, customer_id: id }),
  }
}

/** A customer as orders show it after it was deleted: without links. */
export function customerRecord(
  tx: ReadTx,
  customer: Omit<CustomerRow, 'seq'>,
  { orders_count, total_spent }: Pick<ServiceSchemas['Customer'], 'orders_count' | 'total_spent'>,
): Omit<ServiceSchemas['Customer'], '_links'> {
  return {
    ...showFields(tx, customer),
    orders_count,
    total_spent,
    address: customer.address,
    created_at: timestamp(customer.created_at),
    updated_at: timestamp(customer.updated_at),
  }
}
