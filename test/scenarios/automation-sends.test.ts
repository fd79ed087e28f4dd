import { afterEach, describe, expect, test } from 'vitest'
import { automationEmails, automations, automationQueue } from '../../src/service/model/automations/automation.ts'
import { automationEmailView, automationView } from '../../src/service/resources/automations/view.ts'
import { findCampaignActions, campaignOrThrow } from '../../src/service/model/campaigns/campaign.ts'
import { conversations, findMessages } from '../../src/service/model/conversations/conversation.ts'
import { conversationView } from '../../src/service/resources/conversations/operations.ts'
import { listMemberHistory } from '../../src/service/resources/activity/history.ts'
import { listOrThrow } from '../../src/service/model/lists/list.ts'
import { members, memberOrThrow } from '../../src/service/model/members/member.ts'
import { reportView } from '../../src/service/rules/reports/report.ts'
import { shownCounts } from '../../src/service/rules/list-reports/stats.ts'
import { expectBooksToBalance } from '../simulation/books.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { build, readWorld, removeFolders, scenarioNamedMine } from './scenario-world.ts'

afterEach(removeFolders)

const NOW = Date.UTC(2026, 0, 15, 9) / 1000
const DAY_S = 86_400

const LIST = `
lists:
  - id: aaaaaaaaaa
    name: News
    date_created: -P90D
    members:
      - { email_address: ada@acme.test, status: subscribed, created_at: -P60D }
      - { email_address: bob@acme.test, status: subscribed, created_at: -P60D }
      - { email_address: cy@acme.test, status: cleaned, created_at: -P60D, last_changed: -P9D }
      - { email_address: di@acme.test, status: subscribed, created_at: -P60D }`

/** A world with an automation of three emails, and more members of it. */
function withAutomation(more: string, emails = EMAILS) {
  return build(
    scenarioNamedMine(`${LIST}
automations:
  - id: fa00000000
    list: aaaaaaaaaa
    workflow_type: api
    status: sending
    from_name: Acme
    reply_to: news@acme.test
    emails:${emails}
${more}`),
  )
}

const EMAILS = `
      - { id: fa00000001, subject_line: One, html: '<p><a href="https://acme.test/one">One</a></p>' }
      - { id: fa00000002, subject_line: Two, text: Two, delay: { amount: 3, type: day } }
      - { id: fa00000003, subject_line: Three, text: Three, delay: { type: now, action: previous_campaign_opened } }`

const SENDS = `    sends:
      - email: 1
        recipients:
          - { email_address: bob@acme.test, at: -P2D }
          - { email_address: Ada@acme.test, at: -P10D }
          - { email_address: cy@acme.test, at: -P10D }
        opens: [{ email_address: ada@acme.test, at: -P9D }]
        clicks: [{ email_address: bob@acme.test, url: 'https://acme.test/one', at: -P1D, ip: 192.0.2.1 }]
        bounces: [{ email_address: cy@acme.test, bounce: hard, at: -P9D }]
      - email: 2
        recipients: [{ email_address: ada@acme.test, at: -P7D }]
        complaints: [{ email_address: ada@acme.test, at: -P6D }]`

const nameOf = (tx: Tx, contact_id: string) => tx.first(members.key, { contact_id })?.email_address.split('@')[0]

