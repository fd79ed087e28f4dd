import { describe, expect, test } from 'vitest'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { email, OTHER_PHONE, PHONE, sms, statusesOf, withAudience } from './contact-world.ts'
import { ADA, AT_START, GRACE, ID, LATER } from './member-world.ts'

/** Creates Ada with an address and a phone, five minutes ago. */
async function withContact() {
  const world = await withAudience()
  const { body: ada } = await world.create({
    ...email(ADA, 'confirmed'),
    ...sms(),
    language: 'en',
    merge_fields: { FNAME: 'Ada', LNAME: 'Byron' },
    tags: ['vip'],
  })
  await world.pass('PT5M')
  return { ...world, ada, patch: (body: object, query = '') => world.call(`PATCH ${world.contacts}/${ada.id}${query}`, body) }
}

describe('updateContact', () => {
  test('updateContact changes the sent fields and keeps the rest', async () => {
    const { patch, ada, call, members } = await withContact()
    const { body } = await patch({ language: 'no', merge_fields: { FNAME: 'Augusta', LNAME: '' }, tags: ['press'] })
    expect(body).toEqual({
      ...ada,
      language: 'no',
      merge_fields: { FNAME: 'Augusta' },
      tags: ['press', 'vip'],
      last_updated_at: LATER,
    })
    expect((await call(`GET ${members}/${ADA}`)).body).toMatchObject({
      language: 'no',
      full_name: 'Augusta',
      last_changed: LATER,
    })
  })

  test('updateContact accepts an empty body despite required merge fields', async () => {
    const { patch, ada, plant, list, handle } = await withContact()
    await plant((tx) => makeMergeField(tx, list, { name: 'Colour', tag: 'COLOUR', type: 'text', required: true }))
    const before = handle().world
    expect((await patch({})).body).toEqual(ada)
    expect(handle().world).toBe(before)
  })

  test.each([
    { language: 'en' },
    { merge_fields: { FNAME: 'Ada' } },
    { merge_fields: null },
    { tags: ['vip', { name: 'gone', status: 'inactive' }, { name: 'vip', status: 'inactive' }] },
    { email_channel: { email: ADA, marketing_consent: { status: 'confirmed' } } },
    { email_channel: {}, sms_channel: {} },
    { sms_channel: { sms_phone: PHONE, marketing_consent: { status: 'unknown', captured_at: '2026-01-14' } } },
    { update_existing: true },
  ])('updateContact with %j changes nothing and announces nothing', async (body) => {
    const { patch, ada, handle, announced } = await withContact()
    const before = handle().world
    expect((await patch(body)).body).toEqual(ada)
    expect(handle().world).toBe(before)
    expect((await announced()).webhooks).toEqual(['subscribe'])
  })

  test('several changes of a contact in one call produce one delivery', async () => {
    const { patch, announced } = await withContact()
    await patch({ merge_fields: { FNAME: 'Augusta' }, language: 'no', tags: ['press'], ...sms(OTHER_PHONE) })
    expect((await announced()).webhooks).toEqual(['subscribe', 'profile'])
  })

  test("a change of a contact's phone or tags updates the member's last_changed, but announces nothing", async () => {
    const { patch, announced, call, members } = await withContact()
    expect((await patch(sms(OTHER_PHONE))).body).toMatchObject({
      last_updated_at: LATER,
      sms_channel: { sms_phone: OTHER_PHONE },
    })
    expect((await call(`GET ${members}/${ADA}`)).body.last_changed).toBe(LATER)
    await patch({ tags: ['press'] })
    expect((await announced()).webhooks).toEqual(['subscribe'])
  })

  test("a change of a contact's address renames the member", async () => {
    const { patch, ada, call, members, announced } = await withContact()
    const { body } = await patch(email(GRACE))
    expect(body).toMatchObject({ id: ada.id, email_channel: { email: GRACE, marketing_consent: { status: 'confirmed' } } })
    expect((await call(`GET ${members}/${ADA}`)).status).toBe(404)
    expect((await call(`GET ${members}/${GRACE}`)).body).toMatchObject({ contact_id: ada.id, status: 'subscribed' })
    expect((await announced()).webhooks).toEqual(['subscribe', 'upemail', 'profile'])
  })

  test('updateContact rejects the address or phone of another contact with Conflict', async () => {
    const { patch, create, handle, call, contacts } = await withContact()
    const { body: grace } = await create({ ...email(GRACE), ...sms(OTHER_PHONE) })
    const refused = async () => {
      const before = handle().world
      for (const body of [email(GRACE), sms(OTHER_PHONE)])
        expect((await patch({ ...body, update_existing: true })).body).toMatchObject({ title: 'Conflict', status: 409 })
      expect(handle().world).toBe(before)
    }
    await refused()
    await call(`POST ${contacts}/${grace.id}/actions/archive`)
    await refused()
  })

  test('updateContact rejects a forgotten address: Forgotten Email Not Subscribed', async () => {
    const { patch, create, call, contacts, handle } = await withContact()
    const { body: grace } = await create(email(GRACE))
    await call(`POST ${contacts}/${grace.id}/actions/forget`)
    const before = handle().world
    expect((await patch(email(GRACE))).body).toMatchObject({ title: 'Forgotten Email Not Subscribed', status: 400 })
    expect(handle().world).toBe(before)
  })

  test('updateContact rejects a malformed address without an errors member', async () => {
    const { patch, handle } = await withContact()
    const before = handle().world
    const { body } = await patch({ ...email('ada'), tags: ['press'], ...sms(OTHER_PHONE) })
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400 })
    expect(body).not.toHaveProperty('errors')
    expect(handle().world).toBe(before)
  })

  test.each([
    [sms('0102'), 'sms_channel.sms_phone'],
    [{ merge_fields: { FNAME: 5 } }, 'FNAME'],
    [{ tags: [{ name: 'x', status: 'y' }] }, 'tags.item:0.status'],
    [sms(PHONE, { status: 'confirmed', captured_at: 'now' }), 'sms_channel.marketing_consent.captured_at'],
  ])('the contact change %j is rejected with the field %s', async (body, field) => {
    const { patch, handle } = await withContact()
    const before = handle().world
    expect((await patch(body)).body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field }] })
    expect(handle().world).toBe(before)
  })

  test('an address for a contact with only a phone makes it a member that keeps its id, creation time and position', async () => {
    const { call, create, byPhone, contacts, members, pass, announced } = await withAudience()
    const { body: phone } = await create({ ...sms(), merge_fields: { FNAME: 'Grace' }, tags: ['vip'] })
    const { body: ada } = await create(email())
    await pass('PT5M')
    const { body } = await call(`PATCH ${byPhone}`, { ...email(GRACE, 'confirmed'), merge_fields: { LNAME: 'Hopper' } })
    expect(body).toMatchObject({ id: phone.id, created_at: AT_START, last_updated_at: LATER, tags: ['vip'] })
    expect(body.merge_fields).toEqual({ FNAME: 'Grace', LNAME: 'Hopper' })
    expect(statusesOf(body)).toEqual(['subscribed', 'nonsubscribed'])
    expect((await call(`GET ${members}/${GRACE}`)).body).toMatchObject({
      contact_id: phone.id,
      timestamp_opt: LATER,
      tags_count: 1,
    })
    expect((await announced()).webhooks).toEqual(['subscribe'])
    const { body: all } = await call(`GET ${contacts}`)
    expect(all.contacts.map(({ id }: { id: string }) => id)).toEqual([phone.id, ada.id])
    expect((await call(`GET /3.0/lists/${ID}?include_total_contacts=true`)).body.stats).toMatchObject({
      member_count: 1,
      total_contacts: 2,
    })
  })

  test('updateContact adds a phone to a contact with an address', async () => {
    const { call, create, byAddress, byPhone } = await withAudience()
    const { body: ada } = await create(email(ADA, 'confirmed'))
    await call(`PATCH ${byAddress}`, sms(PHONE, { status: 'confirmed' }))
    const { body } = await call(`GET ${byPhone}`)
    expect(body.id).toBe(ada.id)
    expect(statusesOf(body)).toEqual(['subscribed', 'subscribed'])
  })

  test.each([
    ['email_channel', 'email', 'byPhone', sms()],
    ['sms_channel', 'sms_phone', 'byAddress', email()],
  ] as const)('updateContact rejects a consent for a missing %s, naming %s', async (channel, name, key, body) => {
    const world = await withAudience()
    await world.create(body)
    const answer = await world.call(`PATCH ${world[key]}`, { [channel]: { marketing_consent: { status: 'confirmed' } } })
    expect(answer.body).toMatchObject({ title: 'Invalid Resource', errors: [{ field: `${channel}.${name}` }] })
  })

  test('updateContact keeps a contact archived until its address gets a consent', async () => {
    const { patch, call, contacts, ada } = await withContact()
    await call(`POST ${contacts}/${ada.id}/actions/archive`)
    expect((await patch({ language: 'no', ...sms(PHONE, { status: 'confirmed' }) })).body).toMatchObject({
      status: 'archived',
      language: 'no',
    })
    expect((await patch(email(ADA, 'unknown'))).body.status).toBe('active')
  })

  test('updateContact keeps a contact with only a phone archived until the phone gets a consent', async () => {
    const { call, create, byPhone } = await withAudience()
    await create(sms())
    await call(`POST ${byPhone}/actions/archive`)
    expect((await call(`PATCH ${byPhone}`, { language: 'no' })).body.status).toBe('archived')
    const { body } = await call(`PATCH ${byPhone}`, sms(PHONE, { status: 'confirmed' }))
    expect(body.status).toBe('active')
    expect(statusesOf(body)).toEqual([undefined, 'subscribed'])
  })

  test('an address without a consent keeps a contact archived', async () => {
    const { call, create, byPhone, members, announced } = await withAudience()
    await create(sms())
    await call(`POST ${byPhone}/actions/archive`)
    expect((await call(`PATCH ${byPhone}`, email(ADA))).body.status).toBe('archived')
    expect((await call(`GET ${members}/${ADA}`)).body.status).toBe('archived')
    expect((await announced()).webhooks).toEqual([])
  })

  test('updateContact in strict mode requires required merge fields, and existing values count', async () => {
    const { patch, plant, list, handle } = await withContact()
    await plant((tx) => makeMergeField(tx, list, { name: 'Colour', tag: 'COLOUR', type: 'text', required: true }))
    const before = handle().world
    expect((await patch({ tags: ['press'] })).body.errors).toMatchObject([{ field: 'COLOUR' }])
    expect(handle().world).toBe(before)
    expect((await patch({ language: 'no' }, '?merge_field_validation_mode=ignore_required_checks')).status).toBe(200)
    expect((await patch({ merge_fields: { COLOUR: 'red' } })).status).toBe(200)
    expect((await patch({ tags: ['press'] })).status).toBe(200)
    expect((await patch({ merge_fields: { COLOUR: '' } })).body.errors).toMatchObject([{ field: 'COLOUR' }])
  })

  test('updateContact in historical mode announces nothing', async () => {
    const { patch, announced } = await withContact()
    await patch({ ...email(GRACE, 'denied'), merge_fields: { FNAME: 'Grace' } }, '?data_mode=historical')
    expect(await announced()).toEqual({ webhooks: ['subscribe'], feed: ['lists:new-subscriber'], emails: [] })
  })

  test("the member data of a contact also changes through the list's members", async () => {
    const { call, members, byAddress } = await withContact()
    await call(`PATCH ${members}/${ADA}`, { merge_fields: { FNAME: 'Augusta' }, language: 'no', status: 'unsubscribed' })
    await call(`POST ${members}/${ADA}/tags`, { tags: [{ name: 'vip', status: 'inactive' }] })
    const { body } = await call(`GET ${byAddress}`)
    expect(body).toMatchObject({ merge_fields: { FNAME: 'Augusta' }, language: 'no', tags: [], last_updated_at: LATER })
    expect(statusesOf(body)).toEqual(['unsubscribed', 'nonsubscribed'])
  })

  test('a renamed or deleted tag applies to contacts with only a phone', async () => {
    const { call, create, byPhone } = await withAudience()
    await create({ ...sms(), tags: ['vip', 'press'] })
    const { segments } = (await call(`GET /3.0/lists/${ID}/segments`)).body
    await call(`PATCH /3.0/lists/${ID}/segments/${segments[0].id}`, { name: 'friend' })
    await call(`DELETE /3.0/lists/${ID}/segments/${segments[1].id}`)
    expect((await call(`GET ${byPhone}`)).body.tags).toEqual(['friend'])
  })

  test('a renamed or deleted merge field applies to contacts with only a phone', async () => {
    const { call, create, byPhone } = await withAudience()
    await create({ ...sms(), merge_fields: { FNAME: 'Grace', LNAME: 'Hopper' } })
    await call(`PATCH /3.0/lists/${ID}/merge-fields/1`, { tag: 'FIRST' })
    await call(`DELETE /3.0/lists/${ID}/merge-fields/2`)
    expect((await call(`GET ${byPhone}`)).body.merge_fields).toEqual({ FIRST: 'Grace' })
  })
})
