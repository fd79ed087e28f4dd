import { timestamp, type Seconds } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import type { CustomerRow } from '../customers/customer.ts'
import { clientId, currency, instant, money, plain, type StoredFields, text } from '../fields.ts'
import type { Money } from '../requests/money.ts'
import { stores } from '../stores/store.ts'

/** The shipping or billing address of an order, with empty texts for what is unknown. */
export interface OrderAddress {
  readonly name: string
  readonly address1: string
  readonly address2: string
  readonly city: string
  readonly province: string
  readonly province_code: string
  readonly postal_code: string
  readonly country: string
  readonly country_code: string
  readonly longitude: number
  readonly latitude: number
  readonly phone: string
  readonly company: string
}

/** A promotion that an order used, as it was sent. */
export interface OrderPromo {
  readonly code: string
  readonly amount_discounted: Money
  readonly type: 'fixed' | 'percentage'
}

/** What brought an order, as the order shows it. `name`, `type` and `published_time` are empty for something unknown. */
export interface Outreach {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly published_time: Seconds
}

/** The rule by which an order got its campaign or outreach, and the click or open that decided it. */
export interface Attribution {
  readonly by: 'click' | 'open' | 'campaign_id' | 'outreach' | 'landing_site'
  /** The instant of the click or open; 0 for the other rules. */
  readonly touched_at: Seconds
}

/** The fields that calls set and that stand for themselves, in the order of answers. */
export const orderFields = {
  landing_site: text,
  financial_status: text,
  fulfillment_status: text,
  currency_code: currency,
  order_total: money,
  order_url: text,
  discount_total: money,
  tax_total: money,
  shipping_total: money,
  tracking_code: plain<'' | 'prec'>(''),
  processed_at_foreign: instant,
  /** A cancelled order has one. */
  cancelled_at_foreign: instant,
  updated_at_foreign: instant,
  tracking_number: text,
  tracking_carrier: text,
  tracking_url: text,
  cart_id: clientId,
}

/** An order. Its lines are rows of `store_lines`. */
export interface OrderRow extends StoredFields<typeof orderFields> {
  readonly seq: number
  readonly store_id: string
  readonly id: string
  readonly customer_id: string
  /** The contact of the customer; empty after the contact was permanently deleted. */
  readonly contact_id: string
  /** The customer as last known, if it was deleted, with its sums; `undefined` while the customer exists. */
  readonly former_customer:
    | (Omit<CustomerRow, 'seq'> & { readonly orders_count: number; readonly total_spent: Money })
    | undefined
  /** The campaign that the order belongs to; empty if there is none. */
  readonly campaign_id: string
  /** Empty if there is none. */
  readonly outreach_id: string
  readonly outreach: Outreach | undefined
  readonly attribution: Attribution | undefined
  /** What the client has sent, by which the attribution is decided anew after a change. */
  readonly sent: { readonly campaign_id: string; readonly outreach_id: string }
  readonly shipping_address: OrderAddress
  readonly billing_address: OrderAddress
  readonly promos: readonly OrderPromo[]
  /** Ids of the automations that took contacts of the store when the order was made; none if the store was syncing. */
  readonly workflows: readonly string[]
  /** The kinds of notifications that were sent, each once. */
  readonly notified: readonly string[]
  readonly created_at: Seconds
  /** The instant by which conditions and attribution know the order: `processed_at_foreign`, else its creation. */
  readonly ordered_at: Seconds
}

export const orders = defineTable<OrderRow>()('store_orders', {
  key: ['store_id', 'id'],
  indexes: {
    inStore: ['store_id'],
    byCreation: ['created_at'],
    ofCustomer: ['store_id', 'customer_id'],
    ofContact: ['contact_id', 'ordered_at'],
    ofCampaign: ['campaign_id'],
    ofOutreach: ['outreach_id'],
  },
  word: 'order',
  parameters: ['order_id'],
  explain: attributionText,
  ownedBy: [[stores, 'inStore']],
})

/** Which campaign or page an order belongs to, and why. */
function attributionText({ attribution, campaign_id, outreach_id }: OrderRow): string {
  if (!attribution) return 'It belongs to no campaign.'
  const source = campaign_id === '' ? outreach_id : `the campaign ${campaign_id}`
  return `It belongs to ${source}, ${REASONS[attribution.by](timestamp(attribution.touched_at))}.`
}

const REASONS: { readonly [Rule in Attribution['by']]: (touched: string) => string } = {
  click: (touched) => `which its contact clicked at ${touched}`,
  open: (touched) => `which its contact opened at ${touched}`,
  campaign_id: () => 'which the client named as campaign_id',
  outreach: () => 'which the client named as outreach',
  landing_site: () => 'which its landing_site names',
}

/** Returns the order that a path names. Throws a 404 if there is none. */
export function orderOrThrow(tx: ReadTx, { store_id, order_id: id }: OrderPath): OrderRow {
  return tx.first(orders.key, { store_id, id }) ?? refuseMissing(`the store ${store_id} has no order`, id)
}

interface OrderPath {
  readonly store_id: string
  readonly order_id: string
}
