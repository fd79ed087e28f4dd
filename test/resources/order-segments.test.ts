import { describe, expect, test } from 'vitest'
import type { AnyCondition } from '../../src/service/conditions/condition.ts'
import { sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { recipients } from '../../src/service/model/campaigns/campaign.ts'
import { lines } from '../../src/service/model/lines/line.ts'
import { makeBlank } from '../../src/service/model/fields.ts'
import { productFields, products } from '../../src/service/model/products/product.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { STORE, withStore } from './commerce-world.ts'
import { ID } from './member-world.ts'
import { changeOrder, deleteOrder, placeOrder, type PlacedOrder } from './order-world.ts'

const DAY_S = 86_400

/** A store with Ada, Bob and Cy on its list. */
async function withBuyers(plan: Parameters<typeof withStore>[1] = {}) {
  const world = await withStore({}, plan)
  const contacts = new Map<string, string>()
  for (const name of ['ada', 'bob', 'cy'])
    contacts.set(name, (await world.make({ email_address: `${name}@acme.test` })).contact_id)
  const buy = (name: string, fields: PlacedOrder = {}) =>
    world.plant((tx) => placeOrder(tx, { contact_id: contacts.get(name) ?? '', ...fields }))
  /** A saved segment with a condition. Returns what reads its members, as names. */
  const segment = async (condition: AnyCondition) => {
    const { id } = await world.plant((tx) =>
      makeSegment(tx, world.list, { name: 'S', type: 'saved', options: { match: 'all', conditions: [condition] } }),
    )
    return async () => {
      const path = `GET /3.0/lists/${ID}/segments/${id}`
      const [{ body: page }, { body: record }] = [await world.call(`${path}/members`), await world.call(path)]
      expect(record.member_count).toBe(page.total_items)
      return page.members.map(({ email_address }: { email_address: string }) => email_address.split('@')[0]).join(' ')
    }
  }
  return { ...world, buy, segment }
}

describe('segments by purchases', () => {
  test('they notice each change of an order, of its lines, of products, of stores and of commerce.counts', async () => {
    const { buy, segment, plant, call } = await withBuyers()
    const buyers = await segment({ condition_type: 'EcommPurchased', field: 'ecomm_purchased', op: 'member' })
    const hats = await segment({ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'is', value: 'Hat' })
    const many = await segment({ condition_type: 'EcommNumber', field: 'ecomm_prod_all', op: 'greater', value: 1 })
    expect([await buyers(), await hats(), await many()]).toEqual(['', '', ''])
    const ofAda = await buy('ada', { financial_status: 'paid' })
    const ofBob = await buy('bob')
    expect([await buyers(), await hats(), await many()]).toEqual(['ada bob', '', ''])
    const hat = await plant((tx) =>
      tx.insert(products, {
        ...makeBlank(productFields),
        store_id: 'acme-shop',
        id: 'hat',
        title: 'Hat',
        type: 'Headwear',
      }),
    )
    expect(await hats()).toBe('ada bob')
    const headwear = await segment({ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'is', value: 'headwear' })
    expect(await headwear()).toBe('ada bob')
    await plant((tx) => tx.put(products, { ...hat, title: 'Cap', vendor: 'Acme' }))
    expect([await hats(), await headwear()]).toEqual(['', ''])
    await plant((tx) => {
      const [line] = tx.range(lines.of, { store_id: 'acme-shop', owner: 'order', owner_id: ofBob.id }).all()
      if (line) tx.put(lines, { ...line, quantity: 2 })
    })
    expect(await many()).toBe('bob')
    await call('PATCH /_control/settings', { commerce: { counts: 'paid' } })
    expect([await buyers(), await many()]).toEqual(['ada', ''])
    await call('PATCH /_control/settings', { commerce: { counts: 'not_cancelled' } })
    await plant((tx) => changeOrder(tx, ofAda.id, { cancelled_at_foreign: 1 }))
    expect(await buyers()).toBe('bob')
    await plant((tx) => deleteOrder(tx, ofBob.id))
    expect(await buyers()).toBe('')
  })

  test('a deleted store leaves them as they would be without it', async () => {
    const { buy, segment, plant, call } = await withBuyers()
    const big = await segment({ condition_type: 'EcommSpent', field: 'ecomm_spent_all', op: 'greater', value: 10 })
    await plant((tx) => makeStore(tx, { id: 'outlet', list_id: ID, name: 'Outlet', currency_code: 'EUR' }))
    await buy('ada', { store_id: 'outlet', order_total: 6 })
    await buy('ada', { order_total: 6 })
    await buy('bob', { store_id: 'outlet', order_total: 30 })
    expect(await big()).toBe('ada bob')
    await call(`DELETE ${STORE}`)
    expect(await big()).toBe('bob')
  })

  test('a deleted product is known by its last title and category', async () => {
    const { buy, segment } = await withBuyers()
    const hats = await segment({ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'is', value: 'old hat' })
    const hatters = await segment({ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'is', value: 'hatters' })
    const last_known = { product_title: 'Old hat', product_category: 'Hatters', product_variant_title: '', image_url: '' }
    await buy('cy', { lines: [{ last_known }, { last_known }] })
    expect(await hats()).toBe('cy')
    expect(await hatters()).toBe('cy')
  })

  test('who has bought a product stays in the segments of its title and its vendor when the product is deleted', async () => {
    const { call, segment } = await withBuyers()
    const [hats, acme] = [
      await segment({ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'is', value: 'Hat' }),
      await segment({ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'is', value: 'Acme' }),
    ]
    await call(`POST ${STORE}/products`, { id: 'p1', title: 'Hat', vendor: 'Acme', variants: [{ id: 'v1', title: 'Hat' }] })
    const line = { id: '1', product_id: 'p1', product_variant_id: 'v1', quantity: 1, price: 5 }
    const customer = { id: 'c1', email_address: 'ada@acme.test', opt_in_status: false }
    await call(`POST ${STORE}/orders`, { id: 'o1', customer, currency_code: 'USD', order_total: 5, lines: [line] })
    expect([await hats(), await acme()]).toEqual(['ada', 'ada'])
    expect((await call(`DELETE ${STORE}/products/p1`)).status).toBe(204)
    expect([await hats(), await acme()]).toEqual(['ada', 'ada'])
  })

  test('the last order is known by its processed_at_foreign, else by its creation', async () => {
    const { buy, segment, pass } = await withBuyers()
    const recent = await segment({ condition_type: 'Date', field: 'ecomm_date', op: 'within', extra: 3 })
    await buy('ada', { processed_at_foreign: 1_768_467_600 - 5 * DAY_S })
    await buy('bob', { processed_at_foreign: 0 })
    expect(await recent()).toBe('bob')
    await pass('P4D')
    expect(await recent()).toBe('')
  })
})

test.each([
  ['potential-customers', 'cy'],
  ['recent-customers', 'ada bob'],
  ['first-time-customers', 'bob'],
  ['repeat-customers', 'ada'],
  ['lapsed-customers', 'dan'],
])('a campaign to the prebuilt segment %s goes to %s', async (prebuilt_id, names) => {
  const { buy, plant, list, make } = await withBuyers()
  const dan = await make({ email_address: 'dan@acme.test' })
  const ago = (days: number) => ({ processed_at_foreign: 1_768_467_600 - days * DAY_S })
  await buy('ada', ago(300))
  await buy('ada', ago(30))
  await buy('bob', ago(1))
  await buy('cy', { cancelled_at_foreign: 1 })
  await plant((tx) => placeOrder(tx, { contact_id: dan.contact_id, ...ago(241) }))
  const reached = await plant((tx) => {
    const { id: campaign_id } = sendCampaign(tx, list, { subject_line: 'S', segment: { prebuilt_id } })
    return tx.range(recipients.byCampaign, { campaign_id }).all()
  })
  expect(reached.map(({ email_address }) => email_address.split('@')[0]).join(' ')).toBe(names)
})
