import { READ_MAX } from './find.ts'
import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { ServiceSchemas } from '../../kernel/contract/service.ts'
import { type Seconds, timestamp } from '../../kernel/support/time.ts'
import { ApiError } from '../../kernel/world/errors.ts'
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'
import { campaigns } from '../model/campaigns/campaign.ts'
import { type CartRow, carts } from '../model/carts/cart.ts'
import { makeCart } from '../rules/carts/make.ts'
import { customers } from '../model/customers/customer.ts'
import { campaignFor } from '../rules/stores/campaign-check.ts'
import { changeOrder, makeOrder } from '../rules/orders/make.ts'
import { type OrderRow, orders } from '../model/orders/order.ts'
import { products, variants } from '../model/products/product.ts'
import { idIn } from '../model/requests/client-id.ts'
import { convertToAmount, type Money, moneyIn } from '../model/requests/money.ts'
import type { Caller } from '../model/requests/call.ts'
import { type StoreRow, stores } from '../model/stores/store.ts'
import { members } from '../model/members/member.ts'
import { freeId } from './free-id.ts'
import {
  type ChangedThing,
  callerAs,
  type KnownName,
  pointed,
  TriggerRefusal,
  type Triggers,
  unknownReference,
} from './trigger.ts'

/** An order of a trigger or a scenario. What it leaves out is filled in. */
export type GivenOrder = ControlSchemas['TriggerOrder']

/** A cart of a trigger or a scenario. What it leaves out is filled in. */
export type GivenCart = ControlSchemas['TriggerCart']

type GivenCustomer = ControlSchemas['TriggerCustomer']
type GivenLine = GivenOrder['lines'][number]
type EmbeddedCustomer = ServiceSchemas['EmbeddedCustomer']
type NewLine = ServiceSchemas['NewOrderLine']

/** Customers fill carts and order, and stores change orders, with the same consequences as by the API. */
export const tradeTriggers = {
  'order.place': (tx, { store_id, order: given }) => {
    const store = requireNamedStore(tx, store_id)
    const order = pointed('/order', () => placeOrder(tx, store, given, callerAs(tx, 'api')))
    return { changed: [changedOrder(store, order), ...changedContact(tx, order)] }
  },

  'order.update': (tx, { store_id, order_id, ...change }) => {
    const store = requireNamedStore(tx, store_id)
    const order = tx.first(orders.key, { store_id, id: order_id })
    if (!order) {
      const known = idsIn(tx.range(orders.inStore, { store_id }))
      throw unknownReference('/order_id', `The store ${store_id} has no order ${order_id}.`, order_id, known)
    }
    const { customer, ...rest } = change
    const after = pointed('', () => {
      if (rest.campaign_id !== order.campaign_id) checkTradeCampaign(tx, store, rest.campaign_id)
      checkProducts(tx, store, rest.lines ?? [])
      const by = callerAs(tx, 'api')
      const body = { ...rest, ...(customer ? { customer: customerIn(tx, store, customer) } : {}) }
      return forCustomer(() => changeOrder(tx, store, order, body, by))
    })
    return { changed: [changedOrder(store, after)] }
  },

  'cart.fill': (tx, { store_id, cart: given }) => {
    const store = requireNamedStore(tx, store_id)
    const cart = pointed('/cart', () => fillCart(tx, store, given, callerAs(tx, 'api')))
    const customer = tx.first(customers.key, { store_id, id: cart.customer_id })
    return {
      changed: [{ entity: 'cart', id: cart.id, list_id: store.list_id }, ...(customer ? changedContact(tx, customer) : [])],
    }
  },
} satisfies Partial<Triggers>

/**
 * Makes an order as the API does, after what it leaves out is filled in. Throws a `TriggerRefusal` whose pointer leads into the order, or an `ApiError`.
 */
export function placeOrder(tx: Tx, store: StoreRow, given: GivenOrder, by: Caller, at: Seconds = tx.now): OrderRow {
  const { discount_total = 0, tax_total = 0, shipping_total = 0 } = given
  checkTradeCampaign(tx, store, given.campaign_id)
  const lines = makeTradeLines(tx, store, given.lines)
  const sum = lines.reduce((total, line) => total + quantityTimesPrice(line) - moneyIn(line.discount ?? 0), 0)
  const total = sum + moneyIn(tax_total) + moneyIn(shipping_total) - moneyIn(discount_total)
  return forCustomer(() =>
    makeOrder(
      tx,
      store,
      {
        ...given,
        id: given.id ?? freeOrderId(tx, store),
        customer: customerIn(tx, store, given.customer),
        currency_code: given.currency_code ?? store.currency_code,
        order_total: given.order_total ?? convertToAmount(total),
        processed_at_foreign: given.processed_at_foreign ?? timestamp(at),
        lines,
      },
      by,
      at,
    ),
  )
}

/** Makes a cart as the API does, after what it leaves out is filled in. Throws like `placeOrder`. */
export function fillCart(tx: Tx, store: StoreRow, given: GivenCart, by: Caller, at: Seconds = tx.now): CartRow {
  checkTradeCampaign(tx, store, given.campaign_id)
  const lines = makeTradeLines(tx, store, given.lines)
  const total = lines.reduce((sum, line) => sum + quantityTimesPrice(line), 0) + moneyIn(given.tax_total ?? 0)
  return forCustomer(() =>
    makeCart(
      tx,
      store,
      {
        ...given,
        id: given.id ?? freeCartId(tx, store),
        customer: customerIn(tx, store, given.customer),
        currency_code: given.currency_code ?? store.currency_code,
        order_total: given.order_total ?? convertToAmount(total),
        lines,
      },
      by,
      at,
    ),
  )
}

