import { describe, expect, test } from 'vitest'
import { makeMove } from '../../src/kernel/world/machine.ts'
import { memberMachine } from '../../src/service/rules/members/machine.ts'
import { email, OTHER_PHONE, PHONE, sms, statusesOf, withAudience } from './contact-world.ts'
import { ADA, AT_START, FROM, LATER, type From } from './member-world.ts'

/** The status of an address by its consent and the list's double opt-in. */
const TABLE = [
  ['denied', false, 'unsubscribed', 'unsubscribed'],
  ['denied', true, 'unsubscribed', 'unsubscribed'],
  ['unknown', false, 'nonsubscribed', 'transactional'],
  ['unknown', true, 'nonsubscribed', 'transactional'],
  [undefined, false, 'nonsubscribed', 'transactional'],
  [undefined, true, 'nonsubscribed', 'transactional'],
  ['consented', false, 'subscribed', 'subscribed'],
  ['consented', true, 'pending', 'pending'],
  ['confirmed', false, 'subscribed', 'subscribed'],
  ['confirmed', true, 'subscribed', 'subscribed'],
] as const

describe('createContact', () => {
  test.each(TABLE)(
    'a new contact whose address has the consent %s, double opt-in %s, is %s, a member who is %s',
    async (consent, double_optin, ...is) => {
      const { call, create, members } = await withAudience({ double_optin })
      const { body } = await create(email(ADA, consent))
      expect([statusesOf(body)[0], (await call(`GET ${members}/${ADA}`)).body.status]).toEqual(is)
      expect(body.email_channel.marketing_consent).toEqual({
        status: consent ?? 'unknown',
        ...(consent === 'confirmed' || consent === 'consented' ? { captured_at: AT_START } : {}),
        source: { name: 'API - Generic' },
      })
    },
  )

  test.each(TABLE.filter(([consent]) => consent !== 'denied'))(
    'a new contact whose phone has the consent %s, double opt-in %s, is %s',
    async (consent, double_optin, is) => {
      const { create } = await withAudience({ double_optin })
      const { body } = await create(sms(PHONE, { status: consent }))
      expect(statusesOf(body)).toEqual([undefined, is])
      expect(body.sms_channel.marketing_consent).toEqual({
        status: consent ?? 'unknown',
        ...(consent === 'confirmed' ? { captured_at: AT_START } : {}),
        source: { name: 'API - Generic' },
      })
    },
  )

  test("createContact stores the time and source of a phone's consent", async () => {
    const { create } = await withAudience()
    const consent = { status: 'confirmed', captured_at: '2026-01-10T12:00:00+02:00', source: { name: 'Kiosk' } }
    const { sms_channel } = (await create(sms(PHONE, consent))).body
    expect(sms_channel).toMatchObject({
      marketing_consent: { status: 'confirmed', captured_at: '2026-01-10T10:00:00+00:00', source: { name: 'Kiosk' } },
      source: { name: 'API - Generic' },
    })
  })

  test('createContact with update_existing cannot resubscribe a member who unsubscribed: Member In Compliance State', async () => {
    const { create, make, handle } = await withAudience()
    await make({ email_address: ADA, ...FROM.left })
    const before = handle().world
    const { body } = await create({ ...email(ADA, 'confirmed'), update_existing: true })
    expect(body).toMatchObject({ title: 'Member In Compliance State', status: 400 })
    expect(handle().world).toBe(before)
  })
})

