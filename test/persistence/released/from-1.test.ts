import { expect, test } from 'vitest'
import { fromFormat1 } from '../../../src/server/persistence/formats/from-1.ts'
import type { StoredRow } from '../../../src/server/persistence/formats/stored-rows.ts'

const STARTED = Date.UTC(2026, 0, 15)

function upgrade(tables: Record<string, readonly StoredRow[]>, counters: Record<string, number> = {}) {
  const named = Object.entries(tables).map(
    ([table, rows]) => [table, new Map(rows.map((row, at) => [`row ${table} [${at}]`, row]))] as const,
  )
  const { tables: made, counters: last } = fromFormat1({
    tables: new Map(named),
    counters: new Map(Object.entries(counters)),
    started_at: STARTED,
  })
  return {
    rows: Object.fromEntries([...made].map(([table, rows]) => [table, [...rows.values()]])),
    names: Object.fromEntries([...made].map(([table, rows]) => [table, [...rows.keys()]])),
    counters: Object.fromEntries(last),
  }
}

test('what recipients of a campaign were going to do becomes a row for each reaction, and their job names the plan', () => {
  const deed = (at: number, trigger: string) => ({ at, body: { trigger, campaign_id: 'c1', email_address: 'Ann@acme.test' } })
  const { rows, names, counters } = upgrade(
    {
      readerships: [
        {
          seq: 7,
          campaign_id: 'c1',
          deeds: [deed(1, 'campaign.open'), deed(2, 'campaign.click'), deed(3, 'campaign.open')],
          next: 1,
        },
      ],
      recipients: [{ seq: 5, campaign_id: 'c1', contact_id: 'contact1', email_address: 'ann@acme.test' }],
      jobs: [
        { seq: 8, id: 1, kind: 'timeline.react', subject: 'c1-2-campaign.click' },
        { seq: 9, id: 2, kind: 'timeline.run', subject: '1-campaign.send' },
      ],
    },
    { seq: 20 },
  )
  const reaction = (number: number, trigger: string) => ({
    plan: 1,
    number,
    campaign_id: 'c1',
    contact_id: 'contact1',
    at: number,
    body: { trigger, campaign_id: 'c1' },
  })
  expect(rows['readerships']).toBeUndefined()
  expect(rows['reactions']).toEqual([
    { seq: 21, ...reaction(2, 'campaign.click') },
    { seq: 22, ...reaction(3, 'campaign.open') },
  ])
  expect(names['reactions']).toEqual(['row reactions [1,2]', 'row reactions [1,3]'])
  expect(rows['jobs']?.map((job) => job?.['subject'])).toEqual(['c1-1-2-campaign.click', '1-campaign.send'])
  expect(counters).toEqual({ seq: 22, 'reactions.plan': 1 })
})

test('a campaign from before there were drafts gets what later campaigns have, and keeps what it has', () => {
  const campaign = { seq: 3, id: 'c1', segment_id: 12, send_time: 0, emails_sent: 0, emails_canceled: 4, subject_line: 'Hi' }
  const { rows } = upgrade({ campaigns: [campaign], campaign_actions: [{ seq: 4, id: 1 }] })
  expect(rows['campaigns']).toMatchObject([
    { subject_line: 'Hi', segment: { saved_id: 12 }, created_at: STARTED / 1000, recipient_count: 4, steps: [] },
  ])
  expect(rows['campaign_actions']).toEqual([{ seq: 4, id: 1, reason: '' }])
})

test('rows that have the fields of the next format already stay as they are', () => {
  const rows = {
    campaigns: [{ seq: 1, id: 'c1', created_at: 5, segment: undefined }],
    list_stats: [{ seq: 2, list_id: 'l1', running: { open_rates: 7 }, shown: { open_rates: 7 } }],
    automation_passes: [{ seq: 3, completed_at: 9 }],
  }
  expect(upgrade(rows).rows).toEqual(rows)
})