describe('an automation in a scenario that has sent emails', () => {
  test('emails that an automation of a scenario has sent count in its reports and those of its emails, since the first of them', async () => {
    const world = await withAutomation(SENDS)
    readWorld(world, (tx) => {
      const workflow = tx.first(automations.key, { id: 'fa00000000' })
      if (!workflow) throw new Error('The automation is not there.')
      expect(automationView(tx, workflow)).toMatchObject({
        create_time: '2026-01-05T09:00:00+00:00',
        start_time: '2026-01-05T09:00:00+00:00',
        emails_sent: 4,
        report_summary: { opens: 2, unique_opens: 2, clicks: 1, subscriber_clicks: 1 },
      })
      const emails = tx.range(automationEmails.key).all()
      expect(emails.map((each) => automationEmailView(tx, workflow, each))).toMatchObject([
        { emails_sent: 3, send_time: '2026-01-13T09:00:00+00:00', report_summary: { open_rate: 1, click_rate: 0.5 } },
        { emails_sent: 1, send_time: '2026-01-08T09:00:00+00:00', report_summary: { opens: 0 } },
        { emails_sent: 0, send_time: '', create_time: '2026-01-05T09:00:00+00:00', start_time: '2026-01-15T09:00:00+00:00' },
      ])
      expect(reportView(tx, campaignOrThrow(tx, 'fa00000001'))).toMatchObject({
        type: 'automation',
        send_time: '2026-01-05T09:00:00+00:00',
        bounces: { hard_bounces: 1 },
        clicks: { last_click: '2026-01-14T09:00:00+00:00' },
      })
      expect(reportView(tx, campaignOrThrow(tx, 'fa00000002')).abuse_reports).toBe(1)
      expectBooksToBalance(tx)
    })
  })

  test('emails that an automation of a scenario has sent count for its recipients, and not as campaigns of the list', async () => {
    const world = await withAutomation(SENDS)
    readWorld(world, (tx) => {
      const list = listOrThrow(tx, 'aaaaaaaaaa')
      const ada = memberOrThrow(tx, list, 'ada@acme.test')
      expect(ada).toMatchObject({ avg_open_rate: 0.5, avg_click_rate: 0 })
      expect(listMemberHistory(tx, ada).filter(({ what }) => what === 'sent' || what === 'open')).toHaveLength(3)
      expect(shownCounts(tx, list)).toMatchObject({ campaigns: 0, campaigns_sent: 0 })
    })
  })

  test('an automation of a scenario that has sent emails has conversations of its recipients, in the order in which they wrote', async () => {
    const world = await withAutomation(`    sends:
      - email: 1
        recipients:
          - { email_address: ada@acme.test, at: -P10D }
          - { email_address: bob@acme.test, at: -P10D }
        conversations:
          - email_address: Ada@acme.test
            id: cc00000001
            messages:
              - { message: Where is my order?, at: -P8D }
              - { message: On its way., from: account, at: -P7D }
              - { message: Thank you!, at: -P5D, id: ce00000001 }
          - { email_address: bob@acme.test, messages: [{ message: Hi, subject: Hello, at: -P9D, read: true }] }`)
    readWorld(world, (tx) => {
      const all = tx.range(conversations.inOrder).all()
      expect(all.map((each) => conversationView(tx, each))).toMatchObject([
        { from_email: 'bob@acme.test', subject: 'Hello', message_count: 1, unread_messages: 0, campaign_id: 'fa00000001' },
        { id: 'cc00000001', subject: 'Re: One', message_count: 3, unread_messages: 2, last_message: { message: 'Thank you!' } },
      ])
      const [, ofAda] = all.map((each) => findMessages(tx, each).map((message) => [message.from_email, message.id]))
      expect(ofAda).toEqual([
        ['ada@acme.test', expect.any(String)],
        ['news@acme.test', expect.any(String)],
        ['ada@acme.test', 'ce00000001'],
      ])
      const ada = memberOrThrow(tx, listOrThrow(tx, 'aaaaaaaaaa'), 'ada@acme.test')
      expect(findCampaignActions(tx, { campaign_id: 'fa00000001', contact_id: ada.contact_id }, 'reply')).toHaveLength(2)
      expectBooksToBalance(tx)
    })
  })

  test('an automation of a scenario that has sent emails has its recipients wait for the next email, after the delay since their last one', async () => {
    const world = await withAutomation(SENDS)
    readWorld(world, (tx) => {
      const queue = tx.range(automationQueue.key).all()
      expect(queue.map((row) => [nameOf(tx, row.contact_id), row.email_id, row.next_send])).toEqual([
        ['bob', 'fa00000002', NOW + DAY_S],
      ])
    })
  })

  test('an automation of a scenario that has sent emails sends at once what has been due since, as to a recipient who opened the email before', async () => {
    const opened = `${SENDS}
        opens: [{ email_address: ada@acme.test, at: -P5D }]`
    const world = await withAutomation(opened)
    readWorld(world, (tx) => {
      expect(campaignOrThrow(tx, 'fa00000003')).toMatchObject({ emails_sent: 1, send_time: NOW })
      expectBooksToBalance(tx)
    })
  })

  const SENT = 'email: 1, recipients: [{ email_address: ada@acme.test, at: -P2D }]'
  test.each([
    ['email: 4, recipients: [{ email_address: ada@acme.test, at: -P2D }]', 'sends/0/email must be the position'],
    ['email: 1, recipients: [{ email_address: eve@acme.test, at: -P2D }]', 'must be the address of a member who was subscribed'],
    ['email: 1, recipients: [{ email_address: ada@acme.test, at: -P61D }]', 'must be the address of a member who was subscribed'],
    [
      'email: 1, recipients: [{ email_address: ada@acme.test, at: -P2D }, { email_address: ADA@acme.test, at: -P1D }]',
      'must differ from other recipients',
    ],
    [
      `${SENT}, opens: [{ email_address: bob@acme.test, at: -P1D }]`,
      'sends/0/opens/0/email_address must be the address of a recipient',
    ],
    [`${SENT}, opens: [{ email_address: ada@acme.test, at: -P3D }]`, 'must not lie before'],
    [`${SENT}, bounces: [{ email_address: ada@acme.test, bounce: hard, at: -P1D }]`, 'must be soft unless the member is cleaned'],
    [
      `${SENT}, bounces: [{ email_address: ada@acme.test, bounce: soft, at: -P1D }, { email_address: ada@acme.test, bounce: soft, at: -P1D }]`,
      'sends/0/bounces/1/email_address must differ from those of other bounces',
    ],
    [
      `${SENT}, conversations: [{ email_address: bob@acme.test, messages: [{ message: Hi, at: -P1D }] }]`,
      'sends/0/conversations/0/email_address must be the address of a recipient',
    ],
    [
      `${SENT}, conversations: [{ email_address: ada@acme.test, messages: [{ message: Hi, at: -P3D }] }]`,
      'sends/0/conversations/0/messages/0/at must not lie before',
    ],
    [
      `${SENT}, conversations: [{ email_address: ada@acme.test, messages: [{ message: Hi, at: -P1D }] }, { email_address: ada@acme.test, messages: [{ message: Hi, at: -P1D }] }]`,
      'sends/0/conversations/1/email_address must differ from those of other conversations',
    ],
    [
      `${SENT}, conversations: [{ email_address: ada@acme.test, messages: [{ id: ce00000001, message: Hi, at: -P1D }, { id: ce00000001, message: Hi, at: -P1D }] }]`,
      'sends/0/conversations/0/messages/1/id must differ from those of other messages',
    ],
  ])('an automation of a scenario cannot have sent { %s }', async (sends, message) => {
    await expect(withAutomation(`    sends: [{ ${sends} }]`)).rejects.toThrow(message)
  })

  test('an automation of a scenario cannot have sent an email twice, a draft, or the second email before the first', async () => {
    const sent = (email: number, at: string) => `{ email: ${email}, recipients: [{ email_address: ada@acme.test, at: ${at} }] }`
    const withSends = (...sends: string[]) => withAutomation(`    sends: [${sends.join(', ')}]`)
    await expect(withSends(sent(1, '-P3D'), sent(1, '-P2D'))).rejects.toThrow('must differ from those of other sends')
    await expect(withSends(sent(2, '-P3D'), sent(1, '-P2D'))).rejects.toThrow('must fit the order of the emails')
    const draft = '\n      - { subject_line: One, text: One, status: save }\n      - { subject_line: Two, text: Two }'
    await expect(withAutomation(`    sends: [${sent(1, '-P3D')}]`, draft)).rejects.toThrow('is a draft')
  })
})
