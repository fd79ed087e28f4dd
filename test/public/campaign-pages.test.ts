import { describe, expect, test } from 'vitest'
import { withDrafts } from '../resources/campaign-drafts.ts'

/** A world with a campaign that was sent, and the first email of it. */
async function withEmail(given: object = {}) {
  const world = await withDrafts()
  const campaign = await world.draft(given)
  await world.act(campaign, 'send')
  await world.pass('PT1M')
  const [email] = await world.emailsOf()
  const visit = (url: string, init?: RequestInit) => world.app.request(url, init)
  const linkTo = (page: string): string =>
    /(http:\/\/maildouble\.test\/_public\/[^"]*)/
      .exec(email?.html.slice(email.html.indexOf(`/_public/${page}`) - 22) ?? '')?.[1]
      ?.replaceAll('&amp;', '&') ?? ''
  return { ...world, campaign, email, visit, linkTo }
}

describe('trackClick', () => {
  test('a tracked link leads to the address in the content and counts a click and an open', async () => {
    const { email, visit, memberNamed, campaign, reportOf, call } = await withEmail({
      tracking: { google_analytics: 'spring', ecomm360: true },
    })
    const answer = await visit(email?.links[0])
    expect(answer.status).toBe(302)
    const target = new URL(answer.headers.get('location') ?? '')
    const { unique_email_id } = await memberNamed('ada')
    expect([target.origin + target.pathname, Object.fromEntries(target.searchParams)]).toEqual([
      'https://acme.test/hats',
      {
        utm_source: 'Acme News',
        utm_campaign: 'spring',
        utm_medium: 'email',
        utm_term: `${campaign.id}-Acme News`,
        cid: campaign.id,
        eid: unique_email_id,
      },
    ])
    expect(await reportOf({ id: campaign.id })).toMatchObject({ opens: { opens_total: 1 }, clicks: { clicks_total: 1 } })
    const { emails } = (await call(`GET /3.0/reports/${campaign.id}/email-activity`)).body
    expect(emails[0].activity.map(({ action }: { action: string }) => action)).toEqual(['open', 'click'])
  })

  test("a tracked link carries the deployment's names of cid and eid", async () => {
    const { call, email, visit, campaign } = await withEmail({ tracking: { ecomm360: true } })
    const keys = { cid: 'brand_cid', eid: 'brand_eid' }
    expect((await call('PATCH /_control/settings', { vocabulary: { keys } })).status).toBe(200)
    const target = new URL((await visit(email?.links[0])).headers.get('location') ?? '')
    expect([...target.searchParams.keys()]).toEqual(['brand_cid', 'brand_eid'])
    expect(target.searchParams.get('brand_cid')).toBe(campaign.id)
  })

  test('a link without a known recipient redirects and counts nothing, and an unknown link is not found', async () => {
    const { email, visit, campaign, reportOf } = await withEmail()
    const url = new URL(email?.links[0])
    url.searchParams.set('e', 'ffffffffff')
    expect((await visit(url.href)).status).toBe(302)
    expect((await visit(email?.links[0], { method: 'HEAD' })).status).toBe(302)
    url.searchParams.set('id', 'ffffffffff')
    expect((await visit(url.href)).status).toBe(404)
    expect((await reportOf({ id: campaign.id })).clicks.clicks_total).toBe(0)
  })
})

describe('trackOpen', () => {
  test('the tracking image counts an open of the campaign', async () => {
    const { linkTo, visit, campaign, reportOf } = await withEmail()
    const answer = await visit(linkTo('track/open'))
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store',
    ])
    expect((await answer.arrayBuffer()).byteLength).toBe(42)
    expect((await reportOf({ id: campaign.id })).opens.opens_total).toBe(1)
  })
})

describe('showUnsubscribeForm', () => {
  test('the unsubscribe form asks for a reason and changes nothing', async () => {
    const { linkTo, visit, memberNamed } = await withEmail()
    const page = await (await visit(linkTo('unsubscribe'))).text()
    expect(page).toContain('ada@acme.test')
    expect(page).toContain('I never signed up')
    expect((await memberNamed('ada')).status).toBe('subscribed')
  })
})

describe('unsubscribe', () => {
  test('the unsubscribe form unsubscribes the member because of the campaign', async () => {
    const { linkTo, visit, campaign, reportOf, memberNamed } = await withEmail()
    const url = linkTo('unsubscribe')
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await visit(url, { method: 'POST', body })).status).toBe(200)
    expect((await memberNamed('ada')).status).toBe('unsubscribed')
    expect((await reportOf({ id: campaign.id })).unsubscribed).toBe(1)
    expect(await (await visit(url, { method: 'POST', body })).text()).toContain('You are not subscribed')
    expect((await visit(url.replace(/e=\w+/, 'e=none'))).status).toBe(404)
  })
})

test('the reason for unsubscribing chosen on the page is in the sub-report of the campaign', async () => {
  const { linkTo, visit, campaign, call } = await withEmail()
  const url = linkTo('unsubscribe')
  const [, reason = ''] = /name="reason" value="([^"]+)"/.exec(await (await visit(url)).text()) ?? []
  expect(reason).not.toBe('')
  await visit(url, { method: 'POST', body: new URLSearchParams({ reason }) })
  const { unsubscribes } = (await call(`GET /3.0/reports/${campaign.id}/unsubscribed`)).body
  expect(unsubscribes).toMatchObject([{ email_address: 'ada@acme.test', reason }])
})

describe('showCampaignArchive', () => {
  test('the archive page of a campaign shows it without personal data once it is being sent', async () => {
    const { campaign, visit, draft } = await withEmail()
    const short = await visit(campaign.archive_url)
    expect([short.status, short.headers.get('location')]).toEqual([302, campaign.long_archive_url])
    const page = await (await visit(campaign.long_archive_url)).text()
    expect(page).toContain('Dear , see')
    expect(page).toContain('https://acme.test/hats')
    expect((await visit((await draft()).long_archive_url)).status).toBe(404)
  })
})
