import { describe, expect, test } from 'vitest'
import { sendCampaign } from '../../../src/service/rules/campaigns/send/send.ts'
import { makeSegment } from '../../../src/service/rules/segments/make.ts'
import { ADA, GRACE, ID } from '../../resources/member-world.ts'
import { triggerWorld } from './trigger-world.ts'

async function mailed() {
  const world = await triggerWorld()
  await world.make({ email_address: ADA })
  const { body } = await world.cause('campaign.send', { list_id: ID, subject_line: 'January news', title: 'January' })
  const campaign_id: string = body.changed[0].id
  const report = async () => (await world.call(`GET /3.0/reports/${campaign_id}`)).body
  return { ...world, campaign_id, sending: body, report }
}

test('campaign.send delivers a campaign to the subscribed members of a list and starts its report', async () => {
  const { sending, campaign_id, report, webhookPayloads, sent } = await mailed()
  expect(sending).toEqual({
    trigger: 'campaign.send',
    events: [{ event: 'campaign', id: campaign_id, list_id: ID }],
    deliveries: [1],
    changed: [{ entity: 'campaign', id: campaign_id, list_id: ID }],
  })
  expect(await report()).toMatchObject({ campaign_title: 'January', subject_line: 'January news', list_id: ID, emails_sent: 1 })
  expect(await webhookPayloads()).toMatchObject([{ type: 'campaign', data: { id: campaign_id, status: 'sent' } }])
  expect(await sent()).toMatchObject([{ to: ADA, kind: 'campaign', subject: 'January news' }])
})

test('campaign.send reaches only the given segment', async () => {
  const { cause, make, plant, list, call } = await triggerWorld()
  await make({ email_address: ADA })
  const segment = await plant((tx) => makeSegment(tx, list, { name: 'Nobody', type: 'static' }))
  const { body } = await cause('campaign.send', { list_id: ID, subject_line: 'x', segment_id: segment.id })
  expect((await call(`GET /3.0/reports/${body.changed[0].id}`)).body.emails_sent).toBe(0)
})

test.each([
  [{ list_id: 'ffffffffff', subject_line: 'x' }, '/list_id'],
  [{ list_id: ID }, '/subject_line'],
  [{ list_id: ID, subject_line: '' }, '/subject_line'],
  [{ list_id: ID, subject_line: 'x', segment_id: 5 }, '/segment_id'],
  [{ list_id: ID, subject_line: 'x', segment_id: '5' }, '/segment_id'],
])('campaign.send with the fields %j is rejected at %j', async (fields, pointer) => {
  const { refusal } = await triggerWorld()
  expect(await refusal({ trigger: 'campaign.send', ...fields })).toMatchObject({ status: 422, errors: [{ pointer }] })
})

test('campaign.cancel delivers the campaign to no member, and webhooks receive the event', async () => {
  const { cause, make, webhookPayloads, sent } = await triggerWorld()
  await make({ email_address: ADA })
  const { body } = await cause('campaign.cancel', { list_id: ID, subject_line: 'Never mind' })
  expect(body).toMatchObject({ events: [{ event: 'campaign' }], deliveries: [1], changed: [{ entity: 'campaign' }] })
  expect(await webhookPayloads()).toMatchObject([{ type: 'campaign', data: { subject: 'Never mind', status: 'canceled' } }])
  expect(await sent()).toEqual([])
})

