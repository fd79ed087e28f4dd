import { describe, expect, test } from 'vitest'
import { deliveries } from '../../../src/service/model/deliveries/delivery.ts'
import { makeMember } from '../../../src/service/rules/members/make.ts'
import { ADA, GRACE, ID, LATER } from '../../resources/member-world.ts'
import { ADA_CHANGED, triggerWorld } from './trigger-world.ts'

type World = Awaited<ReturnType<typeof triggerWorld>>

/** A campaign that Ada was sent. */
const mailed = async ({ cause }: World): Promise<string> =>
  (await cause('campaign.send', { list_id: ID, subject_line: 'News' })).body.changed[0].id

async function withAda(fields: object = {}) {
  const world = await triggerWorld()
  await world.make({ email_address: ADA, ...fields })
  return world
}

test('member.confirm subscribes a pending member as a confirmation by the member does', async () => {
  const { trigger, pass, adaNow, webhookPayloads } = await withAda({ status: 'pending' })
  await pass('PT5M')
  const { body } = await trigger('member.confirm')
  const member = await adaNow()
  expect(body).toEqual({
    trigger: 'member.confirm',
    events: [{ event: 'subscribe', id: member.unique_email_id, list_id: ID }],
    deliveries: [1],
    changed: [ADA_CHANGED],
  })
  expect(member).toMatchObject({ status: 'subscribed', timestamp_opt: LATER, ip_opt: '127.0.0.1', last_changed: LATER })
  expect(await webhookPayloads()).toMatchObject([{ type: 'subscribe', fired_at: '2026-01-15 09:05:00' }])
})

test('member.confirm counts as a subscription by the person', async () => {
  const { trigger, call } = await withAda({ status: 'pending' })
  await trigger('member.confirm')
  expect((await call(`GET /3.0/lists/${ID}/activity`)).body.activity).toMatchObject([{ subs: 1, other_adds: 0 }])
})

test.each(['subscribed', 'unsubscribed', 'cleaned', 'archived', 'transactional'] as const)(
  'member.confirm rejects a member who is %s',
  async (status) => {
    const { refusal } = await withAda({ status })
    expect(await refusal({ trigger: 'member.confirm', list_id: ID, email_address: ADA })).toMatchObject({
      status: 409,
      detail: `ada@acme.test is ${status}. Only a member who is pending can be confirmed.`,
    })
  },
)

test('member.unsubscribe prevents resubscribing through the API, and stores the given reason', async () => {
  const { trigger, adaNow, call, ada, webhookPayloads } = await withAda()
  const { body } = await trigger('member.unsubscribe', { reason: 'Too many emails' })
  expect(body).toMatchObject({ events: [{ event: 'unsubscribe' }], deliveries: [1], changed: [ADA_CHANGED] })
  expect(await adaNow()).toMatchObject({ status: 'unsubscribed', unsubscribe_reason: 'Too many emails' })
  expect(await webhookPayloads()).toMatchObject([{ type: 'unsubscribe', data: { action: 'unsub', reason: 'manual' } }])
  expect((await call(`PATCH ${ada}`, { status: 'subscribed' })).body.title).toBe('Member In Compliance State')
})

test('member.unsubscribe stores no reason if none is given', async () => {
  const { trigger, adaNow } = await withAda()
  await trigger('member.unsubscribe')
  expect((await adaNow()).unsubscribe_reason).toBe('')
})

test('member.unsubscribe by an administrator can be undone through the API', async () => {
  const { trigger, adaNow, call, ada } = await withAda()
  await trigger('member.unsubscribe', { source: 'admin' })
  expect(await adaNow()).toMatchObject({ unsubscribe_reason: 'N/A (Unsubscribed by admin)' })
  expect((await call(`PATCH ${ada}`, { status: 'subscribed' })).status).toBe(200)
})

test('member.unsubscribe for a campaign counts in its report, and webhooks receive the event', async () => {
  const world = await withAda()
  const campaign_id = await mailed(world)
  await world.trigger('member.unsubscribe', { campaign_id })
  expect((await world.webhookPayloads()).at(-1)).toMatchObject({ type: 'unsubscribe', data: { campaign_id } })
  expect((await world.call(`GET /3.0/reports/${campaign_id}`)).body.unsubscribed).toBe(1)
})

test('member.unsubscribe rejects a campaign that the member was not sent', async () => {
  const world = await withAda()
  const campaign_id = await mailed(world)
  await world.make({ email_address: GRACE })
  const body = { trigger: 'member.unsubscribe', list_id: ID, email_address: GRACE, campaign_id }
  expect(await world.refusal(body)).toMatchObject({ status: 409, detail: `${GRACE} was not sent the campaign ${campaign_id}.` })
})

test('member.unsubscribe rejects an address that is no longer on the list', async () => {
  const { refusal } = await withAda({ status: 'unsubscribed' })
  expect(await refusal({ trigger: 'member.unsubscribe', list_id: ID, email_address: ADA })).toMatchObject({
    status: 409,
    detail: 'ada@acme.test is unsubscribed. Only a member who is subscribed or pending or transactional can unsubscribe.',
  })
})

test('member.update changes the given fields, and webhooks receive the event by source', async () => {
  const { trigger, adaNow, plant } = await withAda({ merge_fields: { FNAME: 'Ada', LNAME: 'King' } })
  const { body } = await trigger('member.update', { merge_fields: { LNAME: 'Lovelace' }, email_type: 'text' })
  expect(body).toMatchObject({ events: [{ event: 'profile' }], deliveries: [1], changed: [ADA_CHANGED] })
  expect(await adaNow()).toMatchObject({ merge_fields: { FNAME: 'Ada', LNAME: 'Lovelace' }, email_type: 'text' })
  const [delivery] = await plant((tx) => tx.range(deliveries.key).all())
  expect(delivery).toMatchObject({ event: 'profile', cause: { trigger: 'member.update' } })
})

