import {
  campaignActions,
  campaigns,
  deletedCampaigns,
  isAutomated,
  isSent,
  isVersion,
} from '../../../service/resources/campaigns/campaign.ts'
import { BLANK_FIELDS } from '../../../service/resources/campaigns/make.ts'
import { billionthsOf, sendTotals, type SendTotals } from '../../../service/resources/campaigns/engagement/rates.ts'
import { listStats } from '../../../service/resources/lists/stats.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { withoutOwnAddresses } from './own-addresses.ts'
import { isRow, type StoredRow, type StoredRows, withEachRow } from './stored-rows.ts'

/**
 * Rows of the format 1, which three kinds of versions wrote: some without drafts of campaigns, some without the rates of campaigns, and
 * some with the rows of the format 2. Fields that a row has already therefore stay as they are.
 */
export function fromFormat1(stored: StoredRows): StoredRows {
  const start = Math.floor(stored.started_at / 1000)
  return withEachRow(withoutOwnAddresses(withReactions(stored)), {
    campaigns: (row) => (has(row, 'created_at') ? row : draftable(row, start)),
    campaign_actions: (row) => ({ reason: '', ...row }),
    landing_page_visits: (row) => ({ signups: 0, ...row }),
    oauth_clients: (row) => ({ description: '', ...row }),
    oauth_codes: (row) => ({ challenge: '', ...row }),
    automation_passes: (row) => ({ completed_at: 0, ...row }),
    feed_items: (row) => ({ guid: '', ...row }),
    list_stats: (row) => ({ ...row, running: rated(row['running']), shown: rated(row['shown']) }),
  })
}

/** Adds the totals of sent campaigns, and the rates of their lists, where a world has none. */
export function addTotals(tx: Tx): void {
  const missing = new Map<string, { readonly list_id: string } & SendTotals>()
  for (const campaign of [...tx.range(campaigns.key).all(), ...tx.range(deletedCampaigns.key).all()]) {
    const { id, list_id, emails_sent } = campaign
    const campaign_id = isVersion(campaign) ? campaign.parent_id : id
    const isParent = tx.first(campaigns.byParent, { parent_id: id }) !== undefined
    if (!isSent(campaign) || isAutomated(campaign) || isParent || tx.first(sendTotals.key, { campaign_id })) continue
    const before = missing.get(campaign_id)
    const count = (action: 'open' | 'click' | 'bounce'): number =>
      new Set(
        tx
          .range(campaignActions.byCampaign, { campaign_id: id, action })
          .all()
          .map(({ contact_id }) => contact_id),
      ).size
    missing.set(campaign_id, {
      list_id,
      sent: (before?.sent ?? 0) + emails_sent,
      bounced: (before?.bounced ?? 0) + count('bounce'),
      opened: (before?.opened ?? 0) + count('open'),
      clicked: (before?.clicked ?? 0) + count('click'),
    })
  }
  for (const [campaign_id, totals] of missing) {
    const { list_id } = totals
    const stats = tx.first(listStats.key, { list_id })
    if (!stats) continue
    tx.insert(sendTotals, { campaign_id, ...totals })
    const add = (counts: typeof stats.running): typeof stats.running => ({
      ...counts,
      campaigns_sent: counts.campaigns_sent + 1,
      open_rates: counts.open_rates + billionthsOf(totals.opened, totals),
      click_rates: counts.click_rates + billionthsOf(totals.clicked, totals),
    })
    tx.put(listStats, { ...stats, running: add(stats.running), shown: add(stats.shown) })
  }
}

function has(row: StoredRow, field: string): boolean {
  return row[field] !== undefined
}

/** A campaign from before there were drafts: it was sent, or cancelled. */
function draftable({ segment_id, ...row }: StoredRow, start: number): StoredRow {
  const { list_id: _list_id, list_name: _list_name, ...blank } = BLANK_FIELDS
  const { send_time, emails_sent, emails_canceled } = row
  return {
    ...blank,
    created_at: send_time === 0 ? start : send_time,
    ab_split: undefined,
    resend_of: '',
    schedule_time: 0,
    batch: undefined,
    job: 0,
    recipient_count: Number(emails_sent) + Number(emails_canceled),
    steps: [],
    ...row,
    segment: segment_id === 0 ? undefined : { saved_id: segment_id },
  }
}

/** The counts of a list, with the rates of no campaign if they are from before the rates were stored. */
function rated(counts: unknown): unknown {
  if (typeof counts !== 'object' || counts === null || 'open_rates' in counts) return counts
  const kept = Object.entries(counts).filter(([name]) => !name.startsWith('emails_'))
  return { ...Object.fromEntries(kept), campaigns_sent: 0, open_rates: 0, click_rates: 0 }
}

/** What recipients were going to do was one row of a campaign. Now each reaction is a row, and their job names the plan as well. */
function withReactions(stored: StoredRows): StoredRows {
  const { tables, counters } = stored
  const plans = [...(tables.get('readerships') ?? []).values()].filter(isRow)
  if (plans.length === 0) return stored
  const contactOf = contactsIn(tables)
  const reactions = new Map<string, StoredRow>()
  const planOf = new Map<string, number>()
  let seq = counters.get('seq') ?? 0
  for (const [place, { campaign_id, deeds, next }] of plans.entries()) {
    const plan = (counters.get('reactions.plan') ?? 0) + place + 1
    planOf.set(String(campaign_id), plan)
    for (const [i, deed] of (Array.isArray(deeds) ? (deeds as readonly unknown[]) : []).entries()) {
      if (i < Number(next) || !isDeed(deed)) continue
      const { email_address, ...body } = deed.body
      const contact_id = contactOf(String(campaign_id), email_address) ?? ''
      const number = i + 1
      const row = { seq: ++seq, plan, number, campaign_id, contact_id, at: deed.at, body }
      reactions.set(`row reactions ${JSON.stringify([plan, number])}`, row)
    }
  }
  const moved = withEachRow(stored, {
    jobs: (row) => {
      const [campaign = '', ...rest] = String(row['subject']).split('-')
      const plan = planOf.get(campaign)
      return row['kind'] === 'timeline.react' && plan !== undefined
        ? { ...row, subject: [campaign, plan, ...rest].join('-') }
        : row
    },
  })
  const others = [...moved.tables].filter(([table]) => table !== 'readerships')
  return {
    ...moved,
    tables: new Map([...others, ['reactions', reactions]]),
    counters: new Map([...counters, ['seq', seq], ['reactions.plan', Math.max(...planOf.values())]]),
  }
}

interface Deed {
  readonly at: number
  readonly body: { readonly email_address: string }
}

function isDeed(value: unknown): value is Deed {
  if (typeof value !== 'object' || value === null || !('at' in value) || !('body' in value)) return false
  const { at, body } = value
  return (
    typeof at === 'number' &&
    typeof body === 'object' &&
    body !== null &&
    'email_address' in body &&
    typeof body.email_address === 'string'
  )
}

/** Finds the recipient of a campaign by the address. */
function contactsIn(tables: StoredRows['tables']): (campaign: string, address: string) => string | undefined {
  const keyOf = (campaign: unknown, address: unknown): string => `${String(campaign)} ${String(address).toLowerCase()}`
  const contacts = new Map(
    [...(tables.get('recipients') ?? []).values()]
      .filter(isRow)
      .map((row) => [keyOf(row['campaign_id'], row['email_address']), String(row['contact_id'])]),
  )
  return (campaign, address) => contacts.get(keyOf(campaign, address))
}
