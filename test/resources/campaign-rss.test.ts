import { describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { withDrafts } from './campaign-drafts.ts'
import { LIST } from './campaign-list.ts'

const RSS = { type: 'rss', rss_opts: { feed_url: 'https://acme.test/feed', frequency: 'daily', schedule: { hour: 6 } } }
const FEED = { html: '<h1>News</h1>*|RSSITEMS:|*<p><a href="*|RSSITEM:URL|*">*|RSSITEM:TITLE|*</a></p>*|END:RSSITEMS|*' }

/** A world with an RSS campaign whose feed has an old item. */
async function withFeed() {
  const world = await withDrafts()
  const publish = (title: string) =>
    world.call('POST /_control/triggers', {
      trigger: 'feed.publish',
      feed_url: 'https://acme.test/feed',
      title,
      link: `https://acme.test/${title}`,
    })
  const campaign = await world.draft(RSS, FEED)
  return { ...world, campaign, publish }
}

test('an RSS campaign is sent by its schedule if its feed has new items; each issue is a campaign of its own', async () => {
  const { campaign, act, publish, pass, read, call, emailsOf, reportOf } = await withFeed()
  expect((await act(campaign, 'send')).body.detail).toContain('cannot be read')
  await publish('Old')
  expect((await act(campaign, 'send')).status).toBe(204)
  await pass('P1D')
  expect(await read(campaign)).toMatchObject({ status: 'sending', emails_sent: 0 })
  await publish('Hats')
  await pass('P1D')
  expect(await read(campaign)).toMatchObject({
    status: 'sending',
    emails_sent: 3,
    rss_opts: { last_sent: '2026-01-17T06:00:00+00:00' },
  })
  const { campaigns } = (await call('GET /3.0/campaigns?status=sent')).body
  expect(campaigns).toMatchObject([
    { type: 'rss', parent_campaign_id: campaign.id, settings: { title: '(2026-01-17)' }, emails_sent: 3 },
  ])
  const [email] = await emailsOf()
  expect(email?.html).toContain('>Hats</a>')
  expect(email?.html).not.toContain('Old')
  expect(await reportOf(campaign)).toMatchObject({ emails_sent: 3, rss_last_send: '2026-01-17T06:00:00+00:00' })
})

test.each([
  ['that occurs twice is the first occurrence', 'Europe/Berlin', 2, '2026-10-24T12:00:00Z', '2026-10-25T00:00:00.000Z'],
  ['that occurs twice is over between its occurrences', 'Europe/Berlin', 2, '2026-10-25T00:30:00Z', '2026-10-26T01:00:00.000Z'],
  ['is local time after it has occurred twice', 'Europe/Berlin', 2, '2026-10-25T12:00:00Z', '2026-10-26T01:00:00.000Z'],
  [
    'that occurs twice in America is the first occurrence',
    'America/New_York',
    1,
    '2026-10-31T12:00:00Z',
    '2026-11-01T05:00:00.000Z',
  ],
  ['that is skipped counts as an hour later', 'America/New_York', 2, '2026-03-07T12:00:00Z', '2026-03-08T07:00:00.000Z'],
])('the hour of an RSS campaign %s', async (_, account_timezone, hour, now, at) => {
  const { draft, act, call } = await withDrafts({ now }, { account_timezone })
  const { rss_opts } = RSS
  const campaign = await draft({ ...RSS, rss_opts: { ...rss_opts, schedule: { hour } } }, FEED)
  await call('POST /_control/triggers', {
    trigger: 'feed.publish',
    feed_url: rss_opts.feed_url,
    title: 'Hats',
    link: 'https://acme.test/hats',
  })
  expect((await act(campaign, 'send')).status).toBe(204)
  expect((await call('GET /_control/clock')).body.pending).toEqual([{ due_at: at, job: 'campaigns.run', subject: campaign.id }])
})

test('the recipient_count of an RSS campaign is counted at its start, while it is paused and when it is resumed', async () => {
  const { campaign, act, publish, read, make, call, path } = await withFeed()
  const count = async () => (await read(campaign)).recipients.recipient_count
  await publish('Old')
  await act(campaign, 'send')
  expect(await count()).toBe(3)
  await make({ email_address: 'dora@acme.test' })
  expect(await count()).toBe(3)
  await act(campaign, 'pause')
  expect(await count()).toBe(4)
  await act(campaign, 'resume')
  await call(`PATCH ${path}/ada@acme.test`, { status: 'unsubscribed' })
  expect(await count()).toBe(4)
})

describe('an issue of an RSS campaign', () => {
  /** A world in which an issue is being sent. */
  async function withIssue() {
    const world = await withFeed()
    const { act, campaign, publish, pass, call } = world
    await publish('Old')
    await act(campaign, 'send')
    await pass('PT1M')
    await publish('Hats')
    await call('PATCH /_control/settings', { campaigns: { send_least: 'PT10M' } })
    await pass('PT21H')
    const sending: Body[] = (await call('GET /3.0/campaigns?status=sending')).body.campaigns
    const issue = sending.find(({ parent_campaign_id }) => parent_campaign_id === campaign.id)
    return { ...world, issue }
  }

  test.each(['send', 'pause', 'resume', 'cancel-send'])(
    'an issue of an RSS campaign rejects the action %s with Invalid Action',
    async (action) => {
      const { issue, act, read, pass, call } = await withIssue()
      expect((await act(issue, action)).body).toMatchObject({ status: 400, title: 'Invalid Action' })
      expect((await read(issue)).status).toBe('sending')
      const cancel = { trigger: 'campaign.cancel', campaign_id: issue?.id }
      expect((await call('POST /_control/triggers', cancel)).status).toBe(409)
      await pass('PT1H')
      expect(await read(issue)).toMatchObject({ status: 'sent', emails_sent: 3 })
    },
  )

  test('an issue of an RSS campaign went to its recipients, and so did its campaign', async () => {
    const { issue, campaign, pass, call, draft } = await withIssue()
    await pass('PT1H')
    const { campaigns } = (await call('GET /3.0/campaigns?member_id=3981b0f24162d410a2657d2ced0b5d06')).body
    expect(campaigns.map(({ id }: Body) => id)).toEqual([campaign.id, issue?.id])
    const conditions = [{ condition_type: 'Aim', field: 'aim', op: 'sent', value: String(campaign.web_id) }]
    const { recipients } = await draft({ recipients: { list_id: LIST, segment_opts: { match: 'all', conditions } } })
    expect(recipients.recipient_count).toBe(3)
  })
})

describe('pauseCampaign', () => {
  test('a paused RSS campaign sends no further issues', async () => {
    const { campaign, act, publish, pass, read, call } = await withFeed()
    await publish('Old')
    await act(campaign, 'send')
    expect((await act(campaign, 'pause')).status).toBe(204)
    await publish('Hats')
    await pass('P3D')
    expect((await read(campaign)).status).toBe('paused')
    expect((await call('GET /3.0/campaigns')).body.total_items).toBe(1)
    expect((await act(campaign, 'pause')).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })
})

describe('pauseCampaign, resumeCampaign', () => {
  test.each(['pause', 'resume'])(
    'the action %s of a campaign that is no RSS campaign is refused with Invalid Action',
    async (name) => {
      const { draft, act } = await withDrafts()
      expect((await act(await draft(), name)).body).toMatchObject({ status: 400, title: 'Invalid Action' })
    },
  )
})

describe('resumeCampaign', () => {
  test('a resumed RSS campaign continues with the next run', async () => {
    const { campaign, act, publish, pass, read } = await withFeed()
    await publish('Old')
    expect((await act(campaign, 'resume')).body).toMatchObject({ status: 400, title: 'Bad Request' })
    await act(campaign, 'send')
    await act(campaign, 'pause')
    expect((await act(campaign, 'resume')).status).toBe(204)
    await publish('Hats')
    await pass('PT1H')
    await publish('Caps')
    await pass('P1D')
    expect(await read(campaign)).toMatchObject({ status: 'sending', emails_sent: 3 })
  })
})

test('an issue escapes what its feed says, apart from content, of which the plain text has the text', async () => {
  const { campaign, act, call, pass, emailsOf } = await withFeed()
  const html = '*|RSSITEMS:|*<p>*|RSSITEM:TITLE|* by *|RSSITEM:AUTHOR|*</p>*|RSSITEM:CONTENT|**|END:RSSITEMS|**|UNSUB|*'
  await call(`PUT /3.0/campaigns/${campaign.id}/content`, { html })
  const item = { trigger: 'feed.publish', feed_url: 'https://acme.test/feed', link: 'https://acme.test/?a=1&b=2' }
  const publish = () =>
    call('POST /_control/triggers', { ...item, title: 'Hats & <b>caps', author: '<Ada>', description: '<em>New</em>' })
  await publish()
  await act(campaign, 'send')
  await pass('PT1M')
  await publish()
  await pass('P1D')
  const [email] = await emailsOf()
  expect(email?.html).toContain('<p>Hats &amp; &lt;b&gt;caps by &lt;Ada&gt;</p><em>New</em>')
  expect(email?.text).toContain('Hats & <b>caps by <Ada>\n\nNew')
})