/** The id of a customer that has none of its own. */
export function freeCustomerId(tx: ReadTx, { id: store_id }: StoreRow): string {
  return freeId('c', tx.range(customers.inStore, { store_id }).count, (id) => tx.first(customers.key, { store_id, id }))
}

function freeOrderId(tx: ReadTx, { id: store_id }: StoreRow): string {
  return freeId('o', tx.range(orders.inStore, { store_id }).count, (id) => tx.first(orders.key, { store_id, id }))
}

function freeCartId(tx: ReadTx, { id: store_id }: StoreRow): string {
  return freeId('cart', tx.range(carts.inStore, { store_id }).count, (id) => tx.first(carts.key, { store_id, id }))
}

function quantityTimesPrice({ quantity, price }: NewLine): Money {
  return quantity * moneyIn(price)
}

/** The customer that is named by its id or its address, or a new one. */
function customerIn(tx: ReadTx, store: StoreRow, given: GivenCustomer): EmbeddedCustomer {
  const { id, email_address } = given
  const store_id = store.id
  if (id === undefined) {
    if (email_address === undefined) throw new TriggerRefusal('A customer needs an id or an email_address.', '/customer')
    const known = tx.first(customers.byAddress, { store_id, email_key: email_address.toLowerCase() })
    return { ...given, id: known?.id ?? freeCustomerId(tx, store) }
  }
  if (email_address === undefined && !tx.first(customers.key, { store_id, id })) {
    const message = `The store ${store_id} has no customer ${id}, and a new one needs an email_address.`
    throw unknownReference('/customer/id', message, id, idsIn(tx.range(customers.inStore, { store_id })))
  }
  return { ...given, id }
}

function makeTradeLines(tx: ReadTx, store: StoreRow, given: readonly GivenLine[]): NewLine[] {
  checkProducts(tx, store, given)
  const ids = new Set(given.map(({ id }) => id))
  return given.map((line, place) => {
    const { product_id, product } = line
    const store_id = store.id
    const known = tx.first(products.key, { store_id, id: product_id })
    const first = known ? tx.first(variants.ofProduct, { store_id, product_id })?.id : idIn(product?.variants[0]?.id ?? '')
    const { product_variant_id = first ?? '' } = line
    const variant = tx.first(variants.key, { store_id, product_id, id: product_variant_id })
    const nested = product?.variants.find(({ id }) => idIn(id) === product_variant_id)
    const id = line.id ?? (ids.has(String(place + 1)) ? freeId('', given.length, (free) => ids.has(free)) : String(place + 1))
    ids.add(id)
    const { quantity = 1, price = variant ? convertToAmount(variant.price) : (nested?.price ?? 0) } = line
    return { ...line, id, product_variant_id, quantity, price }
  })
}

/** A line, as far as it names a product. */
interface ProductLine {
  readonly product_id?: string | undefined
  readonly product_variant_id?: string | undefined
  readonly product?: GivenLine['product']
}

/** Throws if a line names an unknown product or variant. */
function checkProducts(tx: ReadTx, { id: store_id }: StoreRow, given: readonly ProductLine[]): void {
  for (const [place, { product_id, product_variant_id: id, product }] of given.entries()) {
    if (product_id === undefined) continue
    const at = `/lines/${place}`
    const known = tx.first(products.key, { store_id, id: product_id })
    if (!known && !product) {
      const message = `The store ${store_id} has no product ${product_id}.`
      throw unknownReference(`${at}/product_id`, message, product_id, idsIn(tx.range(products.inStore, { store_id })))
    }
    if (!known || id === undefined || tx.first(variants.key, { store_id, product_id, id })) continue
    const names = tx
      .range(variants.ofProduct, { store_id, product_id })
      .slice(0, READ_MAX)
      .map((each): KnownName => [each.id, each.title])
    throw unknownReference(`${at}/product_variant_id`, `The product ${product_id} has no variant ${id}.`, id, names)
  }
}

function checkTradeCampaign(tx: ReadTx, store: StoreRow, id = ''): void {
  if (id === '' || campaignFor(tx, store, id)) return
  const { list_id } = store
  const all = tx.range(campaigns.byList, { list_id }).sliceFromEnd(0, READ_MAX)
  const known = all.map((each): KnownName => [each.id, each.title])
  throw unknownReference('/campaign_id', `There is no campaign ${id} to the list ${list_id} of the store.`, id, known)
}

/** Returns a store by its id. Rejects an unknown id. */
export function requireNamedStore(tx: ReadTx, id: string): StoreRow {
  const store = tx.first(stores.key, { id })
  if (store) return store
  const all = tx.range(stores.byCreation).slice(0, READ_MAX)
  const known = all.map((each): KnownName => [each.id, each.name])
  throw unknownReference('/store_id', `There is no store ${id}.`, id, known)
}

/** The ids of some things in a store. */
function idsIn(range: { readonly slice: (from: number, to: number) => readonly { readonly id: string }[] }): string[] {
  return range.slice(0, READ_MAX).map(({ id }) => id)
}

/** Writes an order or a cart. If its customer cannot be saved, the refusal points to the address. */
function forCustomer<Result>(write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof ApiError) || error.word !== 'CustomerWasNotSaved') throw error
    throw new TriggerRefusal(error.mistake.message, '/customer/email_address')
  }
}

function changedOrder({ list_id }: StoreRow, { id }: OrderRow): ChangedThing {
  return { entity: 'order', id, list_id }
}

/** The contact of a customer, if the transaction has made or changed it. */
function changedContact(tx: ReadTx, { contact_id }: { readonly contact_id: string }): ChangedThing[] {
  const member = tx.first(members.key, { contact_id })
  return member && member.last_changed === tx.now ? [{ entity: 'member', id: member.hash, list_id: member.list_id }] : []
}
