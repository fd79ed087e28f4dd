import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { customerOrThrow } from '../../model/customers/customer.ts'
import { customerView, formerCustomerView } from '../../rules/customers/view.ts'
import { asOwner, type LineRow, lines } from '../../model/lines/line.ts'
import { orderLineFields } from '../../rules/lines/view.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import type { OrderRow } from '../../model/orders/order.ts'

export function orderView(tx: ReadTx, order: OrderRow): ServiceSchemas['Order'] {
  const { store_id, id, outreach, tracking_code } = order
  return {
    id,
    customer: customerOf(tx, order),
    store_id,
    campaign_id: order.campaign_id,
    landing_site: order.landing_site,
    financial_status: order.financial_status,
    fulfillment_status: order.fulfillment_status,
    currency_code: order.currency_code,
    order_total: convertToAmount(order.order_total),
    order_url: order.order_url,
    discount_total: convertToAmount(order.discount_total),
    tax_total: convertToAmount(order.tax_total),
    shipping_total: convertToAmount(order.shipping_total),
    ...(tracking_code === '' ? {} : { tracking_code }),
    processed_at_foreign: timestamp(order.processed_at_foreign),
    cancelled_at_foreign: timestamp(order.cancelled_at_foreign),
    updated_at_foreign: timestamp(order.updated_at_foreign),
    shipping_address: order.shipping_address,
    billing_address: order.billing_address,
    promos: order.promos.map((promo) => ({ ...promo, amount_discounted: convertToAmount(promo.amount_discounted) })),
    lines: tx
      .range(lines.of, asOwner('order', order))
      .all()
      .map((line) => orderLineView(tx, line)),
    ...(outreach ? { outreach: { ...outreach, published_time: timestamp(outreach.published_time) } } : {}),
    tracking_number: order.tracking_number,
    tracking_carrier: order.tracking_carrier,
    tracking_url: order.tracking_url,
    cart_id: order.cart_id,
    _links: renderLinks(tx, 'Order', { store_id, order_id: id }),
  }
}

export function orderLineView(tx: ReadTx, line: LineRow): ServiceSchemas['OrderLine'] {
  const { store_id, owner_id: order_id, id: line_id } = line
  return { ...orderLineFields(tx, line), _links: renderLinks(tx, 'OrderLine', { store_id, order_id, line_id }) }
}

/** The customer of an order, or the customer as last known after its deletion. */
function customerOf(tx: ReadTx, { store_id, customer_id, former_customer: former }: OrderRow): ServiceSchemas['OrderCustomer'] {
  return former ? formerCustomerView(tx, former) : customerView(tx, customerOrThrow(tx, { store_id, customer_id }))
}
