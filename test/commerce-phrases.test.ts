import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findRoute } from '../src/service/vocabulary/words.ts'
import { ORDERS, ORDER } from './resources/order-shop.ts'
import { HAT, PRODUCTS, STORE, STORES, withProduct } from './resources/commerce-world.ts'
import { ADA, GRACE, ID } from './resources/member-world.ts'

const CUSTOMERS = `${STORE}/customers`
const CARTS = `${STORE}/carts`
const CART = `${CARTS}/basket`
const RULES = `${STORE}/promo-rules`
const CODES = `${RULES}/TEN/promo-codes`
const DOMAIN = 'shop.acme.test'

const LINE = { id: '1', product_id: 'hat', product_variant_id: 'hat-blue', quantity: 1, price: 20 }
const NEW = { customer: { id: 'ada', email_address: ADA }, currency_code: 'USD', order_total: 20, lines: [LINE] }
const HAT_MADE = { id: 'hat', title: 'Hat', variants: [{ id: 'hat-blue', title: 'Blue' }] }
const TEN = { id: 'TEN', description: 'Ten percent', amount: 0.1, type: 'percentage', target: 'total' }
const CODE = { id: 'TEN', code: 'TEN', redemption_url: '' }
const OTHER_STORE = { id: 'other', list_id: ID, name: 'Other', currency_code: 'USD' }

type Provocation = readonly [line: string, body: object]

/** Calls that write a cart or an order with `members`: to make it, to change it. */
const writesOf = (members: object): Provocation[] =>
  [CARTS, ORDERS].flatMap((path): Provocation[] => [
    [`POST ${path}`, { ...NEW, id: 'new', ...members }],
    [`PATCH ${path}/${path === CARTS ? 'basket' : 'o-1'}`, members],
  ])
/** Calls that write a line of a cart or an order with `members`, alone or with its cart or order. */
const linesWith = (members: object): Provocation[] => [
  ...writesOf({ lines: [{ ...LINE, id: '2', ...members }] }),
  ...[CART, ORDER].flatMap((path): Provocation[] => [
    [`POST ${path}/lines`, { ...LINE, id: '2', ...members }],
    [`PATCH ${path}/lines/1`, members],
  ]),
]
const customersWith = (id: string, email_address: string): Provocation[] => [
  [`PUT ${CUSTOMERS}/${id}`, { email_address, opt_in_status: true }],
  ...writesOf({ customer: { id, email_address } }),
]

const PROVOCATIONS: { readonly [phrase: string]: readonly Provocation[] } = {
  'already exists in the account': [
    [`POST ${STORES}`, { ...OTHER_STORE, id: 'acme-shop' }],
    [`POST ${STORES}`, { ...OTHER_STORE, domain: DOMAIN }],
    [`PATCH ${STORES}/outlet`, { domain: DOMAIN }],
    [`POST ${CUSTOMERS}`, { id: 'ada', email_address: ADA, opt_in_status: true }],
    [`POST ${PRODUCTS}`, HAT_MADE],
    [`POST ${HAT}/variants`, { id: 'hat-blue', title: 'Blue' }],
    [`POST ${HAT}/images`, { id: 'front', url: 'hat.png' }],
    [`POST ${CARTS}`, { ...NEW, id: 'basket' }],
    [`POST ${CART}/lines`, LINE],
    [`POST ${ORDERS}`, { ...NEW, id: 'o-1' }],
    [`POST ${ORDER}/lines`, LINE],
  ],
  'already exists': [
    [`POST ${RULES}`, TEN],
    [`POST ${CODES}`, CODE],
  ],
  'product with the provided ID': linesWith({ product_id: 'unknown' }),
  'product with the provided variant ID': linesWith({ product_variant_id: 'unknown' }),
  'campaign with the provided ID': writesOf({ campaign_id: 'unknown' }),
  'not be changed': [[`PATCH ${CUSTOMERS}/ada`, { email_address: GRACE }], ...customersWith('ada', GRACE)],
  'cannot be imported': [
    [`POST ${CUSTOMERS}`, { id: 'new', email_address: 'nobody', opt_in_status: true }],
    ...customersWith('new', 'nobody'),
  ],
  'not found in audience': writesOf({ customer: { id: 'new', email_address: GRACE } }).filter(([line]) => line.includes(CARTS)),
}

/** A row of the table: where a phrase appears, by operation. */
interface Row {
  readonly phrase: string
  readonly status: number
  readonly title: string
  readonly operations: readonly string[]
}

const rows = [...readFileSync('docs/scenarios.md', 'utf8').matchAll(/^\| `([^`]+)` \| (\d+) `([^`]+)` \| ([^|]+) \|/gm)].map(
  ([, phrase = '', status, title = '', operations = '']): Row => ({
    phrase,
    status: Number(status),
    title,
    operations: [...operations.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }),
)

/** A store with one of each, and a second store. Carts of strangers are refused. */
async function shop() {
  const images = [{ id: 'front', url: 'hat.png' }]
  const { call, make } = await withProduct({ images }, { domain: DOMAIN })
  await make({ email_address: ADA })
  const begin: Provocation[] = [
    [`POST ${STORES}`, { ...OTHER_STORE, id: 'outlet' }],
    [`POST ${CARTS}`, { ...NEW, id: 'basket' }],
    [`POST ${ORDERS}`, { ...NEW, id: 'o-1' }],
    [`POST ${RULES}`, TEN],
    [`POST ${CODES}`, CODE],
    ['PATCH /_control/settings', { 'commerce.cart_contact': 'require' }],
  ]
  for (const [line, body] of begin) expect(await call(line, body)).toMatchObject({ status: 200 })
  return call
}

function operationOf(line: string): string {
  const [method = '', path = ''] = line.split(' ')
  return findRoute(path.slice('/3.0'.length))?.item[method]?.id ?? ''
}

describe('the phrases that clients of shops match on', () => {
  test('the table has each phrase once', () => {
    expect(rows.map(({ phrase }) => phrase).toSorted()).toEqual(Object.keys(PROVOCATIONS).toSorted())
  })

  test.each(rows)('$phrase is answered by the operations of its row', async ({ phrase, status, title, operations }) => {
    const call = await shop()
    const provocations = PROVOCATIONS[phrase] ?? []
    for (const [line, body] of provocations) {
      const answer = await call(line, body)
      expect(answer.body, `${line} ${JSON.stringify(body)}`).toMatchObject({
        status,
        title,
        detail: expect.stringContaining(phrase),
      })
      expect(answer.body).not.toHaveProperty('errors')
    }
    expect(operations.toSorted()).toEqual([...new Set(provocations.map(([line]) => operationOf(line)))].toSorted())
  })
})
