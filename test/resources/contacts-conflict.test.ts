import { describe, expect, test } from 'vitest'
import { email, OTHER_PHONE, PHONE, sms, statusesOf, withAudience } from './contact-world.ts'
import { ADA, GRACE, ID, LATER } from './member-world.ts'

const update = (...parts: object[]) => Object.assign({ update_existing: true }, ...parts)

describe('createContact', () => {
  test.each([
    ['its address', email()],
    ['its address in other letters', email('ADA@acme.test')],
    ['its phone', sms()],
    ['both', { ...email(), ...sms() }],
    ['its address and a new phone', { ...email(), ...sms(OTHER_PHONE) }],
    ['its phone and a new address', { ...email(GRACE), ...sms() }],
    ['its address, saying so', { ...email(), update_existing: false }],
  ])('of a contact that is there by %s is a conflict', async (_, body) => {
    const { create, handle } = await withAudience()
    await create({ ...email(ADA, 'confirmed'), ...sms() })
    const before = handle().world
    expect((await create(body)).body).toMatchObject({ title: 'Conflict', status: 409 })
    expect(handle().world).toBe(before)
  })

  test('of a contact that came as a member is a conflict as well', async () => {
    const { create, make } = await withAudience()
    await make({ email_address: ADA })
    expect((await create(email())).body.title).toBe('Conflict')
  })

  test('with update_existing updates the contact found by address', async () => {
    const { create, pass } = await withAudience()
    const { body: before } = await create({ ...email(ADA, 'confirmed'), merge_fields: { FNAME: 'Ada' }, tags: ['vip'] })
    await pass('PT5M')
    const { body: after } = await create(update(email(), sms(), { merge_fields: { LNAME: 'Byron' }, tags: ['press'] }))
    expect(after).toMatchObject({
      id: before.id,
      created_at: before.created_at,
      last_updated_at: LATER,
      merge_fields: { FNAME: 'Ada', LNAME: 'Byron' },
      tags: ['vip', 'press'],
      email_channel: before.email_channel,
      sms_channel: { sms_phone: PHONE },
    })
  })

  test('with update_existing updates the contact found by phone, who becomes a member by an address', async () => {
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

  test('with update_existing takes over another address and another phone', async () => {
    const { create } = await withAudience()
    const { body } = await create({ ...email(), ...sms() })
    expect((await create(update(email(GRACE), sms()))).body).toMatchObject({ id: body.id, email_channel: { email: GRACE } })
    expect((await create(update(email(GRACE), sms(OTHER_PHONE)))).body).toMatchObject({
      id: body.id,
      sms_channel: { sms_phone: OTHER_PHONE },
    })
    expect((await create(sms())).body.id).not.toBe(body.id)
  })

  test('with update_existing and nothing new changes nothing and tells nobody', async () => {
    const { create, pass, handle, told } = await withAudience()
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
    expect((await told()).webhooks).toEqual(['subscribe'])
  })

  test('with update_existing and no contact makes one', async () => {
    const { create } = await withAudience()
    expect((await create(update(email()))).status).toBe(200)
  })

  test('with an address and a phone of two contacts is a conflict whatever update_existing says', async () => {
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

  test('a phone belongs to one contact of an audience, and to others of other audiences', async () => {
    const { call, create } = await withAudience()
    const { body } = await create(sms())
    const fields = { name: 'Other', permission_reminder: 'x', email_type_option: false }
    const contact = { company: 'A', address1: 'B', city: 'C', country: 'NO' }
    const campaign_defaults = { from_name: 'A', from_email: ADA, subject: '', language: 'en' }
    const { body: other } = await call('POST /3.0/lists', { ...fields, contact, campaign_defaults })
    const { status, body: elsewhere } = await call(`POST /3.0/audiences/${other.id}/contacts`, sms())
    expect({ status, same: elsewhere.id === body.id }).toEqual({ status: 200, same: false })
  })

  test.each([false, true])('brings an archived contact back, with update_existing %s', async (update_existing) => {
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

  test('an archived contact comes back without a consent if none is given', async () => {
    const { call, create, byAddress } = await withAudience()
    await create(email(ADA, 'confirmed'))
    await call(`POST ${byAddress}/actions/archive`)
    const { body } = await create(email())
    expect(statusesOf(body)).toEqual(['nonsubscribed', undefined])
    expect(body.email_channel.marketing_consent.status).toBe('unknown')
  })

  test('an archived contact with only a phone comes back, and a denied consent does not bring it', async () => {
    const { call, create, byPhone, pass } = await withAudience()
    const { body: before } = await create(sms(PHONE, { status: 'confirmed' }))
    await call(`POST ${byPhone}/actions/archive`)
    expect((await create(sms(PHONE, { status: 'denied' }))).body.errors).toMatchObject([
      { field: 'sms_channel.marketing_consent.status' },
    ])
    await pass('PT5M')
    expect((await create(sms())).body).toEqual({ ...before, last_updated_at: LATER })
  })

  test('of an address that was forgotten is refused, with a phone as well', async () => {
    const { call, create, byAddress, handle } = await withAudience()
    await create({ ...email(), ...sms() })
    await call(`POST ${byAddress}/actions/forget`)
    const before = handle().world
    for (const body of [email(), email('ADA@acme.test'), { ...email(), ...sms() }, update(email())])
      expect((await create(body)).body).toMatchObject({ title: 'Forgotten Email Not Subscribed', status: 400 })
    expect(handle().world).toBe(before)
    expect((await create(sms())).status).toBe(200)
  })

  test('of a reserved address is refused where the world is set to', async () => {
    const { create } = await withAudience({}, { settings: { reserved_domains: 'refuse' } })
    expect((await create(email())).body).toMatchObject({ title: 'Invalid Resource', status: 400 })
  })
})
