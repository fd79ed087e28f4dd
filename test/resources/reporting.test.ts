import { describe, expect, test } from 'vitest'
import { BASE, LIST, OTHER, PAGE, withPages } from './landing-page-world.ts'

const REPORT = `/3.0/reporting/landing-pages/${PAGE}`

/** A world with a published landing page, and shorthands for the actions of its visitors. */
async function withPublished() {
  const world = await withPages({})
  await world.publish()
  const { call, app } = world
  return {
    ...world,
    report: async () => (await call(`GET ${REPORT}`)).body,
    view: () => call('POST /_control/triggers', { trigger: 'page.visit', page_id: PAGE }),
    /** Signs up by the form that a URL leads to. */
    join: async (EMAIL: string, query = `id=${LIST}&page=${PAGE}`) => {
      const init = { method: 'POST', body: new URLSearchParams({ EMAIL }) }
      return (await app.request(`${BASE}/_public/subscribe?${query}`, init)).status
    },
  }
}

describe('getLandingPageReports', () => {
  test('getLandingPageReports lists all landing pages with their results, newest first', async () => {
    const { call, report } = await withPublished()
    await call('POST /3.0/landing-pages', { name: 'New', title: 'New', list_id: LIST, type: 'signup' })
    const { status, body } = await call('GET /3.0/reporting/landing-pages')
    expect([status, body.total_items, body.landing_pages[0].name]).toEqual([200, 2, 'New'])
    expect(body.landing_pages[1]).toEqual(await report())
  })
})

describe('getLandingPageReport', () => {
  test('the report of a landing page shows the page and its list, without visits at first', async () => {
    const { report } = await withPublished()
    const { _links, ...rest } = await report()
    expect(rest).toEqual({
      id: PAGE,
      web_id: expect.any(Number),
      name: 'Sale',
      title: 'All must go',
      url: `${BASE}/_public/pages/${PAGE}`,
      status: 'published',
      published_at: '2026-01-15T09:00:00+00:00',
      unpublished_at: '',
      list_id: LIST,
      list_name: 'News',
      visits: 0,
      unique_visits: 0,
      subscribes: 0,
      conversion_rate: 0,
      ecommerce: { total_revenue: 0, currency_code: 'USD', total_orders: 0, average_order_revenue: 0 },
    })
  })

  test('the report of a landing page counts visits, and sign-ups by the link of the page', async () => {
    const { report, view, visit, join } = await withPublished()
    for (let i = 0; i < 4; i++) await view()
    const [, link = ''] = /<a href="([^"]+)">Sign up/.exec((await visit()).html) ?? []
    const form = (await visit(link.replaceAll('&amp;', '&'))).html
    const [, action = ''] = /action="([^"]+)"/.exec(form) ?? []
    expect(await join('ada@acme.test', action.slice(1).replaceAll('&amp;', '&'))).toBe(200)
    expect(await report()).toMatchObject({ visits: 4, unique_visits: 4, subscribes: 1, conversion_rate: 0.25 })
  })

  test('the report of a landing page does not count sign-ups that were rejected, made before, or without the page', async () => {
    const { report, join } = await withPublished()
    expect(await join('nonsense')).toBe(400)
    await join('ada@acme.test', `id=${LIST}`)
    await join('ada@acme.test')
    await join('bob@acme.test', `id=${OTHER}&page=${PAGE}`)
    await join('cy@acme.test', `id=${LIST}&page=unknown`)
    expect(await report()).toMatchObject({ visits: 0, subscribes: 0 })
  })

  test('the report of a landing page has no name of a deleted list, and the report of a deleted page is answered with 404', async () => {
    const { call, report } = await withPublished()
    await call(`DELETE /3.0/lists/${LIST}`)
    expect(await report()).toMatchObject({ list_id: LIST, list_name: '' })
    await call(`DELETE /3.0/landing-pages/${PAGE}`)
    expect(await report()).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('getSurveyReports', () => {
  test('the list of survey reports is empty', async () => {
    const { call } = await withPages()
    expect((await call('GET /3.0/reporting/surveys')).body).toMatchObject({ surveys: [], total_items: 0 })
  })
})

describe('getSocialAdReports', () => {
  test('the list of reports of social ads is empty', async () => {
    const { call } = await withPages()
    expect((await call('GET /3.0/reporting/social-ads')).body).toMatchObject({ social_ads: [], total_items: 0 })
  })
})
