import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { Millis } from '../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'
import { automationEmails, automations } from '../model/automations/automation.ts'
import { campaignActions, type CampaignRow } from '../model/campaigns/campaign.ts'
import { type CartRow, carts } from '../model/carts/cart.ts'
import { customers } from '../model/customers/customer.ts'
import { asOwner, findLines } from '../model/lines/line.ts'
import type { MemberRow } from '../model/members/member.ts'
import { products, type VariantRow, variants } from '../model/products/product.ts'
import { convertToAmount } from '../model/requests/money.ts'
import { type ShoppersRow, type StepRow, timeline } from '../model/triggers/engagement.ts'

const RANDOM_RANGE = 2 ** 32
const PIECES_MAX = 3

/** Draws what a member does in a store after the first click in a campaign, and plans it. */
export function planShopping(tx: Tx, shoppers: ShoppersRow, campaign: CampaignRow, member: MemberRow): void {
  const { contact_id } = member
  const clicks = tx.range(campaignActions.byContact, { contact_id, action: 'click', campaign_id: campaign.id })
  if (clicks.count > 1) return
  const draw = makeDraw(tx)
  const cart = isAboutCart(tx, shoppers, campaign) ? findLastCart(tx, shoppers, contact_id) : undefined
  const customer = { email_address: member.email_address }
  const body = cart ? orderOfCart(tx, shoppers, cart, draw) : chooseShopping(tx, shoppers, customer, draw)
  if (body) planStep(tx, delayWithin(shoppers.within, draw()), { body })
}

/** Draws shares from 0 to 1 for shoppers. */
export function makeDraw(tx: Tx): () => number {
  return () => tx.random('shoppers') / RANDOM_RANGE
}

/** Draws out of a share how long a person takes: mostly much less than the limit. Multiplied, since the last digit of `**` differs between versions of Node. */
export function delayWithin(limit: Millis, share: number): Millis {
  const square = share * share
  return 1000 * (1 + Math.floor((square * square * limit) / 1000))
}

type StepBody = StepRow['body']

function isAboutCart(tx: ReadTx, { store_id }: ShoppersRow, { id, workflow }: CampaignRow): boolean {
  const email = workflow ? tx.first(automationEmails.key, { id }) : undefined
  const automation = email && tx.first(automations.key, { id: email.workflow_id })
  return automation?.workflow_type === 'abandonedCart' && automation.store_id === store_id
}

/** The cart of a contact that changed last. */
function findLastCart(tx: ReadTx, { store_id }: ShoppersRow, contact_id: string): CartRow | undefined {
  return tx
    .range(customers.ofContact, { contact_id })
    .all()
    .filter((customer) => customer.store_id === store_id)
    .flatMap(({ id: customer_id }) => tx.range(carts.ofCustomer, { store_id, customer_id }).all())
    .toSorted((a, b) => b.updated_at - a.updated_at)[0]
}

function orderOfCart(tx: ReadTx, shoppers: ShoppersRow, cart: CartRow, draw: () => number): StepBody | undefined {
  const { store_id, return: share } = shoppers
  if (draw() >= share) return undefined
  const inCart = findLines(tx, asOwner('cart', cart))
  const order = {
    customer: { id: cart.customer_id },
    cart_id: cart.id,
    financial_status: choosePayment(shoppers, draw),
    currency_code: cart.currency_code,
    lines: inCart.map(({ id, product_id, product_variant_id, quantity, price }) => ({
      id,
      product_id,
      product_variant_id,
      quantity,
      price: convertToAmount(price),
    })),
  }
  return { trigger: 'order.place', store_id, order }
}

/** Draws whether a customer orders, or fills a cart and leaves; `undefined` if neither. */
export function chooseShopping(
  tx: ReadTx,
  shoppers: ShoppersRow,
  customer: ControlSchemas['TriggerCustomer'],
  draw: () => number,
): StepBody | undefined {
  const { store_id, buy, abandon, basket } = shoppers
  const share = draw()
  if (share >= buy + abandon) return undefined
  const goods = findGoodsInStock(tx, store_id)
  if (goods.length === 0) return undefined
  const count = Math.min(goods.length, 1 + Math.floor(draw() * draw() * basket))
  const first = Math.floor(draw() * goods.length)
  const chosen = [...goods.slice(first), ...goods.slice(0, first)].slice(0, count)
  const filled = chosen.map(({ product_id, id }) => ({
    product_id,
    product_variant_id: id,
    quantity: 1 + Math.floor(draw() * draw() * PIECES_MAX),
  }))
  if (share < buy) {
    const financial_status = choosePayment(shoppers, draw)
    return { trigger: 'order.place', store_id, order: { customer, financial_status, lines: filled } }
  }
  const checkout_url = `https://${shoppers.domain || 'shop.example.com'}/checkout`
  return { trigger: 'cart.fill', store_id, cart: { customer, checkout_url, lines: filled } }
}

function choosePayment({ orders }: ShoppersRow, draw: () => number): 'paid' | 'pending' {
  return orders && draw() < orders.pending ? 'pending' : 'paid'
}

/** What a store has in stock; everything if it has no stock at all. */
function findGoodsInStock(tx: ReadTx, store_id: string): VariantRow[] {
  const all = tx
    .range(products.inStore, { store_id })
    .all()
    .flatMap(({ id: product_id }) => tx.range(variants.ofProduct, { store_id, product_id }).all())
  const inStock = all.filter(({ inventory_quantity }) => inventory_quantity > 0)
  return inStock.length > 0 ? inStock : all
}

/** Schedules a trigger on the timeline after a delay. */
export function planStep(tx: Tx, delay: Millis, { body, readers }: Pick<StepRow, 'body' | 'readers'>): StepRow {
  const id = `${tx.count('timeline.id')}-${body.trigger}`
  tx.schedule('timeline.run', delay, id)
  const plan = { id, at: tx.nowMs + delay, body, outcome: 'pending', refused: '' } as const
  return tx.insert(timeline, readers ? { ...plan, readers } : plan)
}
