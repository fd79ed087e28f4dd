import { HOUR_S } from '../../../kernel/support/units-of-time.ts'
import { campaigns, type CampaignRow } from '../../model/campaigns/campaign.ts'
import type { NewCampaign } from '../../rules/campaigns/make.ts'
import { readRss } from '../../rules/campaigns/rss/options.ts'
import { withCombinations } from '../../rules/campaigns/variate.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { readAccount } from '../../model/root/account.ts'
import { type Seconds, startOfDay, timestamp, zoneOffset } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { CampaignLedger } from './campaign-ledger.ts'
import type { Posting } from './campaign-posting.ts'
import type { CampaignRecipient } from './campaign-recipient.ts'
import { makeChance } from './chance.ts'

/** A campaign of a series that is due. */
export interface DueCampaign {
  readonly list: ListRow
  readonly fields: NewCampaign & Pick<CampaignRow, 'id' | 'subject_line' | 'send_time'>
  readonly audience: readonly CampaignRecipient[]
  /** The subjects that campaigns of the series have. */
  readonly headlines: readonly string[]
}

/** How long tests last. */
const WAIT_HOURS = 24
const MINUTES_PER_HOUR = 60

/** Sends campaigns of each type as the service does. */
export class CampaignTypes {
  readonly #tx: Tx
  readonly #ledger: CampaignLedger

  constructor(tx: Tx, ledger: CampaignLedger) {
    this.#tx = tx
    this.#ledger = ledger
  }

  /** Sends a test of two subjects: each version is a campaign of its own, and the recipients get them in turn. */
  postTest({ list, fields, audience, headlines }: DueCampaign): Posting[] {
    const subject_lines = [fields.subject_line, this.#alternativeTo(fields, headlines)]
    const given = { winner_criteria: 'opens', wait_time: WAIT_HOURS * MINUTES_PER_HOUR, test_size: 100, subject_lines } as const
    const { combinations = [], ...variate } = withCombinations(this.#tx, given)
    const versions = combinations.map((each, place) => {
      const group = audience.filter((_, i) => i % combinations.length === place)
      return { combination: { ...each, recipients: group.length }, group }
    })
    const counted = { ...variate, combinations: versions.map(({ combination }) => combination) }
    this.#ledger.postParent(list, { ...fields, variate: counted, recipient_count: audience.length })
    return versions.map(({ combination: { id, subject_line }, group }) => {
      const own = { id, parent_id: fields.id, subject_line: subject_lines[subject_line] ?? fields.subject_line, shared: false }
      return this.#ledger.post(list, { ...fields, ...own }, group)
    })
  }

  /** Sends an A/B campaign of the old kind, whose two groups get different subjects. */
  postSplit({ list, fields, audience, headlines }: DueCampaign): Posting {
    const ab_split = {
      split_test: 'subject',
      pick_winner: 'opens',
      wait_units: 'hours',
      wait_time: WAIT_HOURS,
      split_size: 50,
      subject_a: fields.subject_line,
      subject_b: this.#alternativeTo(fields, headlines),
    } as const
    return this.#ledger.post(list, { ...fields, ab_split }, audience)
  }

  /** Starts an RSS campaign, of which other campaigns are the issues. It is paused now, so nothing else is sent by itself. */
  postFeed({ list, fields, audience }: DueCampaign): CampaignRow {
    const site = list.campaign_defaults.from_email.split('@')[1] ?? 'acme.test'
    const hour = this.#hourOf(fields.send_time)
    const rss = readRss(undefined, { feed_url: `https://${site}/feed.xml`, frequency: 'daily', schedule: { hour } })
    const id = makeChance(this.#tx.world.seed, `feed of ${fields.id}`).hex(5)
    const own = { id, title: `${list.name} feed`, status: 'paused', rss, recipient_count: audience.length } as const
    return this.#ledger.postParent(list, { ...fields, ...own })
  }

  /** Sends an issue of an RSS campaign. */
  postIssue({ list, fields, audience }: DueCampaign, feed: CampaignRow): Posting {
    const rss = feed.rss && { ...feed.rss, last_sent: timestamp(fields.send_time) }
    this.#tx.put(campaigns, { ...feed, rss })
    return this.#ledger.post(list, { ...fields, rss, parent_id: feed.id }, audience)
  }

  #alternativeTo({ id, subject_line }: DueCampaign['fields'], headlines: readonly string[]): string {
    const others = headlines.filter((headline) => headline !== subject_line)
    return others[makeChance(this.#tx.world.seed, `alternative to ${id}`).below(others.length)] ?? subject_line
  }

  #hourOf(at: Seconds): number {
    const local = at + zoneOffset(readAccount(this.#tx).account_timezone, at)
    return Math.floor((local - startOfDay(local)) / HOUR_S)
  }
}
