import { describe, expect, test } from 'vitest'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { ADA_HASH, email, PHONE, PHONE_HASH, sms, withAudience } from './contact-world.ts'
import { ADA, AT_START, ID } from './member-world.ts'

const SOURCE = { name: 'API - Generic' }

describe('createContact', () => {
  test('createContact returns both channels of a contact with an address and a phone', async () => {
    const { create } = await withAudience()
    const { body } = await create({
      ...email(ADA, 'confirmed'),
      ...sms(),
      language: 'en',
      merge_fields: { FNAME: 'Ada', NOBODY: 'x' },
      tags: ['vip'],
    })
    const { _links, id, ...contact } = body
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(contact).toEqual({
      audience_id: ID,
      status: 'active',
      language: 'en',
      merge_fields: { FNAME: 'Ada' },
      tags: ['vip'],
      source: SOURCE,
      created_at: AT_START,
      last_updated_at: AT_START,
      email_channel: {
        email: ADA,
        hashed_email: ADA_HASH,
        effective_subscription_status: { value: 'subscribed' },
        marketing_consent: { status: 'confirmed', captured_at: AT_START, source: SOURCE },
        source: SOURCE,
      },
      sms_channel: {
        sms_phone: PHONE,
        hashed_sms_phone: PHONE_HASH,
        effective_subscription_status: { value: 'nonsubscribed' },
        marketing_consent: { status: 'unknown', source: SOURCE },
        source: SOURCE,
      },
    })
  })

  test('createContact creates a member with the same contact id if an address is given', async () => {
    const { call, create, members } = await withAudience()
    const { body } = await create({ ...email(ADA, 'confirmed'), merge_fields: { FNAME: 'Ada' }, tags: ['vip'] })
    expect((await call(`GET ${members}/${ADA}`)).body).toMatchObject({
      contact_id: body.id,
      status: 'subscribed',
      full_name: 'Ada',
      tags: [{ name: 'vip' }],
      ip_opt: '127.0.0.1',
      timestamp_opt: AT_START,
      source: 'API - Generic',
    })
  })

  test('a contact with only a phone is not a member, but counts as a contact', async () => {
    const { call, create, contacts, members } = await withAudience()
    const { body } = await create({ ...sms(), merge_fields: { FNAME: 'Grace' }, tags: ['vip'] })
    expect(body).not.toHaveProperty('email_channel')
    expect((await call(`GET ${contacts}`)).body).toMatchObject({ total_items: 1, contacts: [{ id: body.id, tags: ['vip'] }] })
    expect((await call(`GET ${members}`)).body.total_items).toBe(0)
    expect((await call(`GET ${members}/${body.id}`)).status).toBe(404)
    expect((await call('GET /3.0/search-members?query=grace')).body.full_search.total_items).toBe(0)
    expect((await call(`GET /3.0/lists/${ID}/segments`)).body.segments).toMatchObject([{ name: 'vip', member_count: 0 }])
    const { stats } = (await call(`GET /3.0/lists/${ID}?include_total_contacts=true`)).body
    expect(stats).toMatchObject({ member_count: 0, total_contacts: 1 })
  })

  test.each([
    ['nothing', {}, ''],
    ['empty channels', { email_channel: {}, sms_channel: {} }, ''],
    [
      'a consent without an address',
      { ...sms(), email_channel: { marketing_consent: { status: 'denied' } } },
      'email_channel.email',
    ],
    [
      'a consent without a phone',
      { ...email(), sms_channel: { marketing_consent: { status: 'denied' } } },
      'sms_channel.sms_phone',
    ],
    ['a phone without a plus', sms('14045550102'), 'sms_channel.sms_phone'],
    ['a phone with spaces', sms('+1 404 555 0102'), 'sms_channel.sms_phone'],
    ['a phone that begins with zero', sms('+04045550102'), 'sms_channel.sms_phone'],
    ['a phone of sixteen digits', sms('+1234567890123456'), 'sms_channel.sms_phone'],
    ['an empty phone', sms(''), 'sms_channel.sms_phone'],
    ['denied consent for a phone', sms(PHONE, { status: 'denied' }), 'sms_channel.marketing_consent.status'],
    ['a malformed date', sms(PHONE, { status: 'confirmed', captured_at: 'soon' }), 'sms_channel.marketing_consent.captured_at'],
    [
      'a day that does not exist in the calendar',
      sms(PHONE, { status: 'confirmed', captured_at: '2026-02-31' }),
      'sms_channel.marketing_consent.captured_at',
    ],
    ['a merge field of the wrong type', { ...email(), merge_fields: { FNAME: 5 } }, 'FNAME'],
    ['an empty tag', { ...email(), tags: [''] }, 'tags.item:0'],
    ['a tag without a name', { ...email(), tags: [{ status: 'active' }] }, 'tags.item:0'],
  ])('createContact rejects %s and names the field', async (_, body, field) => {
    const { create, handle } = await withAudience()
    const before = handle().world
    expect((await create(body)).body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field }] })
    expect(handle().world).toBe(before)
  })

  test.each(['ada', '', 'ada@acme', 'ada grace@acme.test'])(
    'createContact rejects the address "%s" without an errors member',
    async (address) => {
      const { create } = await withAudience()
      const { body } = await create(email(address))
      expect(body).toMatchObject({ title: 'Invalid Resource', status: 400 })
      expect(body).not.toHaveProperty('errors')
    },
  )

  test('createContact accepts tags as names and objects, adds each once, creates missing ones, and skips inactive ones', async () => {
    const { call, create } = await withAudience()
    const tags = ['vip', { name: 'press', status: 'active' }, { name: 'friend' }, { name: 'gone', status: 'inactive' }, 'vip']
    expect((await create({ ...email(), tags })).body.tags).toEqual(['friend', 'press', 'vip'])
    const { body } = await call(`GET /3.0/lists/${ID}/tag-search`)
    expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(['vip', 'press', 'friend'])
  })

  test('createContact ignores merge_fields that are null', async () => {
    const { create } = await withAudience()
    expect((await create({ ...email(), merge_fields: null })).body.merge_fields).toEqual({})
  })

  test('createContact rejects a missing required merge field in strict mode, which is the default', async () => {
    const { create, plant, list, handle } = await withAudience()
    await plant((tx) => makeMergeField(tx, list, { name: 'Colour', tag: 'COLOUR', type: 'text', required: true }))
    const before = handle().world
    for (const query of ['', '?merge_field_validation_mode=strict']) {
      const { body } = await create(sms(), query)
      expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'COLOUR' }] })
    }
    expect(handle().world).toBe(before)
    expect((await create({ ...sms(), merge_fields: { COLOUR: 'red' } })).body.merge_fields).toEqual({ COLOUR: 'red' })
  })

  test('ignore_required_checks of createContact suppresses only the error about required merge fields', async () => {
    const { create, plant, list } = await withAudience()
    await plant((tx) => makeMergeField(tx, list, { name: 'Colour', tag: 'COLOUR', type: 'text', required: true }))
    const query = '?merge_field_validation_mode=ignore_required_checks'
    expect((await create({ ...email(), merge_fields: { PHONE: 5 } }, query)).body.errors).toMatchObject([{ field: 'PHONE' }])
    expect((await create(email(), query)).status).toBe(200)
  })

  test('createContact announces the contact like any subscription, with one delivery', async () => {
    const { create, announced } = await withAudience()
    await create({
      ...email(ADA, 'confirmed'),
      ...sms(PHONE, { status: 'confirmed' }),
      tags: ['vip'],
      merge_fields: { FNAME: 'Ada' },
    })
    expect(await announced()).toEqual({ webhooks: ['subscribe'], feed: ['lists:new-subscriber'], emails: [] })
  })

  test('createContact does not announce a contact with only a phone', async () => {
    const { create, announced } = await withAudience({ double_optin: true })
    await create(sms(PHONE, { status: 'consented' }))
    expect(await announced()).toEqual({ webhooks: [], feed: [], emails: [] })
  })

  test('createContact asks a pending address to confirm, once', async () => {
    const { create, call, byAddress, announced } = await withAudience({ double_optin: true })
    await create(email(ADA, 'consented'))
    await call(`PATCH ${byAddress}`, { email_channel: { marketing_consent: { status: 'consented' } } })
    expect((await announced()).emails).toEqual([`confirm_subscription to ${ADA}`])
  })

  test('createContact in historical mode announces nothing and sends no confirmation', async () => {
    const { create, announced, call, byAddress } = await withAudience({ double_optin: true })
    await create(email(ADA, 'consented'), '?data_mode=historical')
    await create(email('grace@acme.test', 'confirmed'), '?data_mode=historical')
    expect((await call(`GET ${byAddress}`)).body.email_channel.effective_subscription_status).toEqual({ value: 'pending' })
    expect(await announced()).toEqual({ webhooks: [], feed: [], emails: [] })
  })

  test('createContact counts as one change when it runs in a batch', async () => {
    const { call, pass, announced, byAddress } = await withAudience()
    const operation = { method: 'POST', path: `/audiences/${ID}/contacts`, body: JSON.stringify(email(ADA, 'confirmed')) }
    await call('POST /3.0/batches', { operations: [operation] })
    await pass('PT10S')
    expect((await call(`GET ${byAddress}`)).status).toBe(200)
    expect((await announced()).webhooks).toEqual(['subscribe'])
  })
})