describe('campaign.open and campaign.click', () => {
  test('opens and clicks are rejected for a campaign that tracks neither', async () => {
    const { refusal, make, plant, list } = await triggerWorld()
    await make({ email_address: ADA })
    const tracking = { opens: false, html_clicks: false, text_clicks: false }
    const { id } = await plant((tx) => sendCampaign(tx, list, { subject_line: 'News', tracking }))
    for (const trigger of ['campaign.open', 'campaign.click'])
      expect(await refusal({ trigger, campaign_id: id, email_address: ADA })).toMatchObject({
        status: 409,
        detail: expect.stringContaining('not tracked'),
      })
    const text = await plant((tx) => sendCampaign(tx, list, { subject_line: 'News', type: 'plain-text' }))
    expect((await refusal({ trigger: 'campaign.click', campaign_id: text.id, email_address: ADA })).status).toBe(409)
  })

  test('opens and clicks record the given address and instant', async () => {
    const { cause, call, campaign_id, report, pass } = await mailed()
    await pass('P2D')
    const at = '2026-01-15T21:30:00+02:00'
    await cause('campaign.click', { campaign_id, email_address: ADA, url: 'https://acme.test/a', ip: '2001:db8::7' })
    await cause('campaign.open', { campaign_id, email_address: ADA, ip: '203.0.113.7', at })
    expect((await call(`GET /3.0/reports/${campaign_id}/email-activity/${ADA}`)).body.activity).toEqual([
      { action: 'open', timestamp: '2026-01-15T19:30:00+00:00', ip: '203.0.113.7' },
      { action: 'open', timestamp: '2026-01-17T09:00:00+00:00', ip: '2001:db8::7' },
      { action: 'click', timestamp: '2026-01-17T09:00:00+00:00', url: 'https://acme.test/a', ip: '2001:db8::7' },
    ])
    expect(await report()).toMatchObject({ opens: { opens_total: 2, unique_opens: 1, last_open: '2026-01-17T09:00:00+00:00' } })
  })

  test.each([
    [
      'campaign.open',
      { at: '2026-01-15T08:59:59Z' },
      '/at',
      /from 2026-01-15T09:00:00\+00:00, when the email went to .*, to 2026-01-15/,
    ],
    ['campaign.click', { at: '2026-01-15T09:00:01Z' }, '/at', /which is now/],
    ['campaign.open', { at: 'yesterday' }, '/at', /./],
    ['campaign.open', { at: '2026-02-30' }, '/at', /./],
    ['campaign.click', { ip: '999.1.1.1' }, '/ip', /./],
    ['campaign.click', { ip: '' }, '/ip', /./],
  ])('the trigger %s rejects the fields %j', async (trigger, given, pointer, detail) => {
    const { refusal, campaign_id } = await mailed()
    const problem = await refusal({ trigger, campaign_id, email_address: ADA, ...given })
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer }] })
    expect(problem.errors[0].message + problem.detail).toMatch(detail)
  })

  test('campaign.open is impossible where opens cannot be seen', async () => {
    const { call, refusal, cause, make } = await triggerWorld()
    await make({ email_address: ADA })
    const settings = { subject_line: 'x', from_name: 'A', reply_to: 'a@acme.test' }
    const given = { type: 'plaintext', recipients: { list_id: ID }, settings, tracking: { text_clicks: true } }
    const { body } = await call('POST /3.0/campaigns', given)
    await call(`PUT /3.0/campaigns/${body.id}/content`, { plain_text: 'x' })
    await cause('campaign.send', { campaign_id: body.id })
    await call('POST /_control/clock/advance', { by: 'PT1M' })
    expect(await refusal({ trigger: 'campaign.open', campaign_id: body.id, email_address: ADA })).toMatchObject({ status: 409 })
    await cause('campaign.click', { campaign_id: body.id, email_address: ADA })
    const report = (await call(`GET /3.0/reports/${body.id}`)).body
    expect([report.opens.opens_total, report.clicks.clicks_total]).toEqual([0, 1])
  })

  test("opens and clicks count in the report and appear in the member's activity", async () => {
    const { cause, campaign_id, report, call } = await mailed()
    const reader = { campaign_id, email_address: ADA }
    expect((await cause('campaign.open', reader)).body.changed).toContainEqual({
      entity: 'campaign',
      id: campaign_id,
      list_id: ID,
    })
    await cause('campaign.click', { ...reader, url: 'https://acme.test/shop' })
    expect(await report()).toMatchObject({ opens: { unique_opens: 1 }, clicks: { clicks_total: 1 } })
    const { emails } = (await call(`GET /3.0/reports/${campaign_id}/email-activity`)).body
    expect(emails[0].activity).toMatchObject([{ action: 'open' }, { action: 'click', url: 'https://acme.test/shop' }])
  })

  test('campaign.click is accepted without a url', async () => {
    const { cause, campaign_id } = await mailed()
    expect((await cause('campaign.click', { campaign_id, email_address: ADA })).status).toBe(200)
  })

  test('opens and clicks are rejected for a campaign that the member was not sent', async () => {
    const { refusal, campaign_id, make } = await mailed()
    await make({ email_address: GRACE })
    for (const trigger of ['campaign.open', 'campaign.click']) {
      expect(await refusal({ trigger, campaign_id, email_address: GRACE })).toMatchObject({
        status: 409,
        detail: `${GRACE} was not sent the campaign ${campaign_id}.`,
      })
      expect(await refusal({ trigger, campaign_id: 'x', email_address: ADA })).toMatchObject({
        status: 422,
        errors: [{ pointer: '/campaign_id', message: `There is no campaign x. There are: ${campaign_id} (January).` }],
      })
      expect(await refusal({ trigger, campaign_id, email_address: 'x@acme.test' })).toMatchObject({
        errors: [{ pointer: '/email_address' }],
      })
    }
    const click = { trigger: 'campaign.click', campaign_id, email_address: ADA, url: 'ftp://acme.test' }
    expect(await refusal(click)).toMatchObject({ status: 422, errors: [{ pointer: '/url' }] })
  })

  test('opens and clicks are rejected for a campaign whose list was deleted', async () => {
    const { refusal, campaign_id, call } = await mailed()
    await call(`DELETE /3.0/lists/${ID}`)
    const body = await refusal({ trigger: 'campaign.open', campaign_id, email_address: ADA })
    expect(body).toMatchObject({ status: 422, errors: [{ pointer: '/campaign_id' }] })
  })
})

test('conversation.reply starts a conversation, and further replies continue it', async () => {
  const { cause, campaign_id, call } = await mailed()
  const reply = (message: string) => cause('conversation.reply', { campaign_id, email_address: ADA, message })
  const { changed } = (await reply('Hello')).body
  expect(changed).toMatchObject([{ entity: 'conversation' }, { entity: 'conversation_message' }])
  expect((await reply('Are you there?')).body.changed[0]).toEqual(changed[0])
  const { conversations } = (await call('GET /3.0/conversations')).body
  expect(conversations).toMatchObject([
    { id: changed[0].id, message_count: 2, unread_messages: 2, last_message: { message: 'Are you there?' } },
  ])
})

test('conversation.reply is rejected on a plan without conversations', async () => {
  const { make, cause, refusal } = await triggerWorld({}, { settings: { conversations: 'off' } })
  await make({ email_address: ADA })
  const { body } = await cause('campaign.send', { list_id: ID, subject_line: 'x' })
  const reply = { trigger: 'conversation.reply', campaign_id: body.changed[0].id, email_address: ADA, message: 'Hello' }
  expect(await refusal(reply)).toMatchObject({ status: 409, detail: 'The plan of this account has no conversations.' })
})