describe('updateContact', () => {
  const REFUSED = 'Member In Compliance State'
  const outcomes: { readonly [Each in Exclude<From, 'none'>]: readonly [string, string, string, string] } = {
    // denied, unknown, consented, confirmed; and the resulting members
    subscribed: ['unsubscribed', 'transactional', 'subscribed', 'subscribed'],
    unsubscribed: ['unsubscribed', 'transactional', 'subscribed', 'subscribed'],
    left: ['unsubscribed', 'transactional', REFUSED, REFUSED],
    cleaned: ['cleaned', 'cleaned', REFUSED, REFUSED],
    pending: ['unsubscribed', 'transactional', 'pending', 'subscribed'],
    'pending after leaving': ['unsubscribed', 'transactional', 'pending', REFUSED],
    transactional: ['unsubscribed', 'transactional', 'subscribed', 'subscribed'],
    archived: ['unsubscribed', 'transactional', 'subscribed', 'subscribed'],
    'archived after leaving': ['unsubscribed', 'transactional', REFUSED, REFUSED],
    'archived after bouncing': ['unsubscribed', 'transactional', REFUSED, REFUSED],
  }
  const CONSENTS = ['denied', 'unknown', 'consented', 'confirmed'] as const
  const rows = Object.entries(outcomes).flatMap(([from, all]) =>
    CONSENTS.map((consent, i) => [from as Exclude<From, 'none'>, consent, all[i]] as const),
  )

  test.each(rows)('updateContact of a member who is %s with the consent %s: %s', async (from, consent, expected) => {
    const { call, make, byAddress, handle, members } = await withAudience()
    await make({ email_address: ADA, ...FROM[from] })
    const before = handle().world
    const { body } = await call(`PATCH ${byAddress}`, email(ADA, consent))
    if (body.title) {
      expect([body.title, body.status]).toEqual([expected, 400])
      expect(handle().world).toBe(before)
    } else expect((await call(`GET ${members}/${ADA}`)).body.status).toBe(expected)
  })

  test('a member who unsubscribed can be asked to confirm again on a double opt-in list', async () => {
    const { call, make, byAddress, announced } = await withAudience({ double_optin: true })
    await make({ email_address: ADA, ...FROM.left })
    const { body } = await call(`PATCH ${byAddress}`, email(ADA, 'consented'))
    expect(statusesOf(body)).toEqual(['pending', undefined])
    expect(await announced()).toEqual({ webhooks: [], feed: [], emails: [`confirm_subscription to ${ADA}`] })
  })

  test('an unsubscribe by denied consent is attributed to the account', async () => {
    const { call, create, byAddress, members, announced } = await withAudience()
    await create(email(ADA, 'confirmed'))
    await call(`PATCH ${byAddress}`, email(ADA, 'denied'))
    expect((await call(`GET ${members}/${ADA}`)).body).toMatchObject({
      status: 'unsubscribed',
      unsubscribe_reason: 'N/A (Unsubscribed by admin)',
    })
    expect((await announced()).webhooks).toEqual(['subscribe', 'unsubscribe'])
  })

  test('updateContact keeps a consent that says more than the status', async () => {
    const { call, create, byAddress, pass } = await withAudience()
    await create(email(ADA, 'consented'))
    await pass('PT5M')
    const { body } = await call(`PATCH ${byAddress}`, email(ADA, 'confirmed'))
    expect(body).toMatchObject({
      last_updated_at: LATER,
      email_channel: { marketing_consent: { status: 'confirmed', captured_at: LATER } },
    })
    expect(statusesOf(body)).toEqual(['subscribed', undefined])
    expect((await call(`GET ${byAddress}`)).body).toEqual(body)
  })

  test('a consent that the address already has changes nothing', async () => {
    const { call, create, byAddress, pass, handle } = await withAudience()
    await create(email(ADA, 'consented'))
    await pass('PT5M')
    const before = handle().world
    await call(`PATCH ${byAddress}`, email(ADA, 'consented'))
    expect(handle().world).toBe(before)
  })

  test('a recaptured consent has the latest capture time', async () => {
    const { call, create, byAddress, pass } = await withAudience()
    await create(email(ADA, 'confirmed'))
    await call(`PATCH ${byAddress}`, email(ADA, 'denied'))
    await pass('PT5M')
    const { body } = await call(`PATCH ${byAddress}`, email(ADA, 'confirmed'))
    expect(body.email_channel.marketing_consent).toMatchObject({ status: 'confirmed', captured_at: LATER })
  })

  test.each([
    ['the same day', '2026-01-10', '2026-01-10T00:00:00+00:00'],
    ['an earlier day', '2026-01-09', '2026-01-10T00:00:00+00:00'],
    ['a later day', '2026-01-11', '2026-01-11T00:00:00+00:00'],
    ['no date', undefined, '2026-01-10T00:00:00+00:00'],
    ['an empty date', '', '2026-01-10T00:00:00+00:00'],
  ])('of two consents for a phone, one with %s, the newer one counts', async (_, captured_at, expected) => {
    const { call, create, byPhone } = await withAudience()
    await create(sms(PHONE, { status: 'confirmed', captured_at: '2026-01-10' }))
    const { body } = await call(`PATCH ${byPhone}`, { sms_channel: { marketing_consent: { status: 'confirmed', captured_at } } })
    expect(body.sms_channel.marketing_consent.captured_at).toBe(expected)
  })

  test('an older consent for a phone does not override a newer denied one', async () => {
    const { call, create, byPhone, pass } = await withAudience()
    await create(sms(PHONE, { status: 'confirmed', captured_at: '2026-01-10' }))
    const { body: denied } = await call(`PATCH ${byPhone}`, { sms_channel: { marketing_consent: { status: 'denied' } } })
    expect(statusesOf(denied)).toEqual([undefined, 'unsubscribed'])
    expect(denied.sms_channel.marketing_consent).toEqual({ status: 'denied', source: { name: 'API - Generic' } })
    await pass('PT5M')
    const consent = { status: 'confirmed', captured_at: '2026-01-09' }
    const { body } = await call(`PATCH ${byPhone}`, { sms_channel: { marketing_consent: consent } })
    expect(body.sms_channel.marketing_consent.captured_at).toBe(LATER)
  })

  test('a changed phone keeps the consent, and denied consent for a new phone is rejected', async () => {
    const { call, create, byPhone, byAddress, contacts } = await withAudience()
    const { body } = await create(sms(PHONE, { status: 'confirmed' }))
    const { body: moved } = await call(`PATCH ${byPhone}`, sms(OTHER_PHONE))
    expect(moved.sms_channel).toMatchObject({ sms_phone: OTHER_PHONE, marketing_consent: { status: 'confirmed' } })
    expect((await call(`GET ${contacts}/${body.id}`)).body.sms_channel.sms_phone).toBe(OTHER_PHONE)
    expect((await call(`GET ${byPhone}`)).status).toBe(404)
    await create(email())
    const refused = await call(`PATCH ${byAddress}`, sms(PHONE, { status: 'denied' }))
    expect(refused.body.errors).toMatchObject([{ field: 'sms_channel.marketing_consent.status' }])
  })
})

