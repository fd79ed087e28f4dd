import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { readInstant } from '../../../kernel/support/time.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../errors.ts'
import { members, type MemberRow } from '../members/member.ts'
import { deliveredOf, figuresOf } from '../reports/report.ts'
import { audienceOf } from './audience.ts'
import { campaigns, type CampaignRow } from './campaign.ts'
import { saveContent } from './content.ts'
import { copyCampaign } from './copy.ts'
import { campaignMachine, type CampaignMove } from './machine.ts'
import { campaignParts } from './parts.ts'
import { rateOf } from './rates.ts'
import { endSend, startSend } from './send.ts'
import { combinationsOf } from './variate-options.ts'
import { type Combination, versionWith } from './version.ts'

type Variate = ServiceSchemas['VariateSettings']

const WHOLE = 100
const MINUTE_MS = 60_000

/** Starts the test of a campaign: each version is a campaign of its own. The rest of the recipients waits for the winner. */
export function startTest(tx: Tx, campaign: CampaignRow, move: Extract<CampaignMove, 'send' | 'start'>): void {
  const { variate } = campaign
  if (!variate) return
  const audience = shuffled(tx, audienceOf(tx, campaign))
  // A copy of a test has no combinations yet.
  const { combinations = combinationsOf(tx, variate), test_size = WHOLE, send_times = [] } = variate
  const tested = Math.max(Math.floor((audience.length * test_size) / WHOLE), Math.min(combinations.length, audience.length))
  const begun = { send_time: tx.now, recipient_count: audience.length, schedule_time: 0, job: 0 }
  const started = makeMove(tx, campaignMachine, campaign, move, begun)
  const groups = combinations.map((_, place) => audience.slice(0, tested).filter((__, i) => i % combinations.length === place))
  const counted = combinations.map((each, place) => ({ ...each, recipients: groups[place]?.length ?? 0 }))
  const parent = tx.put(campaigns, { ...started, variate: { ...variate, combinations: counted } })
  const rest = audience.slice(tested).map(({ contact_id }) => contact_id)
  if (rest.length > 0) {
    tx.insert(campaignParts, { campaign_id: parent.id, number: 0, contact_ids: rest, is_cut: false, next: 0, step: 0, job: 0 })
  }
  for (const [place, combination] of combinations.entries()) {
    const at = readInstant(send_times[combination.send_time] ?? '') ?? 0
    startSend(tx, versionOf(tx, parent, combination, combination.id), 'send', { audience: groups[place] ?? [], at })
  }
}

/** The campaign of a version. */
function versionOf(tx: Tx, parent: CampaignRow, combination: Combination, id?: string): CampaignRow {
  const { fields, content } = versionWith(tx, parent, combination)
  const own = id === undefined ? {} : { id }
  const version = copyCampaign(tx, parent, { ...own, ...fields, parent_id: parent.id, variate: undefined })
  const { html, plain_text, own_text } = content
  saveContent(tx, version, { html, plain_text, own_text, is_template: false, variates: [] })
  return version
}

/** The members in an order that the seed of the world determines. */
function shuffled(tx: Tx, people: readonly MemberRow[]): MemberRow[] {
  const drawn = people.map((member) => ({ member, draw: tx.random('campaigns.shuffle') }))
  return drawn.toSorted((a, b) => a.draw - b.draw || a.member.seq - b.member.seq).map(({ member }) => member)
}

/** Plans the choice of the winner of a test whose versions were sent before the world starts, or makes it if it is due. */
export function planPick(tx: Tx, id: string): void {
  const campaign = tx.first(campaigns.key, { id })
  if (!campaign?.variate) return
  const due = campaign.send_time * 1000 + (campaign.variate.wait_time ?? 0) * MINUTE_MS
  if (due <= tx.nowMs) pickDue(tx, id)
  else tx.put(campaigns, { ...campaign, job: tx.schedule('campaigns.pick', due - tx.nowMs, id).id })
}

/** Picks the winner of a test when its job is due. A winner that a person picks is waited for. */
export function pickDue(tx: Tx, id: string): void {
  const campaign = tx.first(campaigns.key, { id })
  if (!campaign?.variate || !awaitsWinner(campaign)) return
  const { winner_criteria, combinations = [] } = campaign.variate
  if (winner_criteria === 'manual') return
  const rates = combinations.map((each) => successOf(tx, each.id, winner_criteria))
  const winner = combinations[rates.indexOf(Math.max(...rates))]
  if (winner) sendWinner(tx, campaign, winner)
}

/** Whether the test of a campaign has begun, and its winner is not known yet. A cancelled campaign has none. */
function awaitsWinner({ status, variate }: CampaignRow): boolean {
  return (status === 'sending' || status === 'sent') && variate !== undefined && variate.winning_combination_id === undefined
}

function successOf(tx: Tx, id: string, criterion: Variate['winner_criteria']): number {
  const version = tx.first(campaigns.key, { id })
  if (!version) return 0
  const { all } = figuresOf(tx, version)
  return rateOf(criterion === 'clicks' ? all.clickers : all.unique_opens, deliveredOf(version.emails_sent, all))
}

/** The winner that a person picks. Throws 400 if the campaign does not wait for one. */
export function pickWinner(tx: Tx, campaign: CampaignRow, combination_id: string): void {
  const { variate, id } = campaign
  const winner = variate?.combinations?.find((each) => each.id === combination_id)
  if (!awaitsWinner(campaign)) throw errors.badRequest(`The campaign ${id} does not wait for a winner.`)
  if (!winner) throw errors.badRequest(`The campaign ${id} has no combination ${combination_id}.`)
  sendWinner(tx, campaign, winner)
}

/** Sends the winning version to the rest of the recipients. If there is none left, the winner is only named. */
function sendWinner(tx: Tx, campaign: CampaignRow, winner: Combination): void {
  const { variate, id } = campaign
  if (!variate) return
  const rest = tx.first(campaignParts.key, { campaign_id: id })
  const named = { ...variate, winning_combination_id: winner.id, winning_campaign_id: winner.id }
  if (!rest) return void tx.put(campaigns, { ...campaign, variate: named, job: 0 })
  tx.remove(campaignParts, rest)
  const now = new Set(audienceOf(tx, campaign).map(({ contact_id }) => contact_id))
  const audience = rest.contact_ids.flatMap((contact_id) =>
    now.has(contact_id) ? (tx.first(members.key, { contact_id }) ?? []) : [],
  )
  const version = versionOf(tx, campaign, winner)
  const parent = tx.put(campaigns, { ...campaign, variate: { ...named, winning_campaign_id: version.id }, job: 0 })
  if (audience.length > 0) return void startSend(tx, version, 'send', { audience })
  // Nobody is left, so the campaign ends without another version.
  tx.remove(campaigns, version)
  endSend(tx, tx.put(campaigns, { ...parent, variate: named }))
}
