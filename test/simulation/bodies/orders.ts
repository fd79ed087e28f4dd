import { campaigns } from '../../../src/service/model/campaigns/campaign.ts'
import { carts } from '../../../src/service/model/carts/cart.ts'
import { landingPages } from '../../../src/service/model/landing-pages/page.ts'
import { variants } from '../../../src/service/model/products/product.ts'
import type { Tx } from '../../../src/kernel/world/tx.ts'
import type { Dice } from '../dice.ts'
import type { Bodies } from './bodies.ts'
import { currency, customer, money, product, some, time } from './stores.ts'

/** A line, mostly of a variant that some store has. */
const line = (dice: Dice, tx: Tx) => {
  const all = tx.range(variants.key).all()
  const { product_id, id } = all.length > 0 && dice.often(95) ? dice.oneOf(all) : { product_id: 'none', id: 'none' }
  return {
    id: dice.oneOf(['1', '2', '2/3']),
    product_id,
    product_variant_id: id,
    quantity: dice.oneOf([0, 1, 2, 5]),
    price: dice.oneOf([17, '12.50']),
  }
}

const lines = (dice: Dice, tx: Tx) => [line(dice, tx), ...(dice.often(20) ? [{ ...line(dice, tx), id: '3' }] : [])]

/** A line of an order, which may bring its product along. */
const orderLine = (dice: Dice, tx: Tx) => {
  const { title, variants: all, ...rest } = product(dice)
  const [first] = all
  const own = { product_id: String(rest.id), product_variant_id: String(first?.id), product: { title, variants: all, ...rest } }
  return { ...line(dice, tx), ...some(dice, { discount: money(dice) }, 20), ...(dice.often(10) ? own : {}) }
}

function campaignIn(dice: Dice, tx: Tx): string {
  const all = tx.range(campaigns.key).all()
  return all.length > 0 && dice.often(95) ? dice.oneOf(all).id : dice.oneOf(['', 'none'])
}

const cart = (dice: Dice, tx: Tx) => ({
  id: dice.oneOf(['cart', 'Cart', 'a/cart', 5]),
  customer: customer(dice),
  currency_code: currency(dice),
  order_total: money(dice),
  lines: lines(dice, tx),
  ...some(dice, { campaign_id: campaignIn(dice, tx), tax_total: money(dice), checkout_url: 'https://acme.test/c' }, 20),
})

/** What brought an order. */
function sourceOf(dice: Dice, tx: Tx): object {
  const campaign_id = campaignIn(dice, tx)
  const pages = tx.range(landingPages.key).all()
  const page = pages.length > 0 ? dice.oneOf(pages).id : 'none'
  return some(dice, {
    campaign_id,
    outreach: { id: dice.oneOf([page, campaign_id]) },
    landing_site: dice.oneOf(['https://acme.test/', `https://acme.test/?cid=${campaign_id}`]),
  })
}

const order = (dice: Dice, tx: Tx) => ({
  id: dice.oneOf(['o-1', 'o-2', 'O-2', 'o/3', 'o-4', 'o-5']),
  customer: customer(dice),
  currency_code: currency(dice),
  order_total: money(dice),
  lines: [orderLine(dice, tx), ...(dice.often(20) ? [{ ...orderLine(dice, tx), id: '3' }] : [])],
  ...sourceOf(dice, tx),
  ...some(dice, {
    financial_status: dice.oneOf(['paid', 'PAID', 'pending', 'refunded', 'cancelled', '']),
    processed_at_foreign: time(dice),
  }),
  ...some(
    dice,
    {
      cancelled_at_foreign: time(dice),
      fulfillment_status: dice.oneOf(['shipped', '']),
      tax_total: money(dice),
      shipping_total: money(dice),
      shipping_address: some(dice, { name: 'Ada', city: 'Oslo' }),
      promos: [{ code: 'TEN', amount_discounted: money(dice), type: dice.oneOf(['fixed', 'percentage', 'none']) }],
      tracking_code: dice.oneOf(['prec', 'prec', '', 'x']),
      cart_id: cartIn(dice, tx),
    },
    15,
  ),
})

function cartIn(dice: Dice, tx: Tx): string {
  const all = tx.range(carts.key).all()
  return all.length > 0 ? dice.oneOf(all).id : 'none'
}

/** Bodies for operations on carts and orders; some are invalid. */
export const orderBodies: Bodies = {
  createCart: cart,
  updateCart: (dice, tx) => some(dice, cart(dice, tx)),
  createCartLine: line,
  updateCartLine: (dice, tx) => some(dice, line(dice, tx)),
  createOrder: order,
  updateOrder: (dice, tx) => some(dice, order(dice, tx), 25),
  createOrderLine: orderLine,
  updateOrderLine: (dice, tx) => some(dice, line(dice, tx)),
}
