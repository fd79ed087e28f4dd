import { describe, expect, test } from 'vitest'
import { rules } from '../../src/server/runtime/rules.ts'
import { peek, transact, type Tx } from '../../src/kernel/world/tx.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { campaignOrThrow, campaigns, hasActed, recipients } from '../../src/service/model/campaigns/campaign.ts'
import { recordBounce, recordClick, recordLeave, recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { cancelCampaign, sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { members } from '../../src/service/model/members/member.ts'
import type { Body } from '../mock.ts'
import { Dice } from '../simulation/dice.ts'
import { CAMPAIGN, WEB, withReaders } from './campaign-world.ts'

const URL = 'https://acme.test/hats'

describe('a campaign being sent', () => {
  test('a campaign being sent delivers an email to each subscribed member', async () => {
    const { send, make, call, reportOf } = await withReaders()
    await make({ email_address: 'una@acme.test', status: 'unsubscribed' })
    await make({ email_address: 'penny@acme.test', status: 'pending' })
    const campaign = await send({ subject_line: 'Hats & gloves', preview_text: 'All blue' })
    expect(await reportOf(campaign)).toMatchObject({ emails_sent: 3, send_time: '2026-01-15T09:00:00+00:00' })
    const { emails: sent }: { emails: Body[] } = (await call('GET /_control/emails')).body
    expect(sent.map(({ to }) => to)).toEqual(['ada@acme.test', 'bob@acme.test', 'cy@acme.test'])
    expect(sent[0]).toMatchObject({
      kind: 'campaign',
      subject: 'Hats & gloves',
      text: 'Hats & gloves\n\nAll blue\n',
      html: '<p>Hats &amp; gloves</p>\n<p>All blue</p>',
    })
  })

  test('a campaign being sent to a segment reaches only the matching members', async () => {
    const { send, plant, list, path, call, reportOf } = await withReaders()
    await call(`PATCH ${path}/bob@acme.test`, { vip: true })
    const options = { match: 'all', conditions: [{ condition_type: 'VIP', field: 'vip_flag', op: 'member' }] } as const
    const { id: segment_id } = await plant((tx) => makeSegment(tx, list, { name: 'VIPs', type: 'saved', options }))
    const campaign = await send({ segment_id })
    const { body } = await call(`GET /3.0/reports/${campaign.id}/email-activity`)
    expect(body.emails.map((each: { email_address: string }) => each.email_address)).toEqual(['bob@acme.test'])
    expect((await reportOf(campaign)).emails_sent).toBe(1)
  })

  test('a campaign being sent is not sent if its segment does not exist on the list', async () => {
    const { send, handle } = await withReaders()
    const before = handle().world
    await expect(send({ segment_id: 77 })).rejects.toThrow('The list has no segment 77')
    expect(handle().world).toBe(before)
  })

  test("a campaign being sent counts in the list's stats: changes since the last campaign restart, and the members' averages fall", async () => {
    const { send, as, statsOf, memberNamed } = await withReaders()
    expect(await statsOf()).toMatchObject({ campaign_count: 0, member_count_since_send: 3 })
    const first = await send()
    await as('ada', (tx, ada) => recordOpen(tx, first, ada))
    expect((await memberNamed('ada')).stats).toEqual({ avg_open_rate: 1, avg_click_rate: 0 })
    await send()
    expect((await memberNamed('ada')).stats).toEqual({ avg_open_rate: 0.5, avg_click_rate: 0 })
    // campaign_last_sent moves only when ten or more members receive the campaign.
    expect(await statsOf()).toMatchObject({
      campaign_count: 2,
      member_count_since_send: 0,
      campaign_last_sent: '',
      open_rate: 16.67,
    })
  })

  test.each([
    [6, ''],
    [7, '2026-01-15T09:00:00+00:00'],
  ])('a send with %i more members sets campaign_last_sent to %j', async (more, expected) => {
    const { send, make, statsOf } = await withReaders()
    for (let i = 0; i < more; i++) await make({ email_address: `reader${i}@acme.test` })
    await send()
    expect((await statsOf()).campaign_last_sent).toBe(expected)
  })
})

test('a cancelled campaign has a report of zeros, no effect on stats, and is not the last campaign if no email had gone out', async () => {
  const { plant, list, call, statsOf, path } = await withReaders()
  const { id } = await plant((tx) => cancelCampaign(tx, list, { subject_line: 'Never mind' }))
  expect((await call(`GET /3.0/reports/${id}`)).body).toMatchObject({ emails_sent: 0, opens: { open_rate: 0 } })
  expect((await call(`GET /3.0/reports/${id}/email-activity`)).body).toMatchObject({ emails: [], total_items: 0 })
  expect((await call('GET /3.0/reports')).body.total_items).toBe(0)
  expect(await statsOf()).toMatchObject({ campaign_count: 1, member_count_since_send: 3 })
  expect((await call(`GET ${path}?since_last_campaign=true&status=subscribed`)).body.total_items).toBe(3)
})

test('a cancelled campaign has a report about the members reached before it was cancelled', async () => {
  const { plant, list, reportOf, statsOf } = await withReaders()
  const campaign = await plant((tx) => cancelCampaign(tx, list, { subject_line: 'Stop', after: 2 }))
  expect(await reportOf(campaign)).toMatchObject({
    emails_sent: 2,
    delivery_status: { enabled: true, can_cancel: false, status: 'canceled', emails_sent: 2, emails_canceled: 1 },
  })
  expect(await statsOf()).toMatchObject({ campaign_count: 1 })
})

describe("recipients' reactions", () => {
  test('a click without an open counts as an open as well', async () => {
    const { send, as, reportOf, statsOf, memberNamed } = await withReaders()
    const campaign = await send()
    await as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: URL }))
    await as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: URL }))
    expect(await reportOf(campaign)).toMatchObject({
      opens: { opens_total: 1, unique_opens: 1, open_rate: 1 / 3 },
      clicks: { clicks_total: 2, unique_clicks: 1, unique_subscriber_clicks: 1, click_rate: 1 / 3 },
    })
    expect((await memberNamed('ada')).stats).toEqual({ avg_open_rate: 1, avg_click_rate: 1 })
    expect(await statsOf()).toMatchObject({ open_rate: 33.33, click_rate: 33.33 })
  })

  test('opens in the last three campaigns raise the rating up to four, and a click raises it to five', async () => {
    const { send, as, memberNamed } = await withReaders()
    const ratings: number[] = []
    for (let i = 0; i < 3; i++) {
      const campaign = await send()
      await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
      ratings.push((await memberNamed('ada')).member_rating)
    }
    const last = await send()
    await as('ada', (tx, ada) => recordClick(tx, last, ada, { url: URL }))
    ratings.push((await memberNamed('ada')).member_rating)
    expect(ratings).toEqual([3, 4, 4, 5])
    await as('ada', (tx, ada) => recordOpen(tx, last, ada))
    expect((await memberNamed('ada')).member_rating).toBe(5)
  })

  test("a member's averages count the emails, opens and clicks of every branch of a world, however little they change", async () => {
    const { handle, list } = await withReaders()
    const dice = new Dice('branches')
    const averagesAndShares = (world: WorldState) =>
      peek(world, (tx) =>
        tx
          .range(members.onList, { list_id: list.id })
          .all()
          .map(({ contact_id, avg_open_rate, avg_click_rate }) => {
            const sent = tx.range(recipients.byContact, { contact_id }).all()
            const share = (action: 'open' | 'click') =>
              sent.length === 0 ? 0 : sent.filter((each) => hasActed(tx, each, action)).length / sent.length
            return [avg_open_rate, avg_click_rate, ...[share('open'), share('click')].map((each) => Math.round(1e4 * each) / 1e4)]
          }),
      )
    // With so many emails, the share of one open is the same after one more.
    const act = (tx: Tx): void => {
      if (dice.often(94)) return void sendCampaign(tx, list, { subject_line: 'News' })
      const people = tx.range(members.onList, { list_id: list.id }).all()
      const campaign = dice.oneOf(tx.range(campaigns.byList, { list_id: list.id }).all())
      if (dice.often(70)) recordOpen(tx, campaign, dice.oneOf(people))
      else recordClick(tx, campaign, dice.oneOf(people), { url: URL })
    }
    const worlds = [transact(handle().world, rules, (tx) => sendCampaign(tx, list, { subject_line: 'News' })).world]
    for (let step = 0; step < 600; step++) {
      const { world } = transact(
        dice.often(80) ? (worlds.at(-1) ?? dice.oneOf(worlds)) : dice.oneOf(worlds.slice(-20)),
        rules,
        act,
      )
      worlds.push(world)
      for (const [opens, clicks, ...shares] of averagesAndShares(world)) expect([opens, clicks]).toEqual(shares)
    }
  })

  test('a rating raised by a click does not fall with later unopened campaigns, and opens long ago do not count', async () => {
    const { send, as, memberNamed } = await withReaders()
    const first = await send()
    await as('bob', (tx, bob) => recordOpen(tx, first, bob))
    for (let i = 0; i < 3; i++) await send()
    const last = await send()
    await as('bob', (tx, bob) => recordOpen(tx, last, bob))
    expect((await memberNamed('bob')).member_rating).toBe(3)
  })

  test('a soft bounce only sets the rating to one, and an open raises it again', async () => {
    const { send, as, list, memberNamed, reportOf } = await withReaders()
    const campaign = await send()
    await as('ada', (tx, ada) => recordBounce(tx, campaign, list, ada, 'soft', WEB))
    expect(await memberNamed('ada')).toMatchObject({ status: 'subscribed', member_rating: 1 })
    expect((await reportOf(campaign)).bounces).toEqual({ hard_bounces: 0, soft_bounces: 1, syntax_errors: 0 })
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    expect((await memberNamed('ada')).member_rating).toBe(3)
  })

  test('a hard bounce cleans the member, with or without a campaign', async () => {
    const { send, as, list, memberNamed, reportOf, statsOf } = await withReaders()
    const campaign = await send()
    await as('ada', (tx, ada) => recordBounce(tx, campaign, list, ada, 'hard', WEB))
    await as('bob', (tx, bob) => recordBounce(tx, undefined, list, bob, 'hard', WEB))
    expect([(await memberNamed('ada')).status, (await memberNamed('bob')).status]).toEqual(['cleaned', 'cleaned'])
    expect((await reportOf(campaign)).bounces).toEqual({ hard_bounces: 1, soft_bounces: 0, syntax_errors: 0 })
    expect(await statsOf()).toMatchObject({ cleaned_count: 2, cleaned_count_since_send: 2, member_count: 1 })
  })

  test('an unsubscribe is recorded with its campaign, and a complaint does not count as an unsubscribe', async () => {
    const { send, as, reportOf } = await withReaders()
    const campaign = await send()
    await as('ada', (tx, ada) => recordLeave(tx, campaign, ada, 'unsub'))
    await as('bob', (tx, bob) => recordLeave(tx, campaign, bob, 'abuse'))
    expect(await reportOf(campaign)).toMatchObject({ unsubscribed: 1, abuse_reports: 1 })
  })

  test('opens and clicks do not change last_changed', async () => {
    const { send, as, pass, memberNamed } = await withReaders()
    const campaign = await send()
    await pass('PT1H')
    await as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: URL }))
    expect((await memberNamed('ada')).last_changed).toBe('2026-01-15T09:00:00+00:00')
  })

  test('a member cannot react to a campaign that they were not sent', async () => {
    const { send, make, as, handle } = await withReaders()
    const campaign = await send({ id: CAMPAIGN })
    await make({ email_address: 'late@acme.test' })
    const before = handle().world
    await expect(as('late', (tx, late) => recordOpen(tx, campaign, late))).rejects.toThrow(
      `late@acme.test was not sent the campaign ${CAMPAIGN}.`,
    )
    expect(handle().world).toBe(before)
  })

  test('a campaign is found by its id, and an unknown id throws', async () => {
    const { send, plant, list } = await withReaders()
    const { web_id } = await send({ id: CAMPAIGN })
    const { id, web_id: next } = await plant((tx) => sendCampaign(tx, list, { subject_line: 'Another' }))
    expect(next).toBe(web_id + 1)
    expect(await plant((tx) => campaignOrThrow(tx, id).subject_line)).toBe('Another')
    await expect(plant((tx) => campaignOrThrow(tx, '0000000000'))).rejects.toThrow('There is no campaign 0000000000')
  })
})

test('a forward counts in the report, with the open of the friend, and is in the feed', async () => {
  const { send, call, reportOf } = await withReaders()
  const campaign = await send()
  const forward = (more: object) =>
    call('POST /_control/triggers', {
      trigger: 'campaign.forward',
      campaign_id: campaign.id,
      email_address: 'ada@acme.test',
      ...more,
    })
  expect((await forward({})).body).toMatchObject({ changed: [{ entity: 'campaign', id: campaign.id }] })
  await forward({ opened: true })
  expect((await reportOf(campaign)).forwards).toEqual({ forwards_count: 2, forwards_opens: 1 })
  expect((await call('GET /3.0/activity-feed/service-chatter')).body.service_chatter[0]).toMatchObject({
    type: 'campaigns:forward-to-friend',
    message: 'ada@acme.test forwarded News.',
    campaign_id: campaign.id,
  })
  expect((await forward({ email_address: 'nobody@acme.test' })).status).toBe(422)
})
