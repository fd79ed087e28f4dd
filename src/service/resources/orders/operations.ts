import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { refuseInvalid } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { asOwner, lineOrThrow, type LineRow, lines } from '../../model/lines/line.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import { addLine, changeLine, nestedProductMistakes, removeLine } from '../../rules/orders/write-lines.ts'
import { type BodyChecks, type Call, type Operations, selectPage, slicePage } from '../../rules/requests/operation.ts'
import type { Paging } from '../../model/requests/call.ts'
import { emit } from '../../rules/resource-events.ts'
import { refuseReadOnlyStore, storeOrThrow, type StoreRow } from '../../model/stores/store.ts'
import { mistakesInOrderChange, changeOrder, makeOrder, mistakesInNewOrder, removeOrder } from '../../rules/orders/make.ts'
import { orderOrThrow, type OrderRow, orders } from '../../model/orders/order.ts'
import { orderRecords, orderLineView, orderView } from './view.ts'

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
    const { id: store_id } = storeOrThrow(tx, path)
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

  createOrder: ({ tx, path, body, caller }) => orderView(tx, makeOrder(tx, storeOrThrow(tx, path), body, caller)),

  getOrder: ({ tx, path }) => orderView(tx, orderOrThrow(tx, path)),

  updateOrder({ tx, path, body, caller }) {
    return orderView(tx, changeOrder(tx, storeOrThrow(tx, path), orderOrThrow(tx, path), body, caller))
  },

  deleteOrder({ tx, path }) {
    const store = storeOrThrow(tx, path)
    const order = orderOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    removeOrder(tx, store, order)
  },

  getOrderLines: listRows({
    schema: 'OrderLineCollection',
    rows: (tx, path) => tx.range(lines.of, asOwner('order', orderOrThrow(tx, path))),
    view: orderLineView,
    answer: (page, { store_id, order_id }) => ({ store_id, order_id, lines: page }),
  }),

  createOrderLine({ tx, path, body }) {
    const order = orderOrThrow(tx, path)
    refuseInvalid(nestedProductMistakes(tx, path.store_id, body))
    const line = addLine(tx, asOwner('order', order), body)
    emitLineChange(tx, storeOrThrow(tx, path), order)
    return orderLineView(tx, line)
  },

  getOrderLine: ({ tx, path }) => orderLineView(tx, orderLineOrThrow(tx, path)),

  updateOrderLine({ tx, path, body }) {
    const before = orderLineOrThrow(tx, path)
    const after = changeLine(tx, before, body)
    if (after !== before) emitLineChange(tx, storeOrThrow(tx, path), orderOrThrow(tx, path))
    return orderLineView(tx, after)
  },

  deleteOrderLine({ tx, path }) {
    const store = storeOrThrow(tx, path)
    const line = orderLineOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    removeLine(tx, line)
    emitLineChange(tx, store, orderOrThrow(tx, path))
  },
} satisfies Partial<Operations>

export const orderBodyChecks = {
  createOrder: ({ tx, path, body }) => mistakesInNewOrder(tx, path.store_id, body),
  updateOrder: ({ tx, path, body }) => mistakesInOrderChange(tx, orderOrThrow(tx, path), body),
  createOrderLine: ({ tx, path, body }) => nestedProductMistakes(tx, path.store_id, body),
} satisfies BodyChecks

function orderLineOrThrow(tx: ReadTx, path: Call<'getOrderLine'>['path']): LineRow {
  return lineOrThrow(tx, asOwner('order', orderOrThrow(tx, path)), path.line_id)
}

function emitLineChange(tx: Tx, store: StoreRow, order: OrderRow): void {
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
