import { describe, expect, test } from 'vitest'
import { recordClick, recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { type CampaignRow, campaigns } from '../../src/service/model/campaigns/campaign.ts'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import { makeJourney } from '../../src/service/rules/journeys/make.ts'
import { makeMove } from '../../src/kernel/world/machine.ts'
import { landingPageMachine } from '../../src/service/model/landing-pages/machine.ts'
import { makeLandingPage } from '../../src/service/rules/landing-pages/make.ts'
import { landingPageOrThrow } from '../../src/service/model/landing-pages/page.ts'
import type { Body } from '../mock.ts'
import { EMAILS, FIRST, withAutomation } from './automation-world.ts'
import { ORDERS, withReadersShop } from './order-shop.ts'
import { START_S } from './member-world.ts'

const URL = 'https://acme.test/a'
const DAY_S = 86_400
const A = 'aaaaaaaa01'
const B = 'bbbbbbbb01'

/** A shop whose list got two campaigns, and what readers do with them. `at` is in seconds from the start. */
async function withCampaigns(settings: NonNullable<Parameters<typeof withReadersShop>[0]> = {}) {
  const world = await withReadersShop(settings)
  const { send, as, pass } = world
  await send({ id: A, title: 'First' })
  await send({ id: B, title: 'Second' })
  await pass('P60D')
  const act = (record: typeof recordClick | typeof recordOpen, id: string, at: number, name: string) =>
    as(name, (tx, member) => {
      const campaign = tx.first(campaigns.key, { id })
      if (campaign) record(tx, campaign, member, { url: URL, at: START_S + at })
    })
  const click = (id: string, at: number, name = 'ada') => act(recordClick, id, at, name)
  const open = (id: string, at: number, name = 'ada') => act(recordOpen, id, at, name)
  /** The campaign of a new order of a reader, placed at an instant. */
  const campaignOf = async (at: number, fields: object = {}, name = 'ada') =>
    (await world.order(name, { processed_at_foreign: instant(at), ...fields })).campaign_id
  const why = async (id: string) => {
    const { body } = await world.call(`GET /_control/worlds/default/why?entity=order&id=${id}`)
    return body.history.flatMap(({ changed }: Body) => changed).findLast(({ field }: Body) => field === 'attribution.by')?.to
  }
  const summaryOf = async (id: string): Promise<string> =>
    (await world.call(`GET /_control/worlds/default/why?entity=order&id=${id}`)).body.summary
  return { ...world, click, open, campaignOf, why, summaryOf }
}

/** An instant in seconds from the start, as a body has it. */
const instant = (at: number) => new Date((START_S + at) * 1000).toISOString()

describe('why an order belongs to a campaign', () => {
  test.each([
    ['clicked at 2026-01-15T09:01:40+00:00', {}],
    ['which the client named as campaign_id', { customer: 'grace', campaign_id: A }],
    ['which its landing_site names', { customer: 'grace', landing_site: `https://shop.test/?cid=${A}` }],
    ['It belongs to no campaign', { customer: 'grace' }],
  ])('the summary of an order says: %s', async (words, { customer = 'ada', ...fields }: { readonly customer?: string }) => {
    const { click, order, summaryOf } = await withCampaigns()
    await click(A, 100)
    const { id } = await order(customer, { processed_at_foreign: instant(300), ...fields })
    expect(await summaryOf(id)).toContain(words)
  })
})

describe('the last touch', () => {
  test('an order belongs to the campaign that its contact clicked last, and shows it', async () => {
    const { click, order, why } = await withCampaigns()
    await click(A, 100)
    await click(B, 200)
    await click(A, 50)
    const { campaign_id, outreach, id } = await order('ada', { processed_at_foreign: instant(300), campaign_id: A })
    expect(campaign_id).toBe(B)
    expect(outreach).toEqual({ id: B, name: 'Second', type: 'regular', published_time: '2026-01-15T09:00:00+00:00' })
    expect(await why(id)).toBe('click')
  })

  test('a later open beats an earlier click, and a click beats an open of the same second', async () => {
    const { click, open, campaignOf, order, why } = await withCampaigns()
    await click(A, 100)
    await open(B, 100)
    expect(await campaignOf(100)).toBe(A)
    await open(B, 101)
    expect(await campaignOf(100)).toBe(A)
    expect(await campaignOf(101)).toBe(B)
    expect(await why((await order('ada', { processed_at_foreign: instant(101) })).id)).toBe('open')
  })

  test('touches of other contacts, and touches after the order, do not count', async () => {
    const { click, campaignOf } = await withCampaigns()
    await click(A, 100, 'bob')
    await click(A, 300)
    expect(await campaignOf(299)).toBe('')
    expect(await campaignOf(300)).toBe(A)
  })

  test('a click earns orders for 30 days and an open for 5 days, to the second', async () => {
    const { click, open, campaignOf } = await withCampaigns()
    await click(A, 0)
    await open(B, 0, 'bob')
    expect(await campaignOf(30 * DAY_S)).toBe(A)
    expect(await campaignOf(30 * DAY_S + 1)).toBe('')
    expect(await campaignOf(5 * DAY_S, {}, 'bob')).toBe(B)
    expect(await campaignOf(5 * DAY_S + 1, {}, 'bob')).toBe('')
  })

  test('an order without processed_at_foreign counts from its creation', async () => {
    const { click, order } = await withCampaigns()
    await click(A, 31 * DAY_S)
    expect((await order('ada')).campaign_id).toBe(A)
  })

  test('with a click window of 0 a click earns nothing, not by the open that it implies either', async () => {
    const { click, open, campaignOf } = await withCampaigns({ commerce: { click_window: 'P0D' } })
    await click(A, 100)
    expect(await campaignOf(101)).toBe('')
    await open(A, 102)
    expect(await campaignOf(103)).toBe(A)
  })

  test('with an open window of 0 an open earns nothing', async () => {
    const { open, click, campaignOf } = await withCampaigns({ commerce: { open_window: 'P0D', click_window: 'PT10S' } })
    await open(A, 100)
    expect(await campaignOf(101)).toBe('')
    await click(B, 100)
    expect(await campaignOf(110)).toBe(B)
    expect(await campaignOf(111)).toBe('')
  })

  test('a version of a test counts for the version, with its type in reports', async () => {
    const { send, as, order, plant } = await withReadersShop()
    const parent = await plant((tx) => makeCampaign(tx, undefined, { type: 'variate' }))
    const version = await send({ type: 'variate', parent_id: parent.id, title: 'Version' })
    await as('ada', (tx, member) => recordClick(tx, version, member, { url: URL }))
    expect((await order('ada')).outreach).toMatchObject({ id: version.id, name: 'Version', type: 'variate-child' })
  })

  test('a deleted campaign earns no new orders, and keeps those that it has', async () => {
    const { call, click, order } = await withCampaigns()
    await click(A, 100)
    await click(B, 101)
    const made = await order('ada', { processed_at_foreign: instant(102) })
    await call(`DELETE /3.0/campaigns/${B}`)
    expect((await call(`GET ${ORDERS}/${made.id}`)).body).toEqual(made)
    expect((await order('ada', { processed_at_foreign: instant(102) })).campaign_id).toBe(A)
  })

  test('an email of a workflow earns orders', async () => {
    const { plant, signUp, as, call } = await withAutomation({ emails: EMAILS })
    const { makeStore } = await import('../../src/service/rules/stores/make.ts')
    const { makeProduct } = await import('../../src/service/rules/products/make.ts')
    await plant((tx) => {
      const store = makeStore(tx, { id: 'acme-shop', list_id: 'a1b2c3d4e5', name: 'Acme', currency_code: 'USD' })
      makeProduct(tx, store, { id: 'hat', title: 'Hat', variants: [{ id: 'hat-blue', title: 'Blue' }] })
    })
    await signUp('dora')
    await as('dora', (tx, member) => {
      const email = tx.first(campaigns.key, { id: FIRST })
      if (email) recordClick(tx, email, member, { url: 'https://acme.test/hats' })
    })
    const { body } = await call(`POST ${ORDERS}`, {
      id: 'o-1',
      customer: { id: 'd', email_address: 'dora@acme.test' },
      currency_code: 'USD',
      order_total: 1,
      lines: [{ id: '1', product_id: 'hat', product_variant_id: 'hat-blue', quantity: 1, price: 1 }],
    })
    expect(body).toMatchObject({ campaign_id: FIRST, outreach: { id: FIRST } })
  })
})

describe('without a touch', () => {
  async function withPage() {
    const world = await withCampaigns()
    const page = await world.plant((tx) => {
      const { id } = makeLandingPage(tx, { id: 'pagepage', name: 'Sale', list_id: world.list.id })
      makeMove(tx, landingPageMachine, landingPageOrThrow(tx, id), 'publish')
      return landingPageOrThrow(tx, id)
    })
    return { ...world, page }
  }

  test('an order belongs to the campaign that was sent, which wins over an outreach and the landing site', async () => {
    const { order, why } = await withCampaigns()
    const made = await order('ada', { campaign_id: A, outreach: { id: B }, landing_site: `https://a.test/?cid=${B}` })
    expect(made).toMatchObject({ campaign_id: A, outreach: { id: A, name: 'First' } })
    expect(await why(made.id)).toBe('campaign_id')
  })

  test('an outreach that was sent can be a campaign', async () => {
    const { order, why } = await withCampaigns()
    const made = await order('ada', { outreach: { id: B }, landing_site: `https://a.test/?cid=${A}` })
    expect(made).toMatchObject({ campaign_id: B, outreach: { id: B, name: 'Second', type: 'regular' } })
    expect(await why(made.id)).toBe('outreach')
  })

  test('an outreach that was sent can be a landing page, which is no campaign and outlives its deletion', async () => {
    const { order, page, call } = await withPage()
    const made = await order('ada', { outreach: { id: page.id } })
    expect(made.campaign_id).toBe('')
    expect(made.outreach).toEqual({
      id: page.id,
      name: 'Sale',
      type: 'landing_page',
      published_time: '2026-03-16T09:00:00+00:00',
    })
    await call(`DELETE /3.0/landing-pages/${page.id}`)
    expect((await call(`GET ${ORDERS}/${made.id}`)).body.outreach).toEqual(made.outreach)
    const { body } = await call(`PATCH ${ORDERS}/${made.id}`, { landing_site: 'x' })
    expect(body.outreach).toEqual(made.outreach)
  })

  test('an outreach that names nothing known is kept with blanks, and counts for the filters', async () => {
    const { order, call } = await withCampaigns()
    const made = await order('ada', { outreach: { id: 'ad-1' } })
    expect(made.outreach).toEqual({ id: 'ad-1', name: '', type: '', published_time: '' })
    for (const query of ['has_outreach=true', 'outreach_id=ad-1'])
      expect((await call(`GET ${ORDERS}?${query}`)).body.total_items).toBe(1)
  })

  test.each([
    [`https://shop.acme.test/?x=1&cid=${A}`, A],
    [`/start?my_cid=${A}#top`, A],
    [`https://shop.acme.test/?cid=none&my_cid=${B}`, B],
    [`https://shop.acme.test/?acid=${A}`, ''],
    [`https://shop.acme.test/?cid=none`, ''],
    [`https://shop.acme.test/#?cid=${A}`, ''],
    [`cid=${A}`, ''],
  ])('the landing site %s leads to the campaign %j', async (landing_site, campaign_id) => {
    const { order, why } = await withCampaigns()
    const made = await order('ada', { landing_site })
    expect(made.campaign_id).toBe(campaign_id)
    expect(await why(made.id)).toBe(campaign_id === '' ? undefined : 'landing_site')
  })

  test('a deployment can have another word for cid', async () => {
    const { order } = await withCampaigns({ vocabulary: { keys: { cid: 'mailing' } } })
    expect((await order('ada', { landing_site: `https://a.test/?mailing=${A}` })).campaign_id).toBe(A)
  })

  test('campaigns of any status can be sent, and so can workflows and emails of journeys', async () => {
    const { plant, list, order } = await withCampaigns()
    const draft: CampaignRow = await plant((tx) => makeCampaign(tx, list, { title: 'Draft' }))
    const issue = await plant((tx) => makeCampaign(tx, list, { type: 'rss', parent_id: draft.id }))
    const email = await plant((tx) => makeCampaign(tx, list, { type: 'automation', workflow: true }))
    const journey = await plant((tx) => makeJourney(tx, list, { id: 7, steps: [{ id: 3, emails: [{ subject_line: 'Hello' }] }] }))
    for (const { id } of [draft, issue, email, ...journey.steps.flatMap(({ emails }) => emails)])
      expect((await order('ada', { campaign_id: id })).campaign_id).toBe(id)
  })
})

describe('the setting commerce.attribution', () => {
  test('touch_only leaves both blank without a touch', async () => {
    const { order, click } = await withCampaigns({ commerce: { attribution: 'touch_only' } })
    const blank = await order('ada', { campaign_id: A, outreach: { id: 'x' }, landing_site: `https://a.test/?cid=${A}` })
    expect(blank.campaign_id).toBe('')
    expect(blank).not.toHaveProperty('outreach')
    await click(B, 100)
    expect((await order('ada', { campaign_id: A, processed_at_foreign: instant(200) })).campaign_id).toBe(B)
  })

  test('given ignores touches', async () => {
    const { order, click } = await withCampaigns({ commerce: { attribution: 'given' } })
    await click(B, 100)
    expect((await order('ada', { processed_at_foreign: instant(200) })).campaign_id).toBe('')
    expect((await order('ada', { processed_at_foreign: instant(200), campaign_id: A })).campaign_id).toBe(A)
  })

  test.each(['last_touch', 'touch_only', 'given'] as const)('an unknown campaign_id is refused under %s', async (attribution) => {
    const { call, click, order } = await withCampaigns({ commerce: { attribution } })
    await click(B, 100)
    const made = await order('ada', { processed_at_foreign: instant(200) })
    expect((await call(`PATCH ${ORDERS}/${made.id}`, { campaign_id: 'none' })).body).toMatchObject({
      status: 400,
      detail: 'A campaign with the provided ID does not exist in the account for this list.',
    })
  })
})

describe('the campaign of an order is decided once', () => {
  test('later touches change nothing, until a member that decides it changes', async () => {
    const { click, order, call } = await withCampaigns()
    const { id } = await order('ada', { processed_at_foreign: instant(200) })
    await click(A, 100)
    const change = async (body: object) => (await call(`PATCH ${ORDERS}/${id}`, body)).body.campaign_id
    expect(await change({ financial_status: 'paid', processed_at_foreign: instant(200), landing_site: '' })).toBe('')
    expect(await change({ landing_site: 'https://a.test' })).toBe(A)
    expect(await change({ processed_at_foreign: instant(99) })).toBe('')
    expect(await change({ outreach: { id: B } })).toBe(B)
    expect(await change({ campaign_id: A })).toBe(A)
    expect(await change({ campaign_id: '' })).toBe(B)
    expect(await change({ outreach: { id: '' } })).toBe('')
  })

  test('another customer decides it anew', async () => {
    const { click, order, call } = await withCampaigns()
    await click(A, 100, 'bob')
    const { id } = await order('ada', { processed_at_foreign: instant(200) })
    const customer = { id: 'bob', email_address: 'bob@acme.test' }
    expect((await call(`PATCH ${ORDERS}/${id}`, { customer })).body.campaign_id).toBe(A)
  })

  test('a campaign that an order shows and a change names stays when the change loses its click, also if the change is repeated', async () => {
    const { click, order, call } = await withCampaigns()
    await click(A, 100)
    const { id, campaign_id } = await order('ada', { processed_at_foreign: instant(200) })
    expect(campaign_id).toBe(A)
    const change = { campaign_id, processed_at_foreign: instant(50) }
    const first = await call(`PATCH ${ORDERS}/${id}`, change)
    expect(first.body.campaign_id).toBe(A)
    expect((await call(`PATCH ${ORDERS}/${id}`, change)).text).toBe(first.text)
  })

  test('what an order shows can be sent back, also after its campaign was deleted, and changes nothing', async () => {
    const { click, order, call } = await withCampaigns()
    const sent = await order('ada', { campaign_id: B })
    await click(A, 100)
    const touched = await order('bob', { outreach: { id: A } })
    for (const id of [A, B]) await call(`DELETE /3.0/campaigns/${id}`)
    for (const { id, campaign_id, outreach } of [sent, touched]) {
      const { body } = await call(`PATCH ${ORDERS}/${id}`, { campaign_id, outreach: { id: outreach.id } })
      expect(body).toMatchObject({ campaign_id, outreach })
      expect((await call(`PATCH ${ORDERS}/${id}`, { landing_site: 'x' })).body).toMatchObject({ campaign_id, outreach })
    }
  })
})
