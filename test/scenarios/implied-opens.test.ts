import { afterEach, expect, test } from 'vitest'
import { campaignActions } from '../../src/service/model/campaigns/campaign.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { mock } from '../mock.ts'
import { build, readWorld, removeFolders, scenarioNamedMine } from './scenario-world.ts'

afterEach(removeFolders)

const STORE = `stores: [{ id: shop, list: aaaaaaaaaa, name: Shop, currency_code: USD, products: [{ id: hat, title: Hat, variants: [{ id: hat, price: 5 }] }] }]`
const LIST = `
clock: { mode: frozen, now: 2026-01-15T09:00:00Z }
lists:
  - id: aaaaaaaaaa
    name: News
    date_created: -P40D
    campaign_defaults: { from_name: Acme, from_email: news@acme.test, subject: News, language: en }`
const READERS = `
    members:
      - { email_address: ada@acme.test, status: subscribed, created_at: -P40D }
      - { email_address: bob@acme.test, status: subscribed, created_at: -P40D }`

/** Ada clicks without having opened the email, Bob opens it first: in a campaign, or in an email of an automation. */
const CLICKS = `opens: [{ email_address: bob@acme.test, at: -P2D }]
        clicks: [{ email_address: ada@acme.test, url: 'https://acme.test/', at: -P1D }, { email_address: bob@acme.test, url: 'https://acme.test/', at: -P1D }]`
const CAMPAIGN = `
    campaigns:
      - id: ca00000001
        type: regular
        subject_line: Hats
        send_time: -P3D
        ${CLICKS}`
const AUTOMATION = `
automations:
  - id: fa00000000
    list: aaaaaaaaaa
    workflow_type: api
    status: sending
    emails: [{ id: fa00000001, subject_line: One, text: One, html: '<p>One</p>' }]
    sends:
      - email: 1
        recipients: [{ email_address: ada@acme.test, at: -P3D }, { email_address: bob@acme.test, at: -P3D }]
        ${CLICKS}`

const planted = (what: string, more = ''): string =>
  `${more}${LIST}${READERS}${what === 'a campaign' ? CAMPAIGN : AUTOMATION}\n${STORE}`

/** Nobody opens a campaign but by a click. */
const GENERATED = `${LIST}
generate:
  members: [{ list: aaaaaaaaaa, members: { count: 50, since: -P39D } }]
  campaigns: [{ list: aaaaaaaaaa, campaigns: { since: -P4D, count: 1, every: P1D, rates: { open: 0 } } }]
  shops: [{ store: shop, customers: 20, orders: 20, opt_in: 1, from_campaigns: 1, since: -P30D }]
${STORE}`

/** The opens and clicks of a world. */
function touchesIn(world: WorldState) {
  const all = readWorld(world, (tx) => tx.range(campaignActions.key).all())
  return { opens: all.filter(({ action }) => action === 'open'), clicks: all.filter(({ action }) => action === 'click') }
}

/** The campaign of an order that a contact places in a world of a scenario. */
async function campaignOfOrder(yaml: string, email_address: string, click_window: string): Promise<string> {
  const { call, ready } = mock(
    { scenario: 'mine', settings: { commerce: { click_window } } },
    { scenarios: scenarioNamedMine(yaml) },
  )
  await ready
  const order = { id: 'new', customer: { email_address }, lines: [{ product_id: 'hat' }] }
  expect(await call('POST /_control/triggers', { trigger: 'order.place', store_id: 'shop', order })).toMatchObject({
    status: 200,
  })
  return (await call('GET /3.0/ecommerce/stores/shop/orders/new')).body.campaign_id
}

test.each([
  ['a campaign', 'ca00000001'],
  ['an automation', 'fa00000001'],
])('an open that a planted click in %s implies is no touch of its own', async (what, id) => {
  const { opens, clicks } = touchesIn(await build(scenarioNamedMine(planted(what))))
  expect(clicks).toHaveLength(2)
  expect(opens.map(({ implied, at }) => [implied, at === clicks[0]?.at])).toEqual([
    [undefined, false],
    [true, true],
  ])
  expect(await campaignOfOrder(planted(what), 'ada@acme.test', 'P30D')).toBe(id)
  expect(await campaignOfOrder(planted(what), 'ada@acme.test', 'P0D')).toBe('')
  expect(await campaignOfOrder(planted(what), 'bob@acme.test', 'P0D')).toBe(id)
})

test.each(['a campaign', 'an automation'])('a planted click in %s implies no open while click_is_open is off', async (what) => {
  const off = 'settings: { campaigns: { click_is_open: off } }'
  const { opens, clicks } = touchesIn(await build(scenarioNamedMine(planted(what, off))))
  expect([opens.length, clicks.length]).toEqual([1, 2])
})

test('an open that a generated click implies is no touch of its own', async () => {
  const world = await build(scenarioNamedMine(GENERATED))
  const { opens, clicks } = touchesIn(world)
  const readers = new Set(clicks.map(({ contact_id }) => contact_id))
  expect(clicks.length).toBeGreaterThan(10)
  expect(new Set(opens.map(({ contact_id }) => contact_id))).toEqual(readers)
  expect(opens.map(({ implied }) => implied)).toEqual(opens.map(() => true))
  const { call, ready } = mock({ scenario: 'mine' }, { scenarios: scenarioNamedMine(GENERATED) })
  await ready
  const { body } = await call('GET /3.0/ecommerce/stores/shop/orders?has_outreach=true&count=1')
  const { email_address } = body.orders[0].customer
  expect(await campaignOfOrder(GENERATED, email_address, 'P30D')).not.toBe('')
  expect(await campaignOfOrder(GENERATED, email_address, 'P0D')).toBe('')
})

test('an open that a click by trigger implies is no touch of its own', async () => {
  const yaml = `${LIST}${READERS}\n${STORE}`
  const { call, ready } = mock(
    { scenario: 'mine', settings: { commerce: { click_window: 'P0D' } } },
    { scenarios: scenarioNamedMine(yaml) },
  )
  await ready
  const fire = (trigger: string, body: object) => call('POST /_control/triggers', { trigger, ...body })
  const [campaign] = (await fire('campaign.send', { list_id: 'aaaaaaaaaa', subject_line: 'Hats' })).body.changed
  const named = { campaign_id: campaign.id, email_address: 'ada@acme.test' }
  const place = async (id: string): Promise<string> => {
    const order = { id, customer: { email_address: named.email_address }, lines: [{ product_id: 'hat' }] }
    await fire('order.place', { store_id: 'shop', order })
    return (await call(`GET /3.0/ecommerce/stores/shop/orders/${id}`)).body.campaign_id
  }
  await fire('campaign.click', named)
  expect(await place('o-1')).toBe('')
  await fire('campaign.open', named)
  expect(await place('o-2')).toBe(campaign.id)
})
