import { describe, expect, test } from 'vitest'
import { sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeAbuseReport } from '../../src/service/rules/list-reports/abuse-report.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { rowCounts } from '../../src/kernel/world/rows.ts'
import { mock, type Body } from '../mock.ts'
import { ID, withList } from './member-world.ts'
import { missing } from '../service-texts.ts'

const NEWS = {
  name: 'Acme News',
  contact: { company: 'Acme', address1: '1 High Street', city: 'London', country: 'GB' },
  permission_reminder: 'You signed up on our site.',
  campaign_defaults: { from_name: 'Ada', from_email: 'ada@acme.test', subject: '', language: 'en' },
  email_type_option: false,
}

describe('createList', () => {
  test('createList creates a list with default values for omitted fields', async () => {
    const { body } = await mock().call('POST /3.0/lists', NEWS)
    const { id, web_id, _links, ...list } = body
    expect(id).toMatch(/^[0-9a-f]{10}$/)
    expect(web_id).toBe(100_001)
    expect(list).toEqual({
      name: 'Acme News',
      contact: {
        company: 'Acme',
        address1: '1 High Street',
        address2: '',
        city: 'London',
        state: '',
        zip: '',
        country: 'GB',
        phone: '',
      },
      permission_reminder: 'You signed up on our site.',
      use_archive_bar: true,
      campaign_defaults: { from_name: 'Ada', from_email: 'ada@acme.test', subject: '', language: 'en' },
      notify_on_subscribe: '',
      notify_on_unsubscribe: '',
      date_created: '2026-01-15T09:00:00+00:00',
      list_rating: 0,
      email_type_option: false,
      subscribe_url_short: `http://maildouble.test/_public/s/${id}`,
      subscribe_url_long: `http://maildouble.test/_public/subscribe?id=${id}`,
      beamer_address: `${id}@inbound.maildouble.test`,
      visibility: 'prv',
      double_optin: false,
      has_welcome: false,
      marketing_permissions: false,
      modules: [],
      stats: {
        member_count: 0,
        unsubscribe_count: 0,
        cleaned_count: 0,
        member_count_since_send: 0,
        unsubscribe_count_since_send: 0,
        cleaned_count_since_send: 0,
        campaign_count: 0,
        campaign_last_sent: '',
        merge_field_count: 4,
        last_sub_date: '',
        last_unsub_date: '',
      },
    })
  })

  test('a new list has every setting of its request', async () => {
    const settings = {
      use_archive_bar: false,
      notify_on_subscribe: 'in@acme.test',
      notify_on_unsubscribe: 'out@acme.test',
      email_type_option: true,
      visibility: 'pub',
      double_optin: true,
      marketing_permissions: true,
    }
    expect((await mock().call('POST /3.0/lists', { ...NEWS, ...settings })).body).toMatchObject(settings)
  })

  test('a new list has the four default merge fields', async () => {
    const { call } = mock()
    const { body } = await call('POST /3.0/lists', NEWS)
    const fields = await call(`GET /3.0/lists/${body.id}/merge-fields?exclude_fields=merge_fields._links`)
    expect(
      fields.body.merge_fields.map((field: Body) => [
        field.merge_id,
        field.tag,
        field.name,
        field.type,
        field.public,
        field.options,
      ]),
    ).toEqual([
      [3, 'ADDRESS', 'Address', 'address', false, { default_country: 164 }],
      [1, 'FNAME', 'First Name', 'text', true, { size: 25 }],
      [2, 'LNAME', 'Last Name', 'text', true, { size: 25 }],
      [4, 'PHONE', 'Phone Number', 'phone', false, { phone_format: 'none' }],
    ])
  })

  test.each([
    ['GB', 'GB'],
    ['de', 'DE'],
    ['UK', 'US'],
    ['Germany', 'US'],
    ['', 'US'],
    ['__proto__', 'US'],
  ])('the country %j of a new list becomes %s', async (country, kept) => {
    const { body } = await mock().call('POST /3.0/lists', { ...NEWS, contact: { ...NEWS.contact, country } })
    expect(body.contact.country).toBe(kept)
  })

  test('createList ignores unknown properties', async () => {
    const { status, body } = await mock().call('POST /3.0/lists', {
      ...NEWS,
      id: ID,
      contact: { ...NEWS.contact, fax: '1' },
      mood: 'good',
    })
    expect(status).toBe(200)
    expect(body.id).not.toBe(ID)
    expect(body.contact).not.toHaveProperty('fax')
  })

  test('createList requires only the name if the setting `list_required` says so', async () => {
    const { call } = mock({ settings: { list_required: 'name' } })
    const { body } = await call('POST /3.0/lists', { name: 'Acme News', contact: { city: 'London' } })
    expect(body).toMatchObject({
      permission_reminder: '',
      contact: { company: '', city: 'London', country: 'US' },
      campaign_defaults: { from_name: '', from_email: '', subject: '', language: '' },
      email_type_option: false,
    })
  })

  test('createList requires the name even with the setting `list_required`', async () => {
    const { body } = await mock({ settings: { list_required: 'name' } }).call('POST /3.0/lists', { permission_reminder: 'Hello' })
    expect(body.errors).toEqual([{ field: '', message: missing('name') }])
  })

  test('createList rejects another list when the limit of lists is reached', async () => {
    const { call } = mock({ settings: { max_lists: 1 } })
    expect((await call('POST /3.0/lists', NEWS)).status).toBe(200)
    const { body } = await call('POST /3.0/lists', NEWS)
    expect(body).toMatchObject({ title: 'Forbidden', status: 403 })
    expect((await call('GET /3.0/lists')).body.total_items).toBe(1)
  })

  test('a deleted list frees its place in the limit', async () => {
    const { call } = mock({ settings: { max_lists: 1 } })
    const { body } = await call('POST /3.0/lists', NEWS)
    await call(`DELETE /3.0/lists/${body.id}`)
    expect((await call('POST /3.0/lists', NEWS)).status).toBe(200)
  })
})

