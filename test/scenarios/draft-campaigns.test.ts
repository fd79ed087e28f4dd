import { afterEach, expect, test } from 'vitest'
import { mock, type Body } from '../mock.ts'
import { expectBooksToBalance } from '../simulation/books.ts'
import { removeFolders, scenarioNamedMine } from './scenario-world.ts'

afterEach(removeFolders)

const HTML = `content: { html: '<p>See <a href="https://acme.test/hats">hats</a></p>' }`

/** A world of a list of two members with the given campaigns. Its clock starts at 2026-01-15T09:00:00Z. */
async function withCampaigns(yaml: string) {
  const scenarios = scenarioNamedMine(`
account: { first_name: Ada, last_name: Lovelace, pro_enabled: true }
templates: [{ id: 7, name: Plain, html: '<div data-edit="body">Nothing</div>' }]
lists:
  - id: aaaaaaaaaa
    name: News
    date_created: -P30D
    campaign_defaults: { from_name: Acme, from_email: news@acme.test }
    members:
      - { email_address: ada@acme.test, status: subscribed }
      - { email_address: bob@acme.test, status: subscribed }
    campaigns:
${yaml.replace(/^/gm, '      ')}`)
  const world = mock({ scenario: 'mine', seed: 'drafts' }, { scenarios })
  await world.ready
  const read = async (id: string): Promise<Body> => (await world.call(`GET /3.0/campaigns/${id}`)).body
  return { ...world, read }
}

test('a campaign of a scenario that was not sent is a draft with the sender of its list, its content and its comments', async () => {
  const { call, read, plant } = await withCampaigns(`
- id: c000000001
  title: Plan
  subject_line: Hats
  created_at: -P3D
  to_name: '*|FNAME|*'
  tracking: { text_clicks: true, google_analytics: hats }
  social_card: { description: Hats }
  content: { template: { id: 7, sections: { body: <h1>Hats</h1> } } }
  feedback:
    - { message: Larger, created_by: Bob, created_at: -P2D, source: web }
    - { message: Done, parent_id: 1, is_complete: true }`)
  expect(await read('c000000001')).toMatchObject({
    status: 'save',
    type: 'regular',
    create_time: '2026-01-12T09:00:00+00:00',
    send_time: '',
    emails_sent: 0,
    content_type: 'template',
    recipients: { list_id: 'aaaaaaaaaa', recipient_count: 2 },
    settings: {
      title: 'Plan',
      subject_line: 'Hats',
      from_name: 'Acme',
      reply_to: 'news@acme.test',
      to_name: '*|FNAME|*',
      template_id: 7,
    },
    tracking: { opens: true, text_clicks: true, google_analytics: 'hats' },
    social_card: { description: 'Hats', title: 'Hats' },
  })
  const content = (await call('GET /3.0/campaigns/c000000001/content')).body
  expect(content).toMatchObject({ html: '<div><h1>Hats</h1></div>', plain_text: `** Hats\n${'-'.repeat(60)}` })
  expect((await call('GET /3.0/campaigns/c000000001/feedback')).body.feedback).toMatchObject([
    {
      feedback_id: 1,
      parent_id: 0,
      message: 'Larger',
      created_by: 'Bob',
      source: 'web',
      created_at: '2026-01-13T09:00:00+00:00',
    },
    { feedback_id: 2, parent_id: 1, message: 'Done', created_by: 'Ada Lovelace', is_complete: true, source: 'api' },
  ])
  expect((await call('GET /3.0/lists/aaaaaaaaaa')).body.stats.campaign_count).toBe(1)
  await plant(expectBooksToBalance)
})

test('a campaign of a scenario that was not sent is sent at its time if it is scheduled, on the next quarter hour', async () => {
  const { call, read, pass } = await withCampaigns(`- { id: c000000001, subject_line: Hats, schedule_time: PT50M, ${HTML} }`)
  expect(await read('c000000001')).toMatchObject({ status: 'schedule', send_time: '2026-01-15T10:00:00+00:00' })
  await pass('PT61M')
  expect(await read('c000000001')).toMatchObject({ status: 'sent', emails_sent: 2 })
  const { emails } = (await call('GET /_control/emails')).body
  expect(emails).toHaveLength(2)
  expect(emails[0].links[0]).toMatch(/^http:\/\/maildouble\.test\/_public\/track\/click\?/)
})

