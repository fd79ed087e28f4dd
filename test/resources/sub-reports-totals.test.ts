import { describe, expect, test } from 'vitest'
import { recordBounce, recordClick, recordLeave, recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { makeLinkId } from '../../src/service/rules/mailings/links.ts'
import { NOWHERE } from '../../src/service/rules/members/make.ts'
import type { Body } from '../mock.ts'
import { WEB, withReaders } from './campaign-world.ts'
import { ADA, HATS, names, NOT_FOUND, SHOES, withCampaign } from './sub-report-world.ts'

describe('getClickDetails', () => {
  async function withClicks() {
    const world = await withCampaign()
    await world.click('ada', SHOES, 1)
    await world.click('ada', HATS, 2)
    await world.click('ada', HATS, 3)
    await world.click('bob', HATS, 4)
    return world
  }

  test('getClickDetails lists the links with their clicks, in the order of their first clicks', async () => {
    const { campaign, sub } = await withClicks()
    const body = await sub('click-details')
    expect(body).toMatchObject({ campaign_id: campaign.id, total_items: 2 })
    expect(body.urls_clicked).toEqual([
      {
        id: makeLinkId(campaign.id, SHOES),
        url: SHOES,
        total_clicks: 1,
        click_percentage: 0.25,
        unique_clicks: 1,
        unique_click_percentage: 0.3333,
        last_click: '2026-01-15T09:01:00+00:00',
        campaign_id: campaign.id,
        _links: expect.any(Array),
      },
      expect.objectContaining({
        url: HATS,
        total_clicks: 3,
        click_percentage: 0.75,
        unique_clicks: 2,
        unique_click_percentage: 0.6667,
        last_click: '2026-01-15T09:04:00+00:00',
      }),
    ])
  })

  test.each([
    ['sort_field=total_clicks', [SHOES, HATS]],
    ['sort_field=total_clicks&sort_dir=DESC', [HATS, SHOES]],
    ['sort_field=unique_clicks&sort_dir=DESC', [HATS, SHOES]],
    ['sort_dir=DESC', [HATS, SHOES]],
  ])('the query %s of click details returns the URLs %j', async (query, expected) => {
    const { sub } = await withClicks()
    const { urls_clicked, total_items } = await sub(`click-details?${query}`)
    expect(urls_clicked.map(({ url }: Body) => url)).toEqual(expected)
    expect(total_items).toBe(2)
  })

  test('the click details of an A/B split show the clicks by version', async () => {
    const world = await withCampaign({ type: 'ab_split' })
    await world.click('ada', HATS, 1)
    await world.click('ada', HATS, 2)
    await world.click('bob', HATS, 3)
    const [link] = (await world.sub('click-details')).urls_clicked
    expect(link.ab_split).toEqual({
      a: { total_clicks_a: 2, click_percentage_a: 0.6667, unique_clicks_a: 1, unique_click_percentage_a: 0.5 },
      b: { total_clicks_b: 1, click_percentage_b: 0.3333, unique_clicks_b: 1, unique_click_percentage_b: 0.5 },
    })
  })
})

describe('getClickDetail', () => {
  test('getClickDetail returns one link, and answers an unknown one with 404', async () => {
    const { campaign, sub, click } = await withCampaign()
    await click('ada', HATS, 1)
    expect(await sub(`click-details/${makeLinkId(campaign.id, HATS)}`)).toEqual((await sub('click-details')).urls_clicked[0])
    for (const id of [makeLinkId(campaign.id, SHOES), makeLinkId('c0c0c0c0c0', HATS), '__proto__'])
      expect(await sub(`click-details/${id}`)).toMatchObject(NOT_FOUND)
  })
})

describe('getClickDetailMembers', () => {
  test('getClickDetailMembers lists the recipients who clicked a link with their number of clicks', async () => {
    const { campaign, sub, click } = await withCampaign()
    await click('bob', HATS, 1)
    await click('ada', HATS, 2)
    await click('ada', HATS, 3)
    await click('cy', SHOES, 4)
    const url_id = makeLinkId(campaign.id, HATS)
    const body = await sub(`click-details/${url_id}/members`)
    expect(body).toMatchObject({ campaign_id: campaign.id, total_items: 2 })
    expect(names(body.members)).toEqual(['bob', 'ada'])
    expect(body.members[1]).toEqual({
      ...ADA(campaign),
      clicks: 2,
      url_id,
      contact_status: 'subscribed',
      _links: expect.any(Array),
    })
  })
})

describe('getClickDetailMember', () => {
  test('getClickDetailMember returns one recipient, and answers one who clicked only another link with 404', async () => {
    const { campaign, sub, click } = await withCampaign()
    await click('ada', HATS, 1)
    await click('cy', SHOES, 2)
    const link = `click-details/${makeLinkId(campaign.id, HATS)}/members`
    expect(await sub(`${link}/ada@acme.test`)).toEqual((await sub(link)).members[0])
    expect(await sub(`${link}/cy@acme.test`)).toMatchObject(NOT_FOUND)
  })
})

describe('getReportAdvice', () => {
  const kinds = async ({ sub }: Pick<Awaited<ReturnType<typeof withCampaign>>, 'sub'>) =>
    (await sub('advice')).advice.map(({ type }: Body) => /^advice-(.*)stat$/.exec(type)?.[1])

  test('the advice on a campaign without opens is that it is below the average of the list', async () => {
    const world = await withCampaign()
    const other = await world.send()
    await world.as('ada', (tx, ada) => recordClick(tx, other, ada, { url: HATS }))
    await world.pass('PT5M')
    const body = await world.sub('advice')
    expect(body.advice[0]).toEqual({
      type: 'advice-negativestat',
      message: '0.0 % of the recipients opened the campaign, which is below average.',
      _links: [],
    })
    expect([body.campaign_id, body.total_items, body.advice[1].type]).toEqual([world.campaign.id, 2, 'advice-negativestat'])
  })

  test('the advice on a campaign that all recipients opened and clicked is that it is well above the average', async () => {
    const world = await withCampaign()
    await world.send()
    for (const name of ['ada', 'bob', 'cy']) await world.click(name, HATS, 1)
    await world.pass('PT5M')
    expect(await kinds(world)).toEqual(['positive', 'positive'])
  })

  test('the advice on the only campaign of a list is neither above nor below the average of the list', async () => {
    const world = await withCampaign()
    await world.pass('PT5M')
    expect(await kinds(world)).toEqual(['neutral', 'neutral'])
  })

  test('bounces and complaints add advice to a report', async () => {
    const world = await withCampaign()
    await world.send()
    for (const name of ['ada', 'bob']) await world.click(name, HATS, 1)
    await world.bounce('cy', 'soft')
    await world.pass('PT5M')
    await world.trigger('member.complain', { email_address: 'ada@acme.test', campaign_id: world.campaign.id })
    expect(await kinds(world)).toEqual(['positive', 'positive', 'negative', 'negative'])
    expect((await world.sub('advice?count=1&offset=3')).advice[0].message).toMatch(/^One recipient complained/)
  })
})

describe('getDomainPerformance', () => {
  test('getDomainPerformance counts what happened by the domain of the recipients, with shares of the totals', async () => {
    const { make, send, as, call, list } = await withReaders()
    await make({ email_address: 'dan@shop.test' })
    const campaign = await send()
    await as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: HATS }))
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    await as('bob', (tx, bob) => recordBounce(tx, campaign, list, bob, 'soft', WEB))
    await as('cy', (tx, cy) => recordLeave(tx, campaign, cy, 'unsub'))
    const { body } = await call(`GET /3.0/reports/${campaign.id}/domain-performance`)
    expect(body).toMatchObject({ total_sent: 4, campaign_id: campaign.id, total_items: 2 })
    expect(body.domains).toEqual([
      {
        domain: 'acme.test',
        emails_sent: 3,
        bounces: 1,
        opens: 1,
        clicks: 1,
        unsubs: 1,
        delivered: 2,
        emails_pct: 0.75,
        bounces_pct: 1,
        opens_pct: 1,
        clicks_pct: 1,
        unsubs_pct: 1,
      },
      expect.objectContaining({ domain: 'shop.test', emails_sent: 1, delivered: 1, emails_pct: 0.25, opens_pct: 0 }),
    ])
  })

  test('getDomainPerformance shows five domains, ties by name, and all others together', async () => {
    const { make, send, call } = await withReaders()
    for (const name of ['g', 'f', 'e', 'd', 'c', 'b']) await make({ email_address: `x@${name}.test` })
    const campaign = await send()
    const { body } = await call(`GET /3.0/reports/${campaign.id}/domain-performance`)
    expect(body.domains.map(({ domain, emails_sent }: Body) => [domain, emails_sent])).toEqual([
      ['acme.test', 3],
      ['b.test', 1],
      ['c.test', 1],
      ['d.test', 1],
      ['e.test', 1],
      ['Other', 2],
    ])
  })
})

