import { describe, expect, test } from 'vitest'
import { manifests } from '../../src/service/resources/manifests.ts'
import type { Manifest } from '../../src/service/rules/manifest.ts'
import { findRoute } from '../../src/service/vocabulary/words.ts'
import { resultsIn } from './batch-world.ts'
import { HAT, PRODUCTS, STORE, STORES } from './commerce-world.ts'
import type { Body } from '../mock.ts'
import { LINE, LINES, NEW, ORDER, ORDERS, withOrder } from './order-shop.ts'
import { asking, HATS, SURVEYS } from './survey-world.ts'
import { missing } from '../service-texts.ts'

const RULES = `${STORE}/promo-rules`
const CODES = `${RULES}/ten/promo-codes`
const CUSTOMERS = `${STORE}/customers`
const CART = `${STORE}/carts/basket`
const CUP = { id: 'cup', title: 'Cup', variants: [{ id: 'm', title: 'M' }] }
const TEN = { id: 'ten', description: 'Ten percent', amount: 0.1, type: 'percentage', target: 'total', starts_at: '2026-02-01' }
const ASKED = { type: 'question', question: { query: 'A?', type: 'pickOne', options: [] } }
/** An instant with a valid form whose year in UTC has five digits. */
const TOO_LATE = '9999-12-31T23:59:59-01:00'

interface Rules {
  readonly line: string
  /** A body that fits the schema and breaks other rules. */
  readonly body: object
  /** The fields of these errors, in order. */
  readonly fields: readonly string[]
  /** A member that does not fit the schema. */
  readonly flaw: object
}

/** Bodies that break rules that no schema states. */
const CASES: { readonly [why: string]: Rules } = {
  'the values of a new promo rule contradict each other': {
    line: `POST ${RULES}`,
    body: { ...TEN, id: 'b', title: 'é'.repeat(51), amount: 2, ends_at: '2026-01-01', created_at_foreign: TOO_LATE },
    fields: ['created_at_foreign', 'title', 'ends_at', 'amount'],
    flaw: { enabled: 'yes' },
  },
  'a change of a promo rule contradicts its stored values': {
    line: `PATCH ${RULES}/ten`,
    body: { amount: 2, ends_at: '2026-01-01' },
    fields: ['ends_at', 'amount'],
    flaw: { target: 'all' },
  },
  'a new promo code was created too late': {
    line: `POST ${CODES}`,
    body: { id: 'b', code: 'B', redemption_url: '', created_at_foreign: TOO_LATE },
    fields: ['created_at_foreign'],
    flaw: { usage_count: -1 },
  },
  'a promo code was changed too late': {
    line: `PATCH ${CODES}/a`,
    body: { updated_at_foreign: TOO_LATE },
    fields: ['updated_at_foreign'],
    flaw: { code: 7 },
  },
  'a new product was published too late': {
    line: `POST ${PRODUCTS}`,
    body: { ...CUP, published_at_foreign: TOO_LATE },
    fields: ['published_at_foreign'],
    flaw: { vendor: 7 },
  },
  'a product that a PUT would create is incomplete': {
    line: `PUT ${PRODUCTS}/cup`,
    body: { variants: [{ title: 'M' }], images: [{}], published_at_foreign: TOO_LATE },
    fields: ['', 'variants.item:0', 'images.item:0', 'published_at_foreign'],
    flaw: { vendor: 7 },
  },
  'a product that a PUT would create has no variants': {
    line: `PUT ${PRODUCTS}/cup`,
    body: { title: 'Cup', variants: [] },
    fields: ['variants'],
    flaw: { vendor: 7 },
  },
  'a PUT adds incomplete variants and images to a product': {
    line: `PUT ${HAT}`,
    body: { variants: [{ id: 'new' }, { title: 'Some' }], images: [{ id: 'new' }] },
    fields: ['variants.item:0', 'variants.item:1', 'images.item:0'],
    flaw: { title: 7 },
  },
  'a PATCH adds incomplete variants to a product that was published too late': {
    line: `PATCH ${HAT}`,
    body: { variants: [{ id: 'hat-blue' }, {}], published_at_foreign: TOO_LATE },
    fields: ['published_at_foreign', 'variants.item:1'],
    flaw: { title: 7 },
  },
  'the id of a variant that a PUT would create is too long': {
    line: `PUT ${HAT}/variants/${'x'.repeat(256)}`,
    body: {},
    fields: ['id'],
    flaw: { sku: 7 },
  },
  'a customer that a PUT would create has no address, and an id that is too long': {
    line: `PUT ${CUSTOMERS}/${'x'.repeat(51)}`,
    body: {},
    fields: ['id', 'email_address'],
    flaw: { company: 7 },
  },
  'the product of a new order has another id than its line, and the order was placed too late': {
    line: `POST ${ORDERS}`,
    body: {
      ...NEW,
      id: 'o-2',
      processed_at_foreign: TOO_LATE,
      lines: [LINE, { ...LINE, id: '2', product_id: 'mug', product: CUP }],
    },
    fields: ['processed_at_foreign', 'lines.item:1.product.id'],
    flaw: { order_url: 7 },
  },
  'the product of a new line has another id than the line, and was published too late': {
    line: `POST ${LINES}`,
    body: { ...LINE, id: '2', product_id: 'mug', product: { ...CUP, published_at_foreign: TOO_LATE } },
    fields: ['product.published_at_foreign', 'product.id'],
    flaw: { discount: 'some' },
  },
  'a change of an order has lines that are incomplete or that name none': {
    line: `PATCH ${ORDER}`,
    body: { cancelled_at_foreign: TOO_LATE, lines: [{ id: '9', price: 1 }, { product_id: 'hat' }] },
    fields: ['cancelled_at_foreign', 'lines.item:0', 'lines.item:1'],
    flaw: { order_url: 7 },
  },
  'a change of a cart has lines that are incomplete or that name none': {
    line: `PATCH ${CART}`,
    body: { lines: [{ id: '9', price: 1 }, { product_id: 'hat' }] },
    fields: ['lines.item:0', 'lines.item:1'],
    flaw: { checkout_url: 7 },
  },
  'a new survey breaks rules of questions': {
    line: `POST ${SURVEYS}`,
    body: { sections: [ASKED, { type: 'context', question: { query: 'B?', type: 'text' } }, { type: 'question' }] },
    fields: ['sections.item:0.question.options', 'sections.item:1.question', 'sections.item:2'],
    flaw: { title: 7 },
  },
  'a change of a survey breaks rules of questions': {
    line: `PATCH ${SURVEYS}/hats`,
    body: { sections: [ASKED, { ...asking('B?', 'text'), id: 'none' }] },
    fields: ['sections.item:0.question.options', 'sections.item:1.id'],
    flaw: { title: 7 },
  },
}