test('member.update with the current values does nothing', async () => {
  const { trigger, handle } = await withAda({ language: 'en' })
  const before = handle().world
  expect((await trigger('member.update', { language: 'en' })).body).toMatchObject({ events: [], deliveries: [], changed: [] })
  expect(handle().world).toBe(before)
})

test.each([{ merge_fields: { PHONE: 5 } }, { merge_fields: 5 }, { vip: true }])(
  'member.update with the fields %j is rejected',
  async (fields) => {
    const { refusal } = await withAda()
    expect((await refusal({ trigger: 'member.update', list_id: ID, email_address: ADA, ...fields })).status).toBe(422)
  },
)

test('member.update rejects an archived member', async () => {
  const { refusal } = await withAda({ status: 'archived' })
  for (const trigger of ['member.update', 'member.change_email']) {
    const body = {
      trigger,
      list_id: ID,
      email_address: ADA,
      ...(trigger === 'member.update' ? {} : { new_email_address: GRACE }),
    }
    expect(await refusal(body)).toMatchObject({
      status: 409,
      detail: 'ada@acme.test is archived and no longer on the list a1b2c3d4e5.',
    })
  }
})

test('member.change_email changes the address, and webhooks receive the upemail and profile events', async () => {
  const { trigger, call, path, webhookPayloads } = await withAda()
  const before = (await call(`GET ${path}/${ADA}`)).body
  const { body } = await trigger('member.change_email', { new_email_address: GRACE })
  const after = (await call(`GET ${path}/${GRACE}`)).body
  expect(after).toMatchObject({ contact_id: before.contact_id, email_address: GRACE })
  expect(body).toMatchObject({
    events: [
      { event: 'upemail', id: after.unique_email_id },
      { event: 'profile', id: after.unique_email_id },
    ],
    deliveries: [1, 2],
    changed: [{ entity: 'member', id: after.id, list_id: ID }],
  })
  expect(await webhookPayloads()).toMatchObject([{ data: { old_email: ADA, new_email: GRACE } }, { type: 'profile' }])
})

test.each([
  ['nobody', ''],
  [GRACE, '/new_email_address'],
])('member.change_email to the address %s is rejected at %j', async (new_email_address, pointer) => {
  const { refusal, plant, list } = await withAda()
  await plant((tx) => makeMember(tx, list, { email_address: GRACE }))
  const body = await refusal({ trigger: 'member.change_email', list_id: ID, email_address: ADA, new_email_address })
  expect(body).toMatchObject({ status: 422, errors: [{ pointer }] })
})

test('member.complain creates an abuse report and unsubscribes the member permanently', async () => {
  const { trigger, adaNow, call, webhookPayloads } = await withAda()
  const { body } = await trigger('member.complain')
  expect(body).toMatchObject({
    events: [{ event: 'unsubscribe' }],
    changed: [ADA_CHANGED, { entity: 'abuse_report', id: '1', list_id: ID }],
  })
  expect(await adaNow()).toMatchObject({ status: 'unsubscribed', unsubscribe_reason: 'abuse' })
  expect(await webhookPayloads()).toMatchObject([{ data: { action: 'unsub', reason: 'abuse' } }])
  const { abuse_reports } = (await call(`GET /3.0/lists/${ID}/abuse-reports`)).body
  expect(abuse_reports).toMatchObject([{ id: 1, campaign_id: '', email_address: ADA }])
})

test('member.complain for a campaign counts in its report', async () => {
  const world = await withAda()
  const campaign_id = await mailed(world)
  await world.trigger('member.complain', { campaign_id })
  expect((await world.call(`GET /3.0/reports/${campaign_id}`)).body.abuse_reports).toBe(1)
  expect((await world.call(`GET /3.0/lists/${ID}/abuse-reports/1`)).body.campaign_id).toBe(campaign_id)
})

test('member.complain rejects a member who is not subscribed', async () => {
  const { refusal } = await withAda({ status: 'cleaned' })
  expect((await refusal({ trigger: 'member.complain', list_id: ID, email_address: ADA })).status).toBe(409)
})

describe('member.bounce', () => {
  test('a hard member.bounce cleans the address, and webhooks receive the event with source admin', async () => {
    const world = await withAda()
    const campaign_id = await mailed(world)
    const { body } = await world.trigger('member.bounce', { bounce: 'hard', campaign_id })
    expect(body).toMatchObject({ events: [{ event: 'cleaned' }], changed: [ADA_CHANGED] })
    expect(await world.adaNow()).toMatchObject({ status: 'cleaned' })
    expect((await world.webhookPayloads()).at(-1)).toMatchObject({
      type: 'cleaned',
      data: { campaign_id, reason: 'hard', email: ADA },
    })
    expect((await world.call(`GET /3.0/reports/${campaign_id}`)).body.bounces.hard_bounces).toBe(1)
  })

  test('a soft member.bounce lowers the rating to 1 and announces nothing', async () => {
    const { trigger, adaNow, webhookPayloads } = await withAda()
    expect((await trigger('member.bounce', { bounce: 'soft' })).body).toMatchObject({ events: [], changed: [ADA_CHANGED] })
    expect(await adaNow()).toMatchObject({ status: 'subscribed', member_rating: 1 })
    expect(await webhookPayloads()).toEqual([])
  })

  test('member.bounce rejects an address that is already cleaned', async () => {
    const { refusal } = await withAda({ status: 'cleaned' })
    const body = { trigger: 'member.bounce', list_id: ID, email_address: ADA, bounce: 'hard' }
    expect((await refusal(body)).status).toBe(409)
  })
})
