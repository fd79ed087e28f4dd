import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import { MINUTE_MS } from '../../../kernel/support/units-of-time.ts'
import { readDuration, readInstant, type Seconds, timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { carts } from '../../model/carts/cart.ts'
import { type CustomerRow, customers } from '../../model/customers/customer.ts'
import { makeCustomer } from '../../rules/customers/make.ts'
import { lists } from '../../model/lists/list.ts'
import { orders } from '../../model/orders/order.ts'
import { makeProduct } from '../../rules/products/make.ts'
import { products } from '../../model/products/product.ts'
import { makePromoCode, makePromoRule } from '../../rules/promos/make.ts'
import { promoCodes, promoRules } from '../../model/promos/promo.ts'
import type { Caller } from '../../model/requests/call.ts'
import { makeStore } from '../../rules/stores/make.ts'
import { type StoreRow, stores } from '../../model/stores/store.ts'
import { shoppers, type ShoppersRow } from '../../model/triggers/engagement.ts'
import { freeId } from '../../triggers/free-id.ts'
import { fillCart, freeCustomerId, placeOrder } from '../../triggers/trade.ts'
import { callerAs } from '../../triggers/trigger.ts'
import { runAbout, runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { dated, readPlantedInstant, refuseTaken, requireOwnList } from './instants.ts'

type StoreData = ScenarioSchemas['Stores'][number]
type CustomerData = NonNullable<StoreData['customers']>[number]
type CartData = NonNullable<StoreData['carts']>[number]
type OrderData = NonNullable<StoreData['orders']>[number]
type ProductData = NonNullable<StoreData['products']>[number]
type ShoppersData = ScenarioSchemas['Shoppers']
type PromoRuleData = NonNullable<StoreData['promo_rules']>[number]

/** A planted store of a scenario, with its index. */
export interface PlantedStore {
  readonly data: StoreData
  readonly i: number
  readonly store: StoreRow
}

/** Plants the stores of a scenario with their products and promo rules, and then those that the account only names. The lists must exist. */
export function plantStores(tx: Tx, all: readonly StoreData[], named: readonly string[]): PlantedStore[] {
  const planted = all.map((data, i) => ({ data, i, store: runBelowPath(['stores', i], () => plantStore(tx, data)) }))
  for (const { data, i, store } of planted) {
    for (const [n, product] of (data.products ?? []).entries())
      runBelowPath(['stores', i, 'products', n], () => plantProduct(tx, store, product))
    for (const [n, rule] of (data.promo_rules ?? []).entries())
      runBelowPath(['stores', i, 'promo_rules', n], () => plantPromoRule(tx, store, rule))
  }
  const [list] = tx
    .range(lists.key)
    .all()
    .toSorted((a, b) => a.seq - b.seq)
  for (const id of named) {
    // Without any list, there is nothing that the store could belong to.
    if (list && !tx.first(stores.key, { id })) makeStore(tx, { id, list_id: list.id, name: id, currency_code: 'USD' })
  }
  return planted
}

/** Plants the customers, carts and orders of stores, and who goes shopping from now on. Campaigns must exist, since orders may belong to them. */
export function plantTrade(tx: Tx, planted: readonly PlantedStore[]): void {
  for (const { data, i, store } of planted) {
    for (const [n, customer] of (data.customers ?? []).entries())
      runBelowPath(['stores', i, 'customers', n], () => plantCustomer(tx, store, customer))
    for (const [n, cart] of (data.carts ?? []).entries())
      runBelowPath(['stores', i, 'carts', n], () => plantCart(tx, store, cart))
    for (const [n, order] of (data.orders ?? []).entries())
      runBelowPath(['stores', i, 'orders', n], () => plantOrder(tx, store, order))
    if (data.shoppers) runBelowPath(['stores', i, 'shoppers'], () => plantShoppers(tx, store, data.shoppers ?? {}))
  }
}

function plantShoppers(tx: Tx, { id: store_id, list_id, domain_key: domain }: StoreRow, data: ShoppersData): void {
  const {
    buy = Math.min(0.1, 1 - (data.abandon ?? 0)),
    abandon = Math.min(0.1, 1 - buy),
    return: back = 0.3,
    within = 'P1D',
    basket = 4,
    visits,
    orders: progress,
  } = data
  if (buy + abandon > 1)
    throw new ScenarioDataError(['abandon'], `must be at most 1 without buy, which is ${buy}, but it is ${abandon}`)
  const shares = { buy, abandon, return: back, within: durationMs(within), basket }
  const row = {
    store_id,
    list_id,
    domain,
    ...shares,
    visits: visits && readVisits(tx, visits),
    orders: progress && readProgress(progress),
  }
  tx.insert(shoppers, row)
  // The data of a new world are the same for every seed, so the first visit is not drawn.
  if (row.visits) tx.schedule('timeline.visit', row.visits.every, store_id)
}

function readVisits(tx: ReadTx, data: NonNullable<ShoppersData['visits']>): NonNullable<ShoppersRow['visits']> {
  const { every, until = 'P365D', new: fresh = 0.5, opt_in = 0.6 } = data
  const ms = durationMs(every)
  if (ms < MINUTE_MS) throw new ScenarioDataError(['visits', 'every'], 'must be at least PT1M')
  return { every: ms, until: tx.nowMs + durationMs(until), new: fresh, opt_in }
}

function readProgress(data: NonNullable<ShoppersData['orders']>): NonNullable<ShoppersRow['orders']> {
  const { pending = 0.1, cancelled = 0.05, refunded = 0.05, ship_within = 'P3D', refund_within = 'P14D' } = data
  return { pending, cancelled, refunded, ship_within: durationMs(ship_within), refund_within: durationMs(refund_within) }
}

function plantStore(tx: Tx, data: StoreData): StoreRow {
  const { id, list: list_id, currency_code = 'USD', products: _, promo_rules: __, ...rest } = data
  const { customers: ___, carts: ____, orders: _____, shoppers: ______, ...fields } = rest
  requireOwnList(tx, list_id)
  refuseTaken('stores', id, tx.first(stores.key, { id: id ?? '' }))
  return runAbout(['domain'], () =>
    makeStore(tx, {
      ...dated(tx, fields, ['created_at']),
      id: id ?? freeId('s', 0, (free) => tx.first(stores.key, { id: free })),
      list_id,
      currency_code,
    }),
  )
}

function plantProduct(tx: Tx, store: StoreRow, data: ProductData): void {
  const { id, title, variants, images = [], ...fields } = data
  const store_id = store.id
  refuseTaken('products of the store', id, tx.first(products.key, { store_id, id: id ?? '' }))
  refuseRepeated('variants', variants)
  refuseRepeated('images', images)
  makeProduct(tx, store, {
    ...fields,
    ...timesIn(tx, data, ['published_at_foreign']),
    id:
      id ?? freeId('p', tx.range(products.inStore, { store_id }).count, (free) => tx.first(products.key, { store_id, id: free })),
    title,
    variants: variants.map((variant, n) => ({ ...variant, id: variant.id ?? `v${n + 1}`, title: variant.title ?? title })),
    images: images.map((image, n) => ({ ...image, id: image.id ?? `i${n + 1}` })),
  })
}

function plantPromoRule(tx: Tx, store: StoreRow, { codes = [], ...data }: PromoRuleData): void {
  const { id, starts_at, ends_at, ...fields } = data
  const store_id = store.id
  refuseTaken('promo rules of the store', id, tx.first(promoRules.key, { store_id, id: id ?? '' }))
  const rule = makePromoRule(tx, store, {
    ...fields,
    ...timesIn(tx, data, ['created_at_foreign', 'updated_at_foreign']),
    ...(starts_at === undefined ? {} : { starts_at: timestamp(moment(tx, starts_at, 'starts_at')) }),
    ...(ends_at === undefined ? {} : { ends_at: timestamp(moment(tx, ends_at, 'ends_at')) }),
    id:
      id ??
      freeId('r', tx.range(promoRules.inStore, { store_id }).count, (free) => tx.first(promoRules.key, { store_id, id: free })),
  })
  for (const [n, code] of codes.entries()) {
    const code_id = code.id ?? code.code
    runBelowPath(['codes', n], () => {
      refuseTaken('codes of the rule', code_id, tx.first(promoCodes.key, { store_id, promo_rule_id: rule.id, id: code_id }))
      const times = timesIn(tx, code, ['created_at_foreign', 'updated_at_foreign'])
      makePromoCode(tx, rule, { ...code, ...times, id: code_id })
    })
  }
}

function plantCustomer(tx: Tx, store: StoreRow, data: CustomerData): void {
  const { id } = data
  const store_id = store.id
  refuseTaken('customers of the store', id, tx.first(customers.key, { store_id, id: id ?? '' }))
  const free = id ?? freeCustomerId(tx, store)
  runAbout(['email_address'], () => makeCustomer(tx, store, { ...dated(tx, data, ['created_at']), id: free }, quietly(tx)))
}

/** Makes the customer of a cart or an order, if it is a new one, as of that time. */
function plantBuyer(tx: Tx, store: StoreRow, given: OrderData['customer'], created_at: Seconds): void {
  const { id, email_address } = given
  const store_id = store.id
  if (email_address === undefined) return
  const known: CustomerRow | undefined =
    id === undefined
      ? tx.first(customers.byAddress, { store_id, email_key: email_address.toLowerCase() })
      : tx.first(customers.key, { store_id, id })
  if (known) return
  const free = id ?? freeCustomerId(tx, store)
  const person = { ...given, id: free, email_address, created_at }
  runAbout(['customer', 'email_address'], () => makeCustomer(tx, store, person, quietly(tx)))
}

function plantCart(tx: Tx, store: StoreRow, { created_at: created, updated_at: updated, ...data }: CartData): void {
  refuseTaken('carts of the store', data.id, tx.first(carts.key, { store_id: store.id, id: data.id ?? '' }))
  const updated_at = updated === undefined ? undefined : readPlantedInstant(tx, updated, 'updated_at')
  const created_at = created === undefined ? (updated_at ?? tx.now) : readPlantedInstant(tx, created, 'created_at')
  if (updated_at !== undefined && updated_at < created_at)
    throw new ScenarioDataError(['updated_at'], 'must not lie before created_at')
  plantBuyer(tx, store, data.customer, created_at)
  const cart = fillCart(tx, store, data, quietly(tx), created_at)
  if (updated_at !== undefined) tx.amend(carts, cart, { updated_at })
}

function plantOrder(tx: Tx, store: StoreRow, data: OrderData): void {
  refuseTaken('orders of the store', data.id, tx.first(orders.key, { store_id: store.id, id: data.id ?? '' }))
  const { processed_at_foreign: placed } = data
  const at = placed === undefined ? tx.now : readPlantedInstant(tx, placed, 'processed_at_foreign')
  for (const name of ['cancelled_at_foreign', 'updated_at_foreign'] as const) {
    const text = data[name]
    if (text !== undefined && readPlantedInstant(tx, text, name) < at)
      throw new ScenarioDataError([name], `must not lie before processed_at_foreign, but ${text} does`)
  }
  plantBuyer(tx, store, data.customer, at)
  const times = timesIn(tx, data, ['processed_at_foreign', 'cancelled_at_foreign', 'updated_at_foreign'])
  placeOrder(tx, store, { ...data, ...times }, quietly(tx), at)
}

/** Nothing is sent about the past. */
function quietly(tx: ReadTx): Caller {
  return { ...callerAs(tx, 'api'), quiet: true }
}

/** The named instants as bodies have them. */
function timesIn<const Name extends string>(
  tx: ReadTx,
  data: { readonly [Each in Name]?: string },
  names: readonly Name[],
): { [Each in Name]?: string } {
  const found: { [Each in Name]?: string } = {}
  for (const name of names) {
    const text: string | undefined = data[name]
    if (text !== undefined) found[name] = timestamp(readPlantedInstant(tx, text, name))
  }
  return found
}

/** Reads an instant before or after now. */
function moment(tx: ReadTx, text: string, name: string): Seconds {
  if (text.startsWith('P')) return tx.now + Math.floor((readDuration(text) ?? 0) / 1000)
  return (text.startsWith('-') ? undefined : readInstant(text)) ?? readPlantedInstant(tx, text, name)
}

function refuseRepeated(of: 'variants' | 'images', all: readonly { readonly id?: string }[]): void {
  const seen = new Set<string>()
  for (const [n, { id }] of all.entries()) {
    if (id === undefined) continue
    refuseTaken(of, id, seen.has(id), [of, n, 'id'])
    seen.add(id)
  }
}
