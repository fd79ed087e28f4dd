import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { type ListRow, lists } from '../../model/lists/list.ts'
import { newMemberRow } from '../../rules/members/make.ts'
import { makeProduct } from '../../rules/products/make.ts'
import { products, type VariantRow, variants } from '../../model/products/product.ts'
import { type StoreRow, stores } from '../../model/stores/store.ts'
import { freeId } from '../../triggers/free-id.ts'
import { readPlantedInstant } from '../plant/instants.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import type { Scenario } from '../read/scenario-source.ts'
import type { Posting } from './campaign-posting.ts'
import { makeChance, type Chance, quota, peopleFrom, type Pools } from './people.ts'
import { countGenerated, type GeneratedMember } from './members.ts'
import { canAttribute, drawCarts, drawOrders, type Shop, type Shopper } from './shop-orders.ts'
import { loadShops, type Trade } from './shop-rows.ts'

type Wishes = ScenarioSchemas['Shop']

const SINCE = '-P365D'
const OPT_IN = 0.6
const PRODUCTS = 10
const ORDERS_MAX = 100_000

const NO_CAMPAIGN =
  'must be 0 or left out, since no campaign was sent to a customer of the shop in its time: ' +
  'there have to be sent campaigns of the list of its store, such as those of generate.campaigns'

/** Generates the customers, orders and carts of stores. Its methods are called in their order. */
export class GeneratedShops {
  readonly #shops: readonly Shop[]
  readonly #isSample: boolean
  #trade: readonly Trade[] = []

  /** Draws the customers of all shops. Their lists must exist. */
  constructor(tx: Tx, { generate, stores: all }: Scenario, pools: Pools, sample = Number.POSITIVE_INFINITY) {
    const total = generate.shops.reduce((sum, { orders = 0 }) => sum + orders, 0)
    if (total > ORDERS_MAX) throw new ScenarioDataError(['generate', 'shops'], `must have at most ${ORDERS_MAX} orders in all`)
    this.#isSample = sample !== Number.POSITIVE_INFINITY
    const earlier = new Map<string, number>()
    this.#shops = generate.shops.flatMap((given, i) => {
      const { store: id, orders = 0, carts = 0, customers = Math.ceil(orders / 2) } = given
      const data = all.find((store) => store.id === id)
      const at = ['generate', 'shops', i]
      if (!data) throw new ScenarioDataError([...at, 'store'], `must be the id of a store of this scenario, but ${id} is none`)
      if (customers === 0 && orders + carts > 0)
        throw new ScenarioDataError([...at, 'customers'], 'must be at least 1, since the shop has orders or carts')
      const list = tx.first(lists.key, { id: data.list })
      // The store without a list is a mistake of its own.
      if (!list) return []
      const some = (count: number): number => Math.min(count, sample)
      const wishes = { ...given, orders: some(orders), carts: some(carts), customers: some(customers) }
      const chance = makeChance(tx.world.seed, `shop ${id}, ${i + 1}`)
      const since = runBelowPath(at, () => readPlantedInstant(tx, given.since ?? SINCE, 'since'))
      const first = earlier.get(list.id) ?? 0
      earlier.set(list.id, first + wishes.customers)
      const plan = { list, chance, since, platform: data.platform ?? '', first, pools }
      return { at, wishes, list, chance, since, shoppers: drawShoppers(tx, wishes, plan) }
    })
  }

  /** The members whom the customers are. */
  get members(): GeneratedMember[] {
    return this.#shops.flatMap(({ shoppers }) => shoppers.map(({ member }) => member))
  }

  /** Makes the products. The stores must exist. */
  makeProducts(tx: Tx, sample = Number.POSITIVE_INFINITY): void {
    for (const { wishes, chance } of this.#shops) {
      const store = tx.first(stores.key, { id: wishes.store })
      if (!store) continue
      const { products: count = tx.first(products.inStore, { store_id: store.id }) ? 0 : PRODUCTS } = wishes
      for (let n = 0; n < Math.min(count, sample); n++) makeProduct(tx, store, drawProduct(tx, store, chance))
    }
  }

  /** Draws the orders and carts, and adds clicks before orders to the campaigns that were sent to a list. */
  draw(tx: ReadTx, postingsTo: (list: ListRow) => readonly Posting[] = () => []): void {
    this.#trade = this.#shops.flatMap((shop): Trade[] => {
      const store = tx.first(stores.key, { id: shop.wishes.store })
      const goods = store ? findGoods(tx, store) : []
      if (!store || goods.length === 0 || shop.shoppers.length === 0) return []
      const postings = postingsTo(shop.list)
      if (!canAttribute(shop, postings, this.#isSample)) throw new ScenarioDataError([...shop.at, 'from_campaigns'], NO_CAMPAIGN)
      const orders = drawOrders(tx, shop, goods, postings)
      return [{ store, shoppers: shop.shoppers, orders, carts: drawCarts(tx, shop, goods) }]
    })
  }

  /** Loads the customers, orders and carts. The campaigns must have been written. */
  load(tx: Tx): void {
    loadShops(tx, this.#trade)
  }
}