type Case = readonly [why: string, line: string, body: object, fields: readonly string[]]

/** Bodies with members on which other rules depend and that the schema refuses, and the fields of all errors. */
const MISTYPED: readonly Case[] = [
  ['a type', `PATCH ${RULES}/ten`, { type: 'share', amount: 5 }, ['type']],
  ['an amount', `POST ${RULES}`, { ...TEN, id: 'b', amount: '2e3' }, ['amount']],
  ['a start', `PATCH ${RULES}/ten`, { starts_at: 'soon', ends_at: '2026-01-01' }, ['starts_at']],
  ['an end', `PATCH ${RULES}/ten`, { ends_at: null }, ['ends_at']],
  ['a title', `POST ${RULES}`, { ...TEN, id: 'b', title: ['é'.repeat(51)] }, ['title']],
  ['a title and all variants of a product', `PUT ${PRODUCTS}/cup`, { title: null, variants: 'M' }, ['title', 'variants']],
  [
    'variants of a new product',
    `PUT ${PRODUCTS}/cup`,
    { title: 'Cup', variants: [7, null] },
    ['variants.item:0', 'variants.item:1'],
  ],
  [
    'variants of a product',
    `PATCH ${HAT}`,
    { variants: [7, { id: null }, { id: 'new', title: null }], images: {} },
    ['variants.item:0', 'variants.item:1.id', 'variants.item:2.title', 'images'],
  ],
  ['the title of a new variant', `PUT ${HAT}/variants/new`, { title: null }, ['title']],
  ['the address of a new customer', `PUT ${CUSTOMERS}/new`, { email_address: 7 }, ['email_address']],
  ['the opt-in of a new customer', `PUT ${CUSTOMERS}/new`, { email_address: 'a@acme.test', opt_in_status: 1 }, ['opt_in_status']],
  [
    'ids of lines and their products',
    `POST ${ORDERS}`,
    {
      ...NEW,
      id: 'o-2',
      lines: [
        { ...LINE, product_id: 7, product: CUP },
        { ...LINE, product_id: 'mug', product: { ...CUP, id: null } },
        { ...LINE, product_id: 'mug', product: [CUP] },
        'line',
      ],
    },
    ['lines.item:0.product_id', 'lines.item:1.product.id', 'lines.item:2.product', 'lines.item:3'],
  ],
  ['all lines of an order', `POST ${ORDERS}`, { ...NEW, id: 'o-2', lines: { 0: LINE } }, ['lines']],
  ['the product of a line', `POST ${LINES}`, { ...LINE, id: '2', product_id: null, product: 7 }, ['product_id', 'product']],
  [
    'lines of a change',
    `PATCH ${ORDER}`,
    { lines: [null, { id: 7 }, { product_id: 7, product_variant_id: 'hat-blue' }, { ...LINE, id: '9', quantity: 'two' }] },
    ['lines.item:0', 'lines.item:1.id', 'lines.item:2.product_id', 'lines.item:3.quantity'],
  ],
  ['all lines of a change', `PATCH ${CART}`, { lines: 'none' }, ['lines']],
  ['all sections of a survey', `POST ${SURVEYS}`, { sections: { 0: ASKED } }, ['sections']],
  [
    'sections, their questions and types',
    `PATCH ${SURVEYS}/hats`,
    {
      sections: [
        null,
        { type: 7, question: { query: 'A?', type: 'text' } },
        { type: 'question', question: 7 },
        { type: 'context', question: null },
        { id: 7, ...asking('B?', 'text', { id: 'none' }) },
        { id: 8, type: 'question' },
      ],
    },
    [
      'sections.item:0',
      'sections.item:1.type',
      'sections.item:2.question',
      'sections.item:3.question',
      'sections.item:4.id',
      'sections.item:5.id',
    ],
  ],
  [
    'members of questions',
    `POST ${SURVEYS}`,
    {
      sections: [
        asking('A?', 'choice'),
        asking('B?', 'pickOne', { options: 7 }),
        asking('C?', 'pickOne', { options: [7, { id: 7, label: null, value: 'a' }] }),
        asking('D?', 'range', { range_low_value: 'low', range_high_value: 0 }),
        asking('E?', 'range', { range_low_value: 9, range_high_value: null }),
        asking('F?', 'contactInformation', { merge_field: 7 }),
        asking('G?', 'contactInformation', { merge_field: { id: 'FNAME' } }),
      ],
    },
    [
      'sections.item:0.question.type',
      'sections.item:1.question.options',
      'sections.item:2.question.options.item:0',
      'sections.item:2.question.options.item:1.id',
      'sections.item:2.question.options.item:1.label',
      'sections.item:3.question.range_low_value',
      'sections.item:4.question.range_high_value',
      'sections.item:5.question.merge_field',
      'sections.item:6.question.merge_field.id',
    ],
  ],
]