describe('getShortUrlActivity', () => {
  test('getShortUrlActivity counts the visits of the short URL by the page that they came from', async () => {
    const { campaign, app, call, sub, pass } = await withCampaign()
    const before = await sub('short-url-activity')
    expect(before).toEqual({
      twitter: { tweets: 0, first_tweet: '', last_tweet: '', retweets: 0, statuses: [] },
      clicks: { clicks: 0, first_click: '', last_click: '', locations: [] },
      referrers: [],
      short_url: `http://maildouble.test/_public/s/${campaign.id}`,
      campaign_id: campaign.id,
      total_items: 0,
      _links: expect.any(Array),
    })
    const visit = (referer?: string, method = 'GET') =>
      app.request(before.short_url, { method, redirect: 'manual', headers: referer === undefined ? {} : { referer } })
    const response = await visit('https://blog.acme.test/')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `http://maildouble.test/_public/campaign?u=${(await call('GET /3.0/')).body.account_id}&id=${campaign.id}`,
    ])
    await pass('PT1M')
    await visit()
    await visit(`https://blog.acme.test/${'ü'.repeat(100)}`)
    expect((await visit(undefined, 'HEAD')).status).toBe(302)
    const first = '2026-01-15T09:00:00+00:00'
    const last = '2026-01-15T09:01:00+00:00'
    const { clicks, referrers } = await sub('short-url-activity')
    expect(clicks).toEqual({ clicks: 3, first_click: first, last_click: last, locations: [] })
    expect(referrers).toEqual([
      { referrer: 'https://blog.acme.test/', clicks: 1, first_click: first, last_click: first },
      { referrer: expect.stringMatching(/^https:\/\/blog\.acme\.test\//), clicks: 1, first_click: last, last_click: last },
    ])
    expect(new TextEncoder().encode(referrers[1].referrer).length).toBeLessThanOrEqual(100)
  })
})

describe('getReportLocations', () => {
  test('getReportLocations counts the recipients who opened by country and region, most first', async () => {
    const { make, send, as, call } = await withReaders()
    const place = (country_code: string, region = '') => ({ location: { ...NOWHERE, country_code, region } })
    await make({ email_address: 'dan@acme.test', ...place('US', 'GA') })
    await make({ email_address: 'eve@acme.test', ...place('GB') })
    await make({ email_address: 'flo@acme.test', ...place('GB') })
    await make({ email_address: 'guy@acme.test', ...place('FR') })
    const campaign = await send()
    for (const name of ['ada', 'dan', 'eve', 'eve', 'flo']) await as(name, (tx, member) => recordOpen(tx, campaign, member))
    const { body } = await call(`GET /3.0/reports/${campaign.id}/locations`)
    expect(body).toMatchObject({ campaign_id: campaign.id, total_items: 2 })
    expect(body.locations).toEqual([
      { country_code: 'GB', region: '', region_name: 'Rest of Country', opens: 2 },
      { country_code: 'US', region: 'GA', region_name: 'GA', opens: 1 },
    ])
  })
})
