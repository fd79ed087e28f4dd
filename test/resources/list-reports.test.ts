import { describe, expect, test } from 'vitest'
import { makeAbuseReport } from '../../src/service/rules/list-reports/abuse-report.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember, type NewMember } from '../../src/service/rules/members/make.ts'
import { mock } from '../mock.ts'

const LIST = 'a1b2c3d4e5'
const REPORTS = `/3.0/lists/${LIST}`

/** A world with one list. */
async function withList() {
  const world = mock()
  const list = await world.plant((tx) => makeList(tx, { id: LIST, name: 'Acme News' }))
  let number = 0
  const join = (fields: Partial<NewMember> = {}) =>
    world.plant((tx) => makeMember(tx, list, { email_address: `member${++number}@acme.test`, ...fields }))
  return { ...world, list, join }
}

describe('getListClients', () => {
  test('getListClients counts the email clients of subscribed members, most frequent first', async () => {
    const { call, join } = await withList()
    for (const email_client of ['Gmail', 'Thunderbird', 'Outlook', 'Thunderbird', '']) await join({ email_client })
    await join({ email_client: 'Pine', status: 'unsubscribed' })
    const { body } = await call(`GET ${REPORTS}/clients`)
    expect(body).toMatchObject({
      clients: [
        { client: 'Thunderbird', members: 2 },
        { client: 'Gmail', members: 1 },
        { client: 'Outlook', members: 1 },
      ],
      list_id: LIST,
      total_items: 3,
    })
  })
})

describe('getListLocations', () => {
  test('getListLocations counts the countries of subscribed members with their share', async () => {
    const { call, join } = await withList()
    const location = { latitude: 0, longitude: 0, gmtoff: 0, dstoff: 0, timezone: '', region: '' }
    for (const country_code of ['GB', 'de', 'DE']) await join({ location: { ...location, country_code } })
    await join()
    await join({ location: { ...location, country_code: 'FR' }, status: 'cleaned' })
    const { body } = await call(`GET ${REPORTS}/locations`)
    expect(body).toMatchObject({
      locations: [
        { country: 'Germany', cc: 'DE', percent: 50, total: 2 },
        { country: 'United Kingdom', cc: 'GB', percent: 25, total: 1 },
      ],
      list_id: LIST,
      total_items: 2,
    })
  })
})

describe('getListAbuseReports', () => {
  test("getListAbuseReports returns the complaints oldest first, with each member's current data", async () => {
    const { call, list, plant, join, pass } = await withList()
    const ada = await join({ email_address: 'Ada@acme.test', merge_fields: { FNAME: 'Ada' }, vip: true })
    const bob = await join()
    await plant((tx) => makeAbuseReport(tx, list, ada, 'c1c1c1c1c1'))
    await pass('PT1M')
    await plant((tx) => makeAbuseReport(tx, list, bob, ''))
    const { body } = await call(`GET ${REPORTS}/abuse-reports`)
    expect(body).toMatchObject({ list_id: LIST, total_items: 2 })
    const { _links, ...report } = body.abuse_reports[0]
    expect(report).toEqual({
      id: 1,
      campaign_id: 'c1c1c1c1c1',
      list_id: LIST,
      email_id: ada.hash,
      email_address: 'Ada@acme.test',
      merge_fields: { FNAME: 'Ada', LNAME: '', ADDRESS: '', PHONE: '' },
      vip: true,
      date: '2026-01-15T09:00:00+00:00',
    })
  })
})

describe('getListSignupForms', () => {
  test('getListSignupForms returns a plain form for a new list', async () => {
    const { call } = await withList()
    const { body } = await call(`GET ${REPORTS}/signup-forms`)
    expect(body).toMatchObject({ list_id: LIST, total_items: 1 })
    const { _links, ...form } = body.signup_forms[0]
    expect(form).toEqual({
      header: {},
      contents: [],
      styles: [],
      signup_form_url: `http://maildouble.test/_public/subscribe?id=${LIST}`,
      list_id: LIST,
    })
  })
})

describe('customizeSignupForm', () => {
  const FORM = {
    header: { text: 'News from Acme' },
    contents: [{ section: 'signup_message', value: 'Once a week.' }],
    styles: [{ selector: 'page_background', options: [{ property: 'background-color', value: '#ffffff' }] }],
  }

  test('customizeSignupForm replaces the sent parts and keeps the rest', async () => {
    const { call } = await withList()
    const { body } = await call(`POST ${REPORTS}/signup-forms`, FORM)
    expect(body).toMatchObject(FORM)
    await call(`POST ${REPORTS}/signup-forms`, { contents: [] })
    const { signup_forms: forms } = (await call(`GET ${REPORTS}/signup-forms`)).body
    expect(forms).toHaveLength(1)
    expect(forms[0]).toMatchObject({ ...FORM, contents: [] })
  })

  test('customizeSignupForm drops properties that a form does not have', async () => {
    const { call } = await withList()
    const { body } = await call(`POST ${REPORTS}/signup-forms`, {
      header: { text: 'Hello', mood: 'good' },
      contents: [{ section: 'a', value: 'b', mood: 'good' }],
      styles: [{ selector: 'a', options: [{ property: 'b', value: 'c', mood: 'good' }], mood: 'good' }],
      mood: 'good',
    })
    expect(JSON.stringify(body)).not.toContain('mood')
  })

  test.each([{}, { header: {}, contents: [] }])(
    'a no-op update of a signup form leaves the world unchanged: %j',
    async (change) => {
      const { call, handle } = await withList()
      const before = handle().world
      expect((await call(`POST ${REPORTS}/signup-forms`, change)).status).toBe(200)
      expect(handle().world).toBe(before)
    },
  )
})
