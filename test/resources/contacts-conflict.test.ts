import { describe, expect, test } from 'vitest'
import { email, OTHER_PHONE, PHONE, sms, statusesOf, withAudience } from './contact-world.ts'
import { ADA, GRACE, ID, LATER } from './member-world.ts'

const update = (...parts: object[]) => Object.assign({ update_existing: true }, ...parts)

describe('createContact', () => {
  test.each([
    ['its address', email()],
    ['its address in another case', email('ADA@acme.test')],
    ['its phone', sms()],
    ['both', { ...email(), ...sms() }],
    ['its address and a new phone', { ...email(), ...sms(OTHER_PHONE) }],
    ['its phone and a new address', { ...email(GRACE), ...sms() }],
    ['its address, with update_existing false', { ...email(), update_existing: false }],
  ])('createContact returns a conflict for an existing contact with %s', async (_, body) => {
    const { create, handle } = await withAudience()
    await create({ ...email(ADA, 'confirmed'), ...sms() })
    const before = handle().world
    expect((await create(body)).body).toMatchObject({ title: 'Conflict', status: 409 })
    expect(handle().world).toBe(before)
  })

  test('createContact returns a conflict for a contact that was created as a member', async () => {
    const { create, make } = await withAudience()
    await make({ email_address: ADA })
    expect((await create(email())).body.title).toBe('Conflict')
  })

  test('createContact with update_existing updates the contact found by address', async () => {
    const { create, pass } = await withAudience()
    const { body: before } = await create({ ...email(ADA, 'confirmed'), merge_fields: { FNAME: 'Ada' }, tags: ['vip'] })
    await pass('PT5M')
    const { body: after } = await create(update(email(), sms(), { merge_fields: { LNAME: 'Byron' }, tags: ['press'] }))
    expect(after).toMatchObject({
      id: before.id,
      created_at: before.created_at,
      last_updated_at: LATER,
      merge_fields: { FNAME: 'Ada', LNAME: 'Byron' },
      tags: ['press', 'vip'],
      email_channel: before.email_channel,
      sms_channel: { sms_phone: PHONE },
    })
  })

  test('createContact with update_existing updates the contact found by phone, who becomes a member with the address', async () => {
    const { call, create, members, pass } = await withAudience()
    const { body: before } = await create({ ...sms(), merge_fields: { FNAME: 'Ada' }, tags: ['vip'] })
    await pass('PT5M')
    const { body: after } = await create(update(email(ADA, 'confirmed'), sms()))
    expect(after).toMatchObject({ ...before, _links: after._links, last_updated_at: LATER })
    expect((await call(`GET ${members}/${ADA}`)).body).toMatchObject({
      contact_id: before.id,
      status: 'subscribed',
      timestamp_opt: LATER,
      last_changed: LATER,
      merge_fields: { FNAME: 'Ada' },
      tags: [{ name: 'vip' }],
    })
    const { stats } = (await call(`GET /3.0/lists/${ID}?include_total_contacts=true`)).body
    expect(stats).toMatchObject({ member_count: 1, total_contacts: 1 })
  })

  test('createContact with update_existing sets a new address and a new phone', async () => {
    const { create } = await withAudience()
    const { body } = await create({ ...email(), ...sms() })
    expect((await create(update(email(GRACE), sms()))).body).toMatchObject({ id: body.id, email_channel: { email: GRACE } })
    expect((await create(update(email(GRACE), sms(OTHER_PHONE)))).body).toMatchObject({
      id: body.id,
      sms_channel: { sms_phone: OTHER_PHONE },
    })
    expect((await create(sms())).body.id).not.toBe(body.id)
  })

  test('createContact with update_existing without changes changes nothing and announces nothing', async () => {
    const { create, pass, handle, announced } = await withAudience()
    const body = {
      ...email(ADA, 'confirmed'),
      ...sms(PHONE, { status: 'confirmed' }),
      tags: ['vip'],
      merge_fields: { FNAME: 'Ada' },
    }
    const { body: first } = await create(body)
    await pass('PT5M')
    const before = handle().world
    expect((await create(update(body))).body).toEqual(first)
    expect(handle().world).toBe(before)
    expect((await announced()).webhooks).toEqual(['subscribe'])
  })

  test('createContact with update_existing creates a missing contact', async () => {
    const { create } = await withAudience()
    expect((await create(update(email()))).status).toBe(200)
  })

  test('createContact returns a conflict for the address and phone of two different contacts, even with update_existing', async () => {
    const { create, handle, call, byPhone } = await withAudience()
    await create(email())
    await create(sms())
    const refused = async () => {
      const before = handle().world
      expect((await create(update(email(), sms()))).body).toMatchObject({ title: 'Conflict', status: 409 })
      expect(handle().world).toBe(before)
    }
    await refused()
    await call(`POST ${byPhone}/actions/archive`)
    await refused()
  })

  test('a phone is unique within an audience but may be used in several audiences', async () => {
    const { call, create } = await withAudience()
    const { body } = await create(sms())
    const fields = { name: 'Other', permission_reminder: 'x', email_type_option: false }
    const contact = { company: 'A', address1: 'B', city: 'C', country: 'NO' }
    const campaign_defaults = { from_name: 'A', from_email: ADA, subject: '', language: 'en' }
    const { body: other } = await call('POST /3.0/lists', { ...fields, contact, campaign_defaults })
    const { status, body: elsewhere } = await call(`POST /3.0/audiences/${other.id}/contacts`, sms())
    expect({ status, same: elsewhere.id === body.id }).toEqual({ status: 200, same: false })
  })

  test.each([false, true])('createContact restores an archived contact, with update_existing %s', async (update_existing) => {
    const { call, create, byAddress, pass } = await withAudience()
    const { body: before } = await create({ ...email(ADA, 'confirmed'), ...sms(), merge_fields: { FNAME: 'Ada' }, tags: ['vip'] })
    await call(`POST ${byAddress}/actions/archive`)
    await pass('PT5M')
    const { body: after } = await create({ ...email(ADA, 'confirmed'), update_existing })
    expect(after).toMatchObject({
      id: before.id,
      status: 'active',
      created_at: before.created_at,
      last_updated_at: LATER,
      merge_fields: { FNAME: 'Ada' },
      tags: ['vip'],
      email_channel: { effective_subscription_status: { value: 'subscribed' }, marketing_consent: { captured_at: LATER } },
      sms_channel: before.sms_channel,
    })
  })

  test('createContact restores an archived contact without consent if none is given', async () => {
    const { call, create, byAddress } = await withAudience()
    await create(email(ADA, 'confirmed'))
    await call(`POST ${byAddress}/actions/archive`)
    const { body } = await create(email())
    expect(statusesOf(body)).toEqual(['nonsubscribed', undefined])
    expect(body.email_channel.marketing_consent.status).toBe('unknown')
  })

  test('createContact restores an archived contact with only a phone, except with denied consent', async () => {
    const { call, create, byPhone, pass } = await withAudience()
    const { body: before } = await create(sms(PHONE, { status: 'confirmed' }))
    await call(`POST ${byPhone}/actions/archive`)
    expect((await create(sms(PHONE, { status: 'denied' }))).body.errors).toMatchObject([
      { field: 'sms_channel.marketing_consent.status' },
    ])
    await pass('PT5M')
    expect((await create(sms())).body).toEqual({ ...before, last_updated_at: LATER })
  })

  test('createContact rejects a forgotten address, with or without a phone', async () => {
    const { call, create, byAddress, handle } = await withAudience()
    await create({ ...email(), ...sms() })
    await call(`POST ${byAddress}/actions/forget`)
    const before = handle().world
    for (const body of [email(), email('ADA@acme.test'), { ...email(), ...sms() }, update(email())])
      expect((await create(body)).body).toMatchObject({ title: 'Forgotten Email Not Subscribed', status: 400 })
    expect(handle().world).toBe(before)
    expect((await create(sms())).status).toBe(200)
  })

  test("createContact rejects a reserved address if the world's setting says so", async () => {
    const { create } = await withAudience({}, { settings: { reserved_domains: 'refuse' } })
    expect((await create(email())).body).toMatchObject({ title: 'Invalid Resource', status: 400 })
  })
})
