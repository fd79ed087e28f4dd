import type { Range } from '../../../kernel/world/range.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { refuseInvalid } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { asOwner, lineOrThrow, lines } from '../../model/lines/line.ts'
import { addLine, changeLine, nestedProductMistakes, removeLine } from '../../rules/orders/write-lines.ts'
import type { BodyChecks, Operations } from '../../rules/requests/operation.ts'
import { selectPage, slicePage } from '../../rules/requests/paging.ts'
import type { Paging } from '../../model/requests/paging.ts'
import { emit } from '../../rules/resource-events.ts'
import { refuseReadOnly, storeOrThrow } from '../../model/stores/store.ts'
import { findOrderMistakes, changeOrder, makeOrder, orderMistakes, removeOrder } from '../../rules/orders/make.ts'
import { orderOrThrow, type OrderRow, orders } from '../../model/orders/order.ts'
import { orderAt, type OrderInStore } from './path.ts'
import { orderRecords } from './record.ts'
import { orderLineView, orderView } from './view.ts'

export const orderOperations = {
  getAccountOrders({ tx, query }) {
    const { rows, total } = filteredPage(tx.range(orders.byCreation), query)
    return {
      orders: orderRecords(tx, rows),
      total_items: total,
      _links: renderLinks(tx, 'AccountOrderCollection'),
    }
  },

  getOrders({ tx, path, query }) {
    const { id: store_id } = storeOrThrow(tx, path.store_id)
    const { customer_id } = query
    const all =
      customer_id === undefined ? tx.range(orders.inStore, { store_id }) : tx.range(orders.ofCustomer, { store_id, customer_id })
    const { rows, total } = filteredPage(all, query)
    return {
      store_id,
      orders: orderRecords(tx, rows),
      total_items: total,
      _links: renderLinks(tx, 'OrderCollection', { store_id }),
    }
  },

  createOrder({ tx, path, body, caller }) {
    return orderView(tx, makeOrder(tx, storeOrThrow(tx, path.store_id), body, caller))
  },

  getOrder({ tx, path }) {
    return orderView(tx, orderOrThrow(tx, path.store_id, path.order_id))
  },

  updateOrder({ tx, path, body, caller }) {
    const { store, order } = orderAt(tx, path)
    return orderView(tx, changeOrder(tx, store, order, body, caller))
  },

  deleteOrder({ tx, path }) {
    const { store, order } = orderAt(tx, path)
    refuseReadOnly(store)
    removeOrder(tx, store, order)
  },

  getOrderLines({ tx, path, query }) {
    const { store_id, id: order_id } = orderOrThrow(tx, path.store_id, path.order_id)
    const all = tx.range(lines.of, asOwner('order', { store_id, id: order_id }))
    return {
      store_id,
      order_id,
      lines: selectPage(all, query).map((line) => orderLineView(tx, line)),
      total_items: all.count,
      _links: renderLinks(tx, 'OrderLineCollection', { store_id, order_id }),
    }
  },

  createOrderLine({ tx, path, body }) {
    const found = orderAt(tx, path)
    refuseInvalid(nestedProductMistakes(tx, found.store.id, body))
    const line = addLine(tx, asOwner('order', found.order), body)
    emitLineChange(tx, found)
    return orderLineView(tx, line)
  },

  getOrderLine({ tx, path }) {
    return orderLineView(tx, lineOrThrow(tx, asOwner('order', orderOrThrow(tx, path.store_id, path.order_id)), path.line_id))
  },

  updateOrderLine({ tx, path, body }) {
    const found = orderAt(tx, path)
    const before = lineOrThrow(tx, asOwner('order', found.order), path.line_id)
    const after = changeLine(tx, before, body)
    if (after !== before) emitLineChange(tx, found)
    return orderLineView(tx, after)
  },

  deleteOrderLine({ tx, path }) {
    const found = orderAt(tx, path)
    const line = lineOrThrow(tx, asOwner('order', found.order), path.line_id)
    refuseReadOnly(found.store)
    removeLine(tx, line)
    emitLineChange(tx, found)
  },
} satisfies Partial<Operations>

export const orderBodyChecks = {
  createOrder: ({ tx, path, body }) => orderMistakes(tx, path.store_id, body),
  updateOrder: ({ tx, path, body }) => findOrderMistakes(tx, orderAt(tx, path).order, body),
  createOrderLine: ({ tx, path, body }) => nestedProductMistakes(tx, path.store_id, body),
} satisfies BodyChecks

function emitLineChange(tx: Tx, { store, order }: OrderInStore): void {
  emit(tx, 'order.changed', { store, before: order, after: order })
}

interface OrderQuery extends Paging {
  readonly customer_id?: string | undefined
  readonly campaign_id?: string | undefined
  readonly outreach_id?: string | undefined
  readonly has_outreach?: boolean | undefined
}

/** The orders of a page that match all filters, and the number of matches. */
function filteredPage(all: Range<OrderRow>, query: OrderQuery): { readonly rows: readonly OrderRow[]; readonly total: number } {
  const { customer_id, campaign_id, outreach_id, has_outreach } = query
  const filters: ((order: OrderRow) => boolean)[] = []
  if (customer_id !== undefined) filters.push((order) => order.customer_id === customer_id)
  if (campaign_id !== undefined) filters.push((order) => order.campaign_id === campaign_id)
  if (outreach_id !== undefined) filters.push((order) => order.outreach_id === outreach_id)
  if (has_outreach !== undefined) filters.push((order) => (order.outreach_id !== '') === has_outreach)
  if (filters.length === 0) return { rows: selectPage(all, query), total: all.count }
  const found = all.all().filter((order) => filters.every((fits) => fits(order)))
  return { rows: slicePage(found, query), total: found.length }
}