/** A store with one of each thing that the bodies are about, and a survey, which lines call `hats`. */
async function withEach() {
  const { call, app, pass, refused } = await withOrder()
  const begin: (readonly [string, object])[] = [
    [`POST ${STORE}/carts`, { ...NEW, id: 'basket' }],
    [`POST ${RULES}`, TEN],
    [`POST ${CODES}`, { id: 'a', code: 'A', redemption_url: '' }],
  ]
  for (const [line, body] of begin) expect(await call(line, body)).toMatchObject({ status: 200 })
  const { body: survey } = await call(`POST ${SURVEYS}`, { sections: [asking('A?', 'pickOne', { options: HATS })] })
  const lineOf = (line: string) => line.replace('/hats', `/${survey.id}`)
  const inBatch = async (line: string, given: object): Promise<Body> => {
    const [method, path] = lineOf(line).split(' ')
    const operations = [{ method, path, body: JSON.stringify(given) }]
    const { body: batch } = await call('POST /3.0/batches', { operations })
    await pass('PT10S')
    const { response_body_url } = (await call(`GET /3.0/batches/${batch.id}`)).body
    const [result] = await resultsIn(await app.request(response_body_url))
    return result?.response
  }
  return {
    call: (line: string, body: unknown) => call(lineOf(line), body),
    refused: (line: string, body: object) => refused(lineOf(line), body),
    inBatch,
  }
}

const fieldsIn = (body: Body): string[] => body.errors.map(({ field }: Body) => field)

