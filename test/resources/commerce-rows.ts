import type { Tx } from '../../src/kernel/world/tx.ts'
import { type CustomerRow, customers } from '../../src/service/resources/customers/customer.ts'
import { carts } from '../../src/service/resources/carts/cart.ts'
import { lines } from '../../src/service/resources/lines/line.ts'
import { type OrderAddress, type OrderRow, orders } from '../../src/service/resources/orders/order.ts'

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

const NO_ADDRESS: OrderAddress = {
  name: '',
  address1: '',
  address2: '',
  city: '',
  province: '',
  province_code: '',
  postal_code: '',
  country: '',
  country_code: '',
  longitude: 0,
  latitude: 0,
  phone: '',
  company: '',
}

/** Adds an order of the customer `c1` to the store, without an operation. */
export function plantOrder(tx: Tx, fields: Partial<Omit<OrderRow, 'seq'>> = {}): void {
  tx.insert(orders, {
    ...AT_STORE,
    id: 'o1',
    customer_id: 'c1',
    contact_id: '',
    former_customer: undefined,
    campaign_id: '',
    outreach_id: '',
    outreach: undefined,
    attribution: undefined,
    sent: { campaign_id: '', outreach_id: '' },
    landing_site: '',
    financial_status: '',
    fulfillment_status: '',
    currency_code: 'USD',
    order_total: 0,
    order_url: '',
    discount_total: 0,
    tax_total: 0,
    shipping_total: 0,
    tracking_code: '',
    processed_at_foreign: 0,
    cancelled_at_foreign: 0,
    updated_at_foreign: 0,
    shipping_address: NO_ADDRESS,
    billing_address: NO_ADDRESS,
    promos: [],
    tracking_number: '',
    tracking_carrier: '',
    tracking_url: '',
    cart_id: '',
    notified: [],
    created_at: tx.now,
    ordered_at: tx.now,
    ...fields,
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