interface ShopperPlan extends Pick<Shop, 'list' | 'chance' | 'since'> {
  readonly platform: string
  /** Number of customers of the list that were drawn before. */
  readonly first: number
  readonly pools: Pools
}

/** Customers in the order in which they came. The shares of those who opted in are exact. */
function drawShoppers(
  tx: Tx,
  { customers: count = 0, opt_in = OPT_IN }: Wishes,
  { list, chance, since, platform, first, pools }: ShopperPlan,
): Shopper[] {
  const person = peopleFrom(pools, chance)
  const optsIn = quota(chance, count, Math.round(opt_in * count))
  const shoppers = Array.from({ length: count }, (_, i): Shopper => {
    const created_at = since + Math.floor(((i + chance.share()) * (tx.now - since)) / count)
    const { local, domain, merge_fields, location } = person()
    const opted_in = optsIn()
    const member = newMemberRow(tx, list, {
      // Members of generated populations have no dot before the number.
      email_address: `${local}.${first + i + 1}@${domain}`,
      contact_id: chance.hex(16, Math.floor(((i + chance.share()) * 2 ** 32) / count)),
      unique_email_id: chance.hex(5),
      status: opted_in ? 'subscribed' : 'transactional',
      ...(opted_in ? {} : { ip_opt: '', timestamp_opt: 0 }),
      ...(platform === '' ? {} : { source: platform }),
      merge_fields,
      location,
      created_at,
    })
    return { member, opted_in }
  })
  countGenerated(
    tx,
    list,
    shoppers.map(({ member }) => member),
  )
  return shoppers
}

const MATERIALS = ['Cotton', 'Linen', 'Wool', 'Oak', 'Steel', 'Glass', 'Leather', 'Felt']
const THINGS = ['Hat', 'Scarf', 'Mug', 'Lamp', 'Chair', 'Bowl', 'Bag', 'Blanket', 'Clock', 'Tray']
const VENDORS = ['Acme', 'Globex', 'Initech', 'Umbrella']
const VARIANTS = ['Blue', 'Red', 'Green']

function drawProduct(tx: ReadTx, store: StoreRow, chance: Chance) {
  const from = (all: readonly string[]): string => all[chance.below(all.length)] ?? ''
  const title = `${from(MATERIALS)} ${from(THINGS)}`
  const price = 5 + chance.below(95)
  const count = 1 + chance.below(VARIANTS.length)
  const total = tx.range(products.inStore, { store_id: store.id }).count
  return {
    id: freeId('p', total, (id) => tx.first(products.key, { store_id: store.id, id })),
    title,
    vendor: from(VENDORS),
    variants: VARIANTS.slice(0, count).map((name, n) => ({
      id: `v${n + 1}`,
      title: count === 1 ? title : name,
      price: price + n,
      inventory_quantity: chance.below(100),
    })),
  }
}

function findGoods(tx: ReadTx, { id: store_id }: StoreRow): VariantRow[] {
  return tx
    .range(products.inStore, { store_id })
    .all()
    .flatMap(({ id: product_id }) => tx.range(variants.ofProduct, { store_id, product_id }).all())
}
