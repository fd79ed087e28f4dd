import { describe, expect, test } from 'vitest'
import { makeMergeField } from '../../../src/service/rules/merge-fields/make.ts'
import { ADA, AT_START, ID } from '../../resources/member-world.ts'
import { ADA_CHANGED, triggerWorld } from './trigger-world.ts'

const DOUBLE = { double_optin: true }

test('member.subscribe subscribes a new address through the form of the list, and webhooks receive the event with source user', async () => {
  const { trigger, adaNow, webhookPayloads } = await triggerWorld()
  const { status, body } = await trigger('member.subscribe', {
    merge_fields: { FNAME: 'Ada' },
    language: 'en',
    email_type: 'text',
  })
  const member = await adaNow()
  expect({ status, ...body }).toEqual({
    status: 200,
    trigger: 'member.subscribe',
    events: [{ event: 'subscribe', id: member.unique_email_id, list_id: ID }],
    deliveries: [1],
    changed: [ADA_CHANGED],
  })
  expect(member).toMatchObject({
    status: 'subscribed',
    source: 'Hosted Signup Form',
    ip_signup: '127.0.0.1',
    timestamp_signup: AT_START,
    ip_opt: '127.0.0.1',
    timestamp_opt: AT_START,
    language: 'en',
    email_type: 'text',
    merge_fields: { FNAME: 'Ada' },
  })
  expect(await webhookPayloads()).toMatchObject([{ type: 'subscribe', data: { email: ADA, ip_signup: '127.0.0.1' } }])
})

test('member.subscribe on a double opt-in list leaves the member pending and sends the confirmation request', async () => {
  const { trigger, adaNow, webhookPayloads, sent } = await triggerWorld(DOUBLE)
  const { body } = await trigger('member.subscribe')
  expect(body).toMatchObject({ events: [], deliveries: [], changed: [ADA_CHANGED] })
  expect(await adaNow()).toMatchObject({ status: 'pending', timestamp_signup: AT_START, timestamp_opt: '', ip_opt: '' })
  expect(await sent()).toMatchObject([{ to: ADA, kind: 'confirm_subscription' }])
  expect(await webhookPayloads()).toEqual([])
})

test.each(['admin', 'api'])('member.subscribe by the %s subscribes immediately on a double opt-in list', async (source) => {
  const { trigger, adaNow, sent } = await triggerWorld(DOUBLE)
  await trigger('member.subscribe', { source })
  expect(await adaNow()).toMatchObject({ status: 'subscribed', source: source === 'api' ? 'API - Generic' : 'Admin Add' })
  expect(await sent()).toEqual([])
})

test('member.subscribe does not require required merge fields', async () => {
  const { trigger, plant, list } = await triggerWorld()
  await plant((tx) => makeMergeField(tx, list, { name: 'Size', type: 'text', required: true }))
  expect((await trigger('member.subscribe')).status).toBe(200)
})

test.each([
  [{ email_address: 'nobody' }, ''],
  [{ merge_fields: { PHONE: 5 } }, '/merge_fields/PHONE'],
  [{ interests: { ffffffffff: true } }, ''],
])('member.subscribe with the fields %j is rejected at %j', async (fields, pointer) => {
  const { refusal } = await triggerWorld()
  const body = await refusal({ trigger: 'member.subscribe', list_id: ID, email_address: ADA, ...fields })
  expect(body).toMatchObject({ status: 422, errors: [{ pointer }] })
})

test('member.subscribe rejects a subscribed member', async () => {
  const { refusal, add } = await triggerWorld()
  await add(ADA)
  expect(await refusal({ trigger: 'member.subscribe', list_id: ID, email_address: ADA })).toEqual({
    type: 'http://maildouble.test/docs/errors',
    title: 'Conflict',
    status: 409,
    detail: 'ada@acme.test is subscribed to the list a1b2c3d4e5 already.',
  })
})

