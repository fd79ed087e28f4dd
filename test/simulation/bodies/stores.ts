import { lists } from '../../../src/service/model/lists/list.ts'
import type { Tx } from '../../../src/kernel/world/tx.ts'
import type { Dice } from '../dice.ts'
import { ADDRESSES } from './audience.ts'
import type { Bodies } from './bodies.ts'

/** The ids of a walk are few, so that they are taken, used again, and the same in several stores. */
const STORES = ['shop', 'shop', 'shop', 'Shop', 'aus/verkauf ö']
const PRODUCTS = ['hat', 'hat', 'cap', 'red/hat', 7]
const VARIANTS = ['hat', 'blue', 'red', 12]
const DOMAINS = ['shop.acme.test', 'https://Shop.acme.test/', 'outlet.acme.test', '']

/** A value that fits, as a rule. */
const mostly = (dice: Dice, good: readonly unknown[], bad: unknown) => (dice.often(96) ? dice.oneOf(good) : bad)

export const money = (dice: Dice) => mostly(dice, [0, 17, '12.50', 1.00005, '-2.5', 9_999_999], dice.oneOf(['much', 1e13]))

export const time = (dice: Dice) => mostly(dice, ['2026-01-15T09:00:00+00:00', '2026-01-15 09:00:00', '2025-11-01', ''], 'soon')

export const currency = (dice: Dice) => mostly(dice, ['USD', 'usd', 'EUR'], 'crowns')

/** Some of the members given. */
export function some(dice: Dice, members: Readonly<Record<string, unknown>>, percent = 40): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(() => dice.often(percent)))
}

/** A customer within a cart or an order, or a new one. */
export const customer = (dice: Dice) => ({
  id: mostly(dice, ['c-1', 'c-2', 'C-2', 'c/3', 'x'.repeat(50)], 'x'.repeat(51)),
  ...some(dice, { email_address: mostly(dice, ADDRESSES, 'nobody') }, 85),
  ...some(dice, { opt_in_status: dice.often(50) }, 90),
  ...shopper(dice),
})

const shopper = (dice: Dice) =>
  some(
    dice,
    {
      company: 'Acme',
      first_name: dice.oneOf(['Ada', '']),
      last_name: 'Ärger',
      sms_phone_number: mostly(dice, ['+4791234567'], 'none'),
      total_spent: mostly(dice, [1], 'all'),
      address: some(dice, { city: 'Oslo', country_code: 'NO' }),
    },
    15,
  )

const store = (dice: Dice) =>
  some(dice, {
    domain: dice.oneOf(DOMAINS),
    platform: dice.oneOf(['Magento', '']),
    is_syncing: dice.often(40),
    money_format: '$',
    address: some(dice, { city: 'Oslo', latitude: mostly(dice, [59.9, '59.9'], 'north') }),
  })

const variant = (dice: Dice) => ({
  id: dice.oneOf(VARIANTS),
  title: dice.oneOf(['Blue', 'Hat']),
  ...some(dice, { price: money(dice), inventory_quantity: mostly(dice, [0, 5], -1), image_url: 'blue.png' }, 25),
})

const image = (dice: Dice) => ({
  id: dice.oneOf(['front', 'back/side']),
  url: 'https://acme.test/hat.png',
  ...some(dice, { variant_ids: dice.oneOf([['blue'], [12, 'gone'], []]) }),
})

export const product = (dice: Dice) => ({
  id: dice.oneOf(PRODUCTS),
  title: dice.oneOf(['Hat', 'Cap']),
  variants: Array.from({ length: dice.often(95) ? 1 + dice.upTo(2) : 0 }, () => variant(dice)),
  ...some(
    dice,
    {
      vendor: dice.oneOf(['Acme', 'Hatters']),
      images: [image(dice)],
      published_at_foreign: time(dice),
      handle: mostly(dice, ['hat'], 7),
    },
    25,
  ),
})

const promoRule = (dice: Dice) => ({
  id: dice.oneOf(['sale', 'Sale', 'sale/2']),
  description: 'Sale',
  amount: dice.oneOf([0.5, '0.1', 3]),
  type: dice.oneOf(['fixed', 'percentage']),
  target: dice.oneOf(['per_item', 'total', 'shipping']),
  ...some(dice, { title: dice.oneOf(['Sale', 'ä'.repeat(51)]), starts_at: time(dice), ends_at: time(dice) }, 20),
  ...some(dice, { enabled: dice.often(50), updated_at_foreign: '0000-00-00' }, 20),
})

const promoCode = (dice: Dice) => ({
  id: dice.oneOf(['ten', 'Ten']),
  code: mostly(dice, ['TEN', 'TWENTY'], ''),
  redemption_url: 'https://acme.test',
  ...some(dice, { usage_count: mostly(dice, [0, 3], -1), enabled: dice.often(50) }),
})

function listIn(dice: Dice, tx: Tx): string {
  const all = tx.range(lists.key).all()
  return all.length > 0 && dice.often(95) ? dice.oneOf(all).id : 'ffffffffff'
}

/** Bodies for operations on stores, their customers, products, and promo rules; some are invalid. */
export const storeBodies: Bodies = {
  createStore: (dice, tx) => ({
    id: mostly(dice, STORES, '..'),
    list_id: listIn(dice, tx),
    name: mostly(dice, ['Acme Shop'], ''),
    currency_code: currency(dice),
    ...store(dice),
  }),
  updateStore: (dice, tx) => ({ ...store(dice), ...some(dice, { name: 'Outlet', list_id: listIn(dice, tx) }) }),
  createCustomer: customer,
  setCustomer: customer,
  updateCustomer: (dice) => some(dice, customer(dice)),
  createProduct: product,
  setProduct: (dice) => some(dice, product(dice), 80),
  updateProduct: (dice) => some(dice, product(dice)),
  createProductVariant: variant,
  setProductVariant: (dice) => some(dice, variant(dice), 80),
  updateProductVariant: (dice) => some(dice, variant(dice)),
  createProductImage: image,
  updateProductImage: (dice) => some(dice, image(dice)),
  createPromoRule: promoRule,
  updatePromoRule: (dice) => some(dice, promoRule(dice)),
  createPromoCode: promoCode,
  updatePromoCode: (dice) => some(dice, promoCode(dice)),
}
