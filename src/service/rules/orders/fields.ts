import type { Flawed } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick, pickMapped } from '../../../kernel/support/pick.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import { ADDRESS_TEXTS, BLANK_ADDRESS, coordinatesIn } from '../requests/address.ts'
import { idIn } from '../requests/client-id.ts'
import { instantMistakes, instantsIn } from '../requests/instants.ts'
import { amountsIn, moneyIn } from '../requests/money.ts'
import type { OrderAddress, OrderRow } from '../../model/orders/order.ts'

const NO_ADDRESS: OrderAddress = Object.freeze({ name: '', ...BLANK_ADDRESS, longitude: 0, latitude: 0, phone: '', company: '' })

/** An order before anything is set. It has all fields of a row, so that all rows have one shape. */
export const BLANK_ORDER: Omit<OrderRow, 'seq'> = Object.freeze({
  store_id: '',
  id: '',
  customer_id: '',
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
  currency_code: '',
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
  workflows: [],
  notified: [],
  created_at: 0,
  ordered_at: 0,
})

const TEXTS = [
  'landing_site',
  'financial_status',
  'fulfillment_status',
  'order_url',
  'tracking_code',
  'tracking_number',
  'tracking_carrier',
  'tracking_url',
] as const

const AMOUNTS = ['order_total', 'discount_total', 'tax_total', 'shipping_total'] as const

const TIMES = ['processed_at_foreign', 'cancelled_at_foreign', 'updated_at_foreign'] as const

const ADDRESSES = ['shipping_address', 'billing_address'] as const

type Address = (typeof ADDRESSES)[number]

type Fields = Partial<
  Pick<
    OrderRow,
    (typeof TEXTS)[number] | (typeof AMOUNTS)[number] | (typeof TIMES)[number] | Address | 'currency_code' | 'promos' | 'cart_id'
  >
>

/** Lists what no schema can tell about the fields of an order in a body. */
export function fieldMistakes(body: Flawed<Pick<ServiceSchemas['UpdateOrder'], (typeof TIMES)[number]>>): FieldError[] {
  return instantMistakes(body, TIMES)
}

/** The fields of an order in a body. Addresses are merged into those of the order as it is. */
export function readOrderFields(body: Omit<ServiceSchemas['UpdateOrder'], 'lines'>, order: Pick<OrderRow, Address>): Fields {
  const { currency_code, promos, cart_id } = body
  return {
    ...pick(body, TEXTS),
    ...amountsIn(body, AMOUNTS),
    ...instantsIn(body, TIMES),
    ...pickMapped<Address, ServiceSchemas['OrderAddressInput'], OrderAddress>(body, ADDRESSES, (changes, name) =>
      changeOrderAddress(order[name], changes),
    ),
    ...(currency_code === undefined ? {} : { currency_code: currency_code.toUpperCase() }),
    ...(promos === undefined
      ? {}
      : {
          promos: promos.map(({ code, amount_discounted, type }) => ({
            code,
            amount_discounted: moneyIn(amount_discounted),
            type,
          })),
        }),
    ...(cart_id === undefined ? {} : { cart_id: idIn(cart_id) }),
  }
}

function changeOrderAddress(address: OrderAddress, changes: ServiceSchemas['OrderAddressInput']): OrderAddress {
  return {
    ...address,
    ...pick(changes, ADDRESS_TEXTS),
    ...pick(changes, ['name', 'phone', 'company']),
    ...coordinatesIn(changes),
  }
}
