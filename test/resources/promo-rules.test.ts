import { describe, expect, test } from 'vitest'
import { makePromoCode, makePromoRule, type NewPromoRule } from '../../src/service/rules/promos/make.ts'
import { promoCodes } from '../../src/service/model/promos/promo.ts'
import type { NewStore } from '../../src/service/rules/stores/make.ts'
import type { Body } from '../mock.ts'
import { STORE, STORES, withStore } from './commerce-world.ts'
import { ID } from './member-world.ts'

const RULES = `${STORE}/promo-rules`
const SALE = `${RULES}/sale`
const CODES = `${SALE}/promo-codes`
const RULE: NewPromoRule = { id: 'sale', description: '10 % off', amount: 0.1, type: 'percentage', target: 'total' }
const CODE = { id: 'ten', code: 'TEN', redemption_url: 'not a URL' }

const fieldsIn = (body: Body): string[] => body.errors.map(({ field }: Body) => field)

/** A store with a promo rule, `sale`, that has a code, `ten`. */
async function withPromos(rule: Partial<NewPromoRule> = {}, store: Partial<NewStore> = {}) {
  const world = await withStore(store)
  await world.plant((tx) => makePromoCode(tx, makePromoRule(tx, world.store, { ...RULE, ...rule }), CODE))
  return world
}

describe('createPromoRule', () => {
  test('createPromoRule answers the rule, enabled and with empty texts for what was not sent', async () => {
    const { call } = await withStore()
    const { body } = await call(`POST ${RULES}`, RULE)
    const blank = { title: '', starts_at: '', ends_at: '', created_at_foreign: '', updated_at_foreign: '' }
    expect(body).toMatchObject({ ...RULE, ...blank, enabled: true })
  })

  test('createPromoRule keeps every member that it takes, and free shipping is a fixed rule', async () => {
    const { call } = await withStore()
    const { body } = await call(`POST ${RULES}`, {
      id: 'sale',
      title: 'é'.repeat(50),
      description: 'd'.repeat(255),
      amount: '12.50',
      type: 'fixed',
      target: 'shipping',
      enabled: false,
      starts_at: '2026-01-01',
      ends_at: '2026-01-01T00:00:01Z',
      created_at_foreign: '2025-12-01 10:00:00',
      updated_at_foreign: '2025-12-02',
    })
    expect(body).toMatchObject({
      title: 'é'.repeat(50),
      amount: 12.5,
      type: 'fixed',
      target: 'shipping',
      enabled: false,
      starts_at: '2026-01-01T00:00:00+00:00',
      ends_at: '2026-01-01T00:00:01+00:00',
      created_at_foreign: '2025-12-01T10:00:00+00:00',
      updated_at_foreign: '2025-12-02T00:00:00+00:00',
    })
  })

  test.each([0, 1, '0.5'])('a percentage may be %j', async (amount) => {
    const { call } = await withStore()
    expect((await call(`POST ${RULES}`, { ...RULE, amount })).body.amount).toBe(Number(amount))
  })

  test.each([-5, 1.5, 100])('a fixed amount may be %j', async (amount) => {
    const { call } = await withStore()
    expect((await call(`POST ${RULES}`, { ...RULE, type: 'fixed', amount })).body.amount).toBe(amount)
  })

  test('two stores can have promo rules of the same id', async () => {
    const { call } = await withPromos()
    await call(`POST ${STORES}`, { id: 'other', list_id: ID, name: 'Other', currency_code: 'USD' })
    expect((await call(`POST ${STORES}/other/promo-rules`, RULE)).status).toBe(200)
  })
})

describe('times of promo rules and codes', () => {
  test.each(['', '0000-00-00', '0000-00-00 00:00:00'])('%j unsets a time', async (unset) => {
    const { call } = await withPromos({ starts_at: '2026-01-01', ends_at: '2026-02-01', created_at_foreign: '2026-01-01' })
    const unsetAll = { starts_at: unset, ends_at: unset, created_at_foreign: unset, updated_at_foreign: unset }
    const blank = { starts_at: '', ends_at: '', created_at_foreign: '', updated_at_foreign: '' }
    expect((await call(`PATCH ${SALE}`, unsetAll)).body).toMatchObject(blank)
    expect((await call(`POST ${RULES}`, { ...RULE, ...unsetAll, id: 'other' })).body).toMatchObject(blank)
    await call(`PATCH ${CODES}/ten`, { created_at_foreign: '2026-01-01', updated_at_foreign: '2026-01-01' })
    const { body } = await call(`PATCH ${CODES}/ten`, { created_at_foreign: unset, updated_at_foreign: unset })
    expect(body).toMatchObject({ created_at_foreign: '', updated_at_foreign: '' })
  })

  test('a rule may end before it starts if one of the two is unset', async () => {
    const { call } = await withPromos({ ends_at: '2026-01-01', starts_at: '0000-00-00' })
    expect((await call(`GET ${SALE}`)).body).toMatchObject({ starts_at: '', ends_at: '2026-01-01T00:00:00+00:00' })
  })
})

