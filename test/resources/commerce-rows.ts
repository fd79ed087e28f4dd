import type { Tx } from '../../src/kernel/world/tx.ts'
import { type CustomerRow, customers } from '../../src/service/model/customers/customer.ts'
import { carts } from '../../src/service/model/carts/cart.ts'
import { lines } from '../../src/service/model/lines/line.ts'

const AT_STORE = { store_id: 'acme-shop' }

/** Adds a cart with one line to the store, without an operation. */
export function plantCart(tx: Tx, customer_id: string): void {
  const id = `cart-of-${customer_id}`
  tx.insert(carts, {
    ...AT_STORE,
    id,
    customer_id,
    campaign_id: '',
    checkout_url: '',
    currency_code: 'USD',
    order_total: 0,
    tax_total: 0,
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
    ...AT_STORE,
    id: 'c1',
    made_contact: false,
    email_key: fields.email_address,
    sms_phone_number: '',
    opt_in_status: false,
    company: '',
    first_name: '',
    last_name: '',
    address: {
      address1: '',
      address2: '',
      city: '',
      province: '',
      province_code: '',
      postal_code: '',
      country: '',
      country_code: '',
    },
    created_at: tx.now,
    updated_at: tx.now,
    ...fields,
  })
}