describe('getContact', () => {
  test.each([
    ['subscribed', 'subscribed', 'confirmed', AT_START],
    ['unsubscribed', 'unsubscribed', 'denied', undefined],
    ['cleaned', 'unsubscribed', 'unknown', undefined],
    ['pending', 'pending', 'consented', AT_START],
    ['transactional', 'nonsubscribed', 'unknown', undefined],
    ['archived', 'unsubscribed', 'unknown', undefined],
  ] as const)('a member who is %s shows %s and the consent %s', async (status, effective, consent, captured_at) => {
    const { call, make, byAddress } = await withAudience()
    await make({ email_address: ADA, status })
    const { body } = await call(`GET ${byAddress}`)
    expect(body.status).toBe(status === 'archived' ? 'archived' : 'active')
    expect(body.email_channel).toMatchObject({
      effective_subscription_status: { value: effective },
      marketing_consent: { status: consent, ...(captured_at ? { captured_at } : {}) },
    })
    expect('captured_at' in body.email_channel.marketing_consent).toBe(captured_at !== undefined)
  })

  test('a consent ends with the status that it led to', async () => {
    const { call, create, byAddress, members } = await withAudience()
    await create(email(ADA, 'consented'))
    const consent = async () => (await call(`GET ${byAddress}`)).body.email_channel.marketing_consent.status
    expect(await consent()).toBe('consented')
    await call(`PATCH ${members}/${ADA}`, { status: 'unsubscribed' })
    expect(await consent()).toBe('denied')
    await call(`PATCH ${members}/${ADA}`, { status: 'subscribed' })
    expect(await consent()).toBe('confirmed')
  })

  test('a pending address that is confirmed shows the confirmation time as its consent', async () => {
    const { call, create, byAddress, pass, plant, row } = await withAudience({ double_optin: true })
    await create(email(ADA, 'consented'))
    await pass('PT5M')
    const member = await row()
    await plant((tx) => member && makeMove(tx, memberMachine, member, 'confirm', { timestamp_opt: tx.now }))
    expect((await call(`GET ${byAddress}`)).body.email_channel.marketing_consent).toEqual({
      status: 'confirmed',
      captured_at: LATER,
      source: { name: 'API - Generic' },
    })
  })
})