describe('updateList', () => {
  test('updateList changes the sent fields and keeps the rest', async () => {
    const { call } = mock()
    const { body: before } = await call('POST /3.0/lists', NEWS)
    const { body } = await call(`PATCH /3.0/lists/${before.id}`, {
      name: 'Acme Weekly',
      visibility: 'pub',
      contact: { city: 'Leeds', country: 'xx' },
      campaign_defaults: { from_name: 'Grace' },
    })
    expect(body).toEqual({
      ...before,
      name: 'Acme Weekly',
      visibility: 'pub',
      contact: { ...before.contact, city: 'Leeds', country: 'US' },
      campaign_defaults: { ...before.campaign_defaults, from_name: 'Grace' },
    })
  })

  test.each([{}, { name: 'Acme News', contact: { city: '' }, campaign_defaults: {} }, { id: 'ffffffffff', mood: 'good' }])(
    'a no-op update of a list leaves the world unchanged: %j',
    async (change) => {
      const { call, handle } = await withList()
      const before = handle().world
      expect((await call(`PATCH /3.0/lists/${ID}`, change)).status).toBe(200)
      expect(handle().world).toBe(before)
    },
  )
})

describe('deleteList', () => {
  test('deleteList deletes the list and everything below it', async () => {
    const { call, plant, ready, handle } = mock()
    await ready
    const before = rowCounts(handle().world)
    await plant((tx) => {
      const list = makeList(tx, { id: ID, name: 'Acme News', marketing_permissions: true })
      const member = makeMember(tx, list, { email_address: 'ada@acme.test' })
      makeInterest(tx, list, makeCategory(tx, list, { title: 'Topics', type: 'checkboxes' }), { name: 'Gardening' })
      makeAbuseReport(tx, list, member, '')
    })
    await call(`POST /3.0/lists/${ID}/signup-forms`, { header: { text: 'Hello' } })
    await call(`DELETE /3.0/lists/${ID}`)
    expect(rowCounts(handle().world)).toEqual(before)
  })

  test('deleteList keeps other lists and the campaigns', async () => {
    const { call, list, plant, handle } = await withList()
    await plant((tx) => {
      makeMember(tx, makeList(tx, { name: 'Other' }), { email_address: 'ada@acme.test' })
      makeMember(tx, list, { email_address: 'bob@acme.test' })
      sendCampaign(tx, list, { subject_line: 'Hello' })
    })
    await call(`DELETE /3.0/lists/${ID}`)
    expect(rowCounts(handle().world)).toMatchObject({
      lists: 1,
      members: 1,
      merge_fields: 4,
      list_stats: 1,
      shapes: 1,
      campaigns: 1,
      recipients: 1,
    })
  })
})