test('member.subscribe resends the same confirmation link to a pending member who signs up again', async () => {
  const { trigger, sent, pass } = await triggerWorld(DOUBLE)
  await trigger('member.subscribe')
  await pass('PT5M')
  expect((await trigger('member.subscribe')).body).toMatchObject({ events: [], changed: [] })
  const [first, second] = await sent()
  expect(second).toMatchObject({ kind: 'confirm_subscription', links: first?.links })
})

test('member.subscribe by an administrator subscribes a pending member without confirmation', async () => {
  const { trigger, adaNow } = await triggerWorld(DOUBLE)
  await trigger('member.subscribe')
  expect((await trigger('member.subscribe', { source: 'admin' })).body.events).toMatchObject([{ event: 'subscribe' }])
  expect(await adaNow()).toMatchObject({ status: 'subscribed' })
})

describe('resubscribing', () => {
  const GONE = {
    left: { status: 'unsubscribed', unsubscribed_by: 'contact' },
    'unsubscribed by the account': { status: 'unsubscribed' },
    cleaned: { status: 'cleaned' },
    archived: { status: 'archived' },
    transactional: { status: 'transactional' },
  } as const
  const gone = Object.keys(GONE) as (keyof typeof GONE)[]

  test.each(gone)('a member who is %s can resubscribe through the form', async (how) => {
    const { trigger, make, adaNow } = await triggerWorld()
    await make({ email_address: ADA, ...GONE[how] })
    expect((await trigger('member.subscribe')).body.events).toMatchObject([{ event: 'subscribe' }])
    expect(await adaNow()).toMatchObject({ status: 'subscribed', source: 'Hosted Signup Form', timestamp_signup: AT_START })
  })

  test.each(gone)('a member who is %s has to confirm first on a double opt-in list', async (how) => {
    const { trigger, make, adaNow, call, sent } = await triggerWorld(DOUBLE)
    await make({ email_address: ADA, ...GONE[how] })
    await trigger('member.subscribe')
    expect(await adaNow()).toMatchObject({ status: 'pending', timestamp_opt: '' })
    expect(await sent()).toHaveLength(1)
    await trigger('member.confirm')
    expect(await adaNow()).toMatchObject({ status: 'subscribed', timestamp_opt: AT_START })
    // From then on it is an ordinary member.
    await call(`PATCH /3.0/lists/${ID}/members/${ADA}`, { status: 'unsubscribed' })
    expect((await call(`PATCH /3.0/lists/${ID}/members/${ADA}`, { status: 'subscribed' })).status).toBe(200)
  })

  test.each(['left', 'cleaned'] as const)('a member who is %s cannot be resubscribed by other sources', async (how) => {
    const { refusal, make } = await triggerWorld()
    await make({ email_address: ADA, ...GONE[how] })
    for (const source of ['admin', 'api']) {
      const body = await refusal({ trigger: 'member.subscribe', list_id: ID, email_address: ADA, source })
      expect(body).toMatchObject({ status: 409, detail: expect.stringContaining('compliance state') })
    }
  })

  test('the API cannot subscribe a member who left and whose confirmation is pending', async () => {
    const { trigger, make, call, ada } = await triggerWorld(DOUBLE)
    await make({ email_address: ADA, ...GONE.left })
    await trigger('member.subscribe')
    expect((await call(`PATCH ${ada}`, { status: 'subscribed' })).body).toMatchObject({ title: 'Member In Compliance State' })
  })

  test('a permanently deleted member can only resubscribe through the form', async () => {
    const { trigger, refusal, add, call, ada, adaNow } = await triggerWorld()
    const { body: before } = await add(ADA)
    await call(`POST ${ada}/actions/delete-permanent`)
    const again = { trigger: 'member.subscribe', list_id: ID, email_address: ADA }
    expect(await refusal({ ...again, source: 'admin' })).toMatchObject({
      status: 409,
      detail: expect.stringContaining('permanently deleted'),
    })
    expect((await trigger('member.subscribe')).status).toBe(200)
    expect((await adaNow()).contact_id).not.toBe(before.contact_id)
    await call(`DELETE ${ada}`)
    expect((await add(ADA)).status).toBe(200)
  })
})