describe('updatePromoRule', () => {
  test('updatePromoRule changes the given members, and ignores the id', async () => {
    const { call } = await withPromos({ title: 'Sale' })
    const { body } = await call(`PATCH ${SALE}`, { id: 'ignored', enabled: false, amount: '0.25' })
    expect(body).toMatchObject({ id: 'sale', title: 'Sale', enabled: false, amount: 0.25, type: 'percentage' })
    expect((await call(`PATCH ${SALE}`, {})).body).toEqual(body)
    expect((await call(`PATCH ${SALE}`, { title: '' })).body.title).toBe('')
  })

  test.each([
    ['an amount', { amount: 2 }, 'amount'],
    ['an end', { ends_at: '2026-01-01' }, 'ends_at'],
    ['a start', { starts_at: '2026-03-01' }, 'ends_at'],
    ['a title', { title: 'é'.repeat(51) }, 'title'],
  ])('%s that contradicts the stored rule is rejected, and changes nothing', async (_, change, field) => {
    const { call } = await withPromos({ starts_at: '2026-01-01', ends_at: '2026-02-01' })
    const { body: before } = await call(`GET ${SALE}`)
    const { body } = await call(`PATCH ${SALE}`, { ...change, description: 'New' })
    expect(body).toMatchObject({ status: 400, title: 'Invalid Resource', errors: [{ field }] })
    expect((await call(`GET ${SALE}`)).body).toEqual(before)
  })

  test('a fixed amount that is above 1 is rejected when the rule becomes a percentage', async () => {
    const { call } = await withPromos({ type: 'fixed', amount: 5 })
    expect(fieldsIn((await call(`PATCH ${SALE}`, { type: 'percentage' })).body)).toEqual(['amount'])
    expect((await call(`PATCH ${SALE}`, { type: 'percentage', amount: 0.5 })).body).toMatchObject({ amount: 0.5 })
  })
})

describe('getPromoRules', () => {
  test('getPromoRules lists the rules, oldest first', async () => {
    const { call } = await withPromos()
    await call(`POST ${RULES}`, { ...RULE, id: 'a' })
    const { body } = await call(`GET ${RULES}`)
    expect(body).toMatchObject({ store_id: 'acme-shop', promo_rules: [{ id: 'sale' }, { id: 'a' }], total_items: 2 })
  })
})

describe('deletePromoRule', () => {
  test('deletePromoRule deletes its codes as well', async () => {
    const { call, plant } = await withPromos()
    expect((await call(`DELETE ${SALE}`)).status).toBe(204)
    expect(await plant((tx) => tx.range(promoCodes.key).count)).toBe(0)
  })
})

describe('promo rules and their store', () => {
  test('links name the schemas of promo rules by the words of the service', async () => {
    const { call } = await withPromos()
    const { body } = await call(`GET ${STORE}`)
    const link = body._links.find(({ rel }: Body) => rel === 'promo-rules')
    expect(link.targetSchema).toMatch(/Definitions\/Ecommerce\/Stores\/Promorules\/CollectionResponse\.json$/)
    const [, , update] = (await call(`GET ${CODES}/ten`)).body._links
    expect(update.schema).toMatch(/Definitions\/Ecommerce\/Stores\/Promorules\/Promocodes\/PATCH\.json$/)
    for (const url of [link.targetSchema, update.schema]) expect((await call(`GET ${new URL(url).pathname}`)).status).toBe(200)
  })
})

describe('createPromoCode', () => {
  test('createPromoCode answers the code', async () => {
    const { call } = await withPromos()
    const { body } = await call(`POST ${CODES}`, { ...CODE, id: 'b', usage_count: 3, enabled: false })
    expect(body).toMatchObject({ ...CODE, id: 'b', usage_count: 3, enabled: false, created_at_foreign: '' })
    expect((await call(`GET ${CODES}/ten`)).body).toMatchObject({ usage_count: 0, enabled: true })
  })

  test('two rules can have codes of the same id, and a store the same code twice', async () => {
    const { call } = await withPromos()
    expect((await call(`POST ${CODES}`, { ...CODE, id: 'ten-2' })).body.code).toBe('TEN')
    await call(`POST ${RULES}`, { ...RULE, id: 'ten' })
    expect((await call(`POST ${RULES}/ten/promo-codes`, CODE)).status).toBe(200)
  })
})

describe('updatePromoCode', () => {
  test('updatePromoCode changes the given members, and ignores the id', async () => {
    const { call } = await withPromos()
    const { body } = await call(`PATCH ${CODES}/ten`, { id: 'ignored', usage_count: 4, updated_at_foreign: '2026-01-01' })
    expect(body).toMatchObject({ ...CODE, usage_count: 4, updated_at_foreign: '2026-01-01T00:00:00+00:00' })
  })
})

describe('getPromoCodes, deletePromoCode', () => {
  test('getPromoCodes pages through the codes that are left', async () => {
    const { call } = await withPromos()
    await call(`POST ${CODES}`, { ...CODE, id: 'b' })
    expect((await call(`DELETE ${CODES}/ten`)).status).toBe(204)
    const { body } = await call(`GET ${CODES}`)
    expect(body).toMatchObject({ promo_codes: [{ id: 'b' }], total_items: 1 })
  })
})