test('a campaign of a scenario that was not sent can be paused, started from a feed, tested in versions, or archived', async () => {
  const { call, read } = await withCampaigns(`
- { id: c000000001, status: paused, subject_line: Hats, ${HTML} }
- id: c000000002
  type: rss
  status: sending
  subject_line: News
  rss_opts: { feed_url: 'https://acme.test/feed', frequency: daily }
- { id: c000000003, type: rss, status: paused, rss_opts: { feed_url: 'https://acme.test/feed', frequency: weekly } }
- id: c000000004
  type: variate
  subject_line: Hats
  variate_settings: { winner_criteria: opens, test_size: 50 }
  content: { versions: [{ label: Red, html: <p>Red }, { label: Blue, html: <p>Blue }] }
- { id: c000000005, status: archived, subject_line: Old, send_time: -P9D }
- { id: c000000006, type: ab_split, subject_line: Old, send_time: -P9D, ab_split_opts: { split_test: subject, subject_b: New } }`)
  const statuses = await Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => (await read(`c00000000${n}`)).status))
  expect(statuses).toEqual(['paused', 'sending', 'paused', 'save', 'archived', 'sent'])
  expect((await call('POST /3.0/campaigns/c000000003/actions/resume')).status).toBe(400)
  expect((await read('c000000004')).variate_settings).toMatchObject({ contents: ['Red', 'Blue'], combinations: [{}, {}] })
  expect((await read('c000000006')).ab_split_opts).toEqual({ split_test: 'subject', subject_b: 'New' })
  expect((await call('PATCH /3.0/campaigns/c000000005', { settings: { title: 'New' } })).status).toBe(400)
  const { pending } = (await call('GET /_control/clock')).body
  expect(pending).toMatchObject([{ job: 'campaigns.run', subject: 'c000000002', due_at: '2026-01-16T04:00:00.000Z' }])
})

test('a campaign of a scenario that was not sent shows every link of its content in the click details once it was sent', async () => {
  const { call } = await withCampaigns(`
- { id: c000000001, subject_line: Hats, send_time: -P2D, ${HTML}, feedback: [{ message: Fine }] }`)
  expect((await call('GET /3.0/reports/c000000001/click-details')).body.urls_clicked).toMatchObject([
    { url: 'https://acme.test/hats', total_clicks: 0 },
  ])
  expect((await call('GET /3.0/campaigns/c000000001/feedback')).body.total_items).toBe(1)
})

test.each([
  [`{ status: sent, subject_line: Hats }`, /campaigns\/0 must have a send_time, since its status is sent/],
  [`{ send_time: -P1D }`, /campaigns\/0 must have a subject_line, since it was sent/],
  [`{ status: schedule }`, /campaigns\/0 must have a schedule_time, since its status is schedule/],
  [
    `{ schedule_time: PT1H, subject_line: Hats }`,
    /schedule_time: Your Campaign is not ready to send. Content: There is no content/,
  ],
  [`{ schedule_time: PT0S, subject_line: Hats, ${HTML} }`, /schedule_time: The schedule_time must be in the future/],
  [`{ schedule_time: PT1H, send_time: -P1D, subject_line: Hats }`, /send_time must be left out/],
  [`{ status: save, schedule_time: PT1H }`, /schedule_time must be left out, since its status is save/],
  [
    `{ opens: [{ email_address: ada@acme.test, at: -P1D }] }`,
    /opens must be left out, since a campaign with the status save was/,
  ],
  [
    `{ subject_line: Hats, send_time: -P1D, status: sent, canceled_after: 1 }`,
    /canceled_after must be left out, since its status/,
  ],
  [`{ status: sending, ${HTML} }`, /status must be schedule instead of sending, since its type is regular/],
  [`{ type: rss }`, /must have rss_opts, since its type is rss/],
  [`{ rss_opts: { feed_url: 'https://acme.test', frequency: daily } }`, /rss_opts: Only campaigns of the type rss have rss_opts/],
  [`{ ab_split_opts: { split_test: subject } }`, /ab_split_opts must be left out, since only campaigns of the type ab_split/],
  [`{ tracking: { clicktale: ${'x'.repeat(51)} } }`, /tracking\/clicktale must have at most 50 bytes/],
  [`{ content: { html: <p>, template: { id: 7 } } }`, /content\/template must be left out if there is html/],
  [`{ content: { template: { id: 8 } } }`, /content\/template must have the id of an active template, but 8 is none/],
  [`{ content: { versions: [{ label: A }] } }`, /content\/versions must be left out, since only campaigns of the type variate/],
  [`{ feedback: [{ message: Yes, parent_id: 1 }] }`, /feedback\/0\/parent_id must be the number of a comment before this one/],
  [`{ created_at: -P1D, send_time: -P2D, subject_line: Hats }`, /created_at must not lie after the send_time/],
])('a campaign of a scenario that was not sent is refused with the reason: %s', async (campaign, reason) => {
  await expect(withCampaigns(`- ${campaign}`)).rejects.toThrow(reason)
})
