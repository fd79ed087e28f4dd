import type { Flawed } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick, pickMapped } from '../../../kernel/support/objects.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import { ADDRESS_TEXTS, BLANK_ADDRESS, coordinatesIn } from '../requests/address.ts'
import { findInstants, makeBlank } from '../../model/fields.ts'
import { moneyIn } from '../../model/requests/money.ts'
import { makeReader } from '../collections/readers-and-views.ts'
import { instantMistakes } from '../requests/instants.ts'
import { type OrderAddress, orderFields, type OrderRow } from '../../model/orders/order.ts'

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
  ...makeBlank(orderFields),
  shipping_address: NO_ADDRESS,
  billing_address: NO_ADDRESS,
  promos: [],
  workflows: [],
  notified: [],
  created_at: 0,
  ordered_at: 0,
})

const readFields = makeReader(orderFields)
const INSTANTS = findInstants(orderFields)

const ADDRESSES = ['shipping_address', 'billing_address'] as const

type Address = (typeof ADDRESSES)[number]

/** Lists what no schema can tell about the fields of an order in a body. */
export function fieldMistakes(body: Flawed<Pick<ServiceSchemas['UpdateOrder'], (typeof INSTANTS)[number]>>): FieldError[] {
  return instantMistakes(body, INSTANTS)
}

/** The fields of an order in a body. Addresses are merged into those of the order as it is. */
export function readOrderFields(
  body: Omit<ServiceSchemas['UpdateOrder'], 'lines'>,
  order: Pick<OrderRow, Address>,
): Partial<Pick<OrderRow, keyof typeof orderFields | Address | 'promos'>> {
  const { promos } = body
  return {
    ...readFields(body),
    ...pickMapped<Address, ServiceSchemas['OrderAddressInput'], OrderAddress>(body, ADDRESSES, (changes, name) =>
      changeOrderAddress(order[name], changes),
    ),
    ...(promos === undefined
      ? {}
      : {
          promos: promos.map(({ code, amount_discounted, type }) => ({
            code,
            amount_discounted: moneyIn(amount_discounted),
            type,
          })),
        }),
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