describe.each(Object.entries(CASES))('if %s', (_, { line, body, fields, flaw }) => {
  test('an error lists all broken rules', async () => {
    const { refused } = await withEach()
    const answer = await refused(line, body)
    expect(answer).toMatchObject({ status: 400, title: 'Invalid Resource' })
    expect(fieldsIn(answer)).toEqual(fields)
  })

  test('an error lists them after what the schema refuses, alone and in a batch', async () => {
    const { refused, inBatch } = await withEach()
    const answer = await refused(line, { ...body, ...flaw })
    expect(answer).toMatchObject({ status: 400, title: 'Invalid Resource' })
    expect(fieldsIn(answer)).toEqual([...Object.keys(flaw), ...fields])
    expect((await inBatch(line, { ...body, ...flaw })).errors).toEqual(answer.errors)
  })
})

test.each(MISTYPED)(
  '%s that the schema refuses: each place has one entry, and no rule is applied to it',
  async (_, line, body, fields) => {
    const { refused } = await withEach()
    expect(fieldsIn(await refused(line, body)).toSorted()).toEqual(fields.toSorted())
  },
)

test.each(Object.entries(CASES))(
  'whatever stands in a place of a body, an error has one entry for each place, if %s',
  async (_, rules) => {
    const { call } = await withEach()
    for (const body of variationsOf({ ...rules.body, ...rules.flaw })) {
      const answer = await call(rules.line, body)
      expect([200, 400], `${JSON.stringify(body)}: ${answer.text}`).toContain(answer.status)
      const fields: string[] = answer.body.errors?.map(({ field }: Body) => field) ?? []
      expect(fields, JSON.stringify(body)).toEqual([...new Set(fields)])
    }
  },
)

/** Copies of a value with something else in one place. */
function variationsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [null, 7, -1.5, 'x', '', true, [], {}, [null], [{}]]
  return Object.entries(value).flatMap(([name, member]) =>
    variationsOf(member).map((other) => (Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other })),
  )
}

test('every operation with a check of its body has a case, and its errors list everything', async () => {
  const checks = await Promise.all(Object.values(manifests).map((manifest: Manifest) => manifest.checkBody?.() ?? {}))
  const checked = checks.flatMap((each) => Object.keys(each))
  const routes = Object.values(CASES).map(({ line }) => routeOf(line))
  expect(new Set(checked)).toEqual(new Set(routes.map((route) => route?.id)))
  expect(routes.filter((route) => !route?.allErrors)).toEqual([])
})

function routeOf(line: string) {
  const [method = '', path = ''] = line.split(' ')
  return findRoute(path.slice('/3.0'.length))?.item[method]
}

test('a missing address of a customer has an entry of its own, other missing members one for each object', async () => {
  const { refused } = await withEach()
  expect((await refused(`PUT ${CUSTOMERS}/${'x'.repeat(51)}`, {})).errors).toEqual([
    { field: 'id', message: 'Value must have at most 50 characters.' },
    { field: 'email_address', message: missing('email_address') },
  ])
  expect((await refused(`PUT ${PRODUCTS}/cup`, { vendor: 7, images: [{}] })).errors.slice(1)).toEqual([
    { field: '', message: missing('title', 'variants') },
    { field: 'images.item:0', message: missing('id', 'url') },
  ])
})

describe('the stages of an error', () => {
  const wrong = { title: 7, sections: [ASKED] }

  test.each([
    `POST /3.0/lists/none/surveys`,
    `PATCH /3.0/lists/none/surveys/hats`,
    `PATCH ${SURVEYS}/none`,
    `PATCH ${RULES}/none`,
    `PUT ${PRODUCTS}/none/variants/new`,
  ])('%s is answered with 404, whatever the body is', async (line) => {
    const { refused } = await withEach()
    expect(await refused(line, wrong)).toMatchObject({ status: 404, title: 'Resource Not Found' })
  })

  test.each([
    [
      'the unknown list of a new store',
      `POST ${STORES}`,
      { id: 'new', list_id: 'none', name: 7, currency_code: 'USD' },
      ['name'],
    ],
    ['an id that is taken', `POST ${RULES}`, { ...TEN, amount: 2, enabled: 1 }, ['enabled', 'amount']],
    [
      'the missing address of the customer of an order',
      `POST ${ORDERS}`,
      { ...NEW, customer: { id: 'new' }, lines: [] },
      ['lines'],
    ],
    [
      'an unknown product of a line',
      `PATCH ${ORDER}`,
      { lines: [{ id: '1', product_id: 'none' }, { id: '2' }] },
      ['lines.item:1'],
    ],
  ])('%s comes after everything that is wrong with the body', async (_, line, body, fields) => {
    const { refused } = await withEach()
    expect(fieldsIn(await refused(line, body))).toEqual(fields)
  })
})
