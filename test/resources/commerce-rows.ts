import type { Tx } from '../../src/kernel/world/tx.ts'
import { type CustomerRow, customers } from '../../src/service/model/customers/customer.ts'
import { carts } from '../../src/service/model/carts/cart.ts'
import { lines } from '../../src/service/model/lines/line.ts'
import { BLANK_CART } from '../../src/service/rules/carts/make.ts'
import { BLANK_CUSTOMER } from '../../src/service/rules/customers/make.ts'

const AT_STORE = { store_id: 'acme-shop' }

/** Adds a cart with one line to the store, without an operation. */
export function plantCart(tx: Tx, customer_id: string): void {
  const id = `cart-of-${customer_id}`
  tx.insert(carts, {
    ...BLANK_CART,
    ...AT_STORE,
    id,
    customer_id,
    currency_code: 'USD',
    created_at: tx.now,
    updated_at: tx.now,
  })
  tx.insert(lines, {
    ...AT_STORE,
    owner: 'cart',
    owner_id: id,
    id: '1',
    product_id: 'hat',
    product_variant_id: 'hat',
    quantity: 1,
    price: 0,
    discount: 0,
    last_known: undefined,
  })
}

/** Adds a customer of a contact to the store, without an operation. */
export function plantCustomer(tx: Tx, fields: Pick<CustomerRow, 'contact_id' | 'email_address'> & Partial<CustomerRow>): void {
  tx.insert(customers, {
    ...BLANK_CUSTOMER,
    ...AT_STORE,
    id: 'c1',
    email_key: fields.email_address,
    created_at: tx.now,
    updated_at: tx.now,
    ...fields,
  })
}
