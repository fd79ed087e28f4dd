import { MINUTE_MS } from '../../../kernel/support/units-of-time.ts'
import { missingMessage } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/objects.ts'
import { readInstant } from '../../../kernel/support/time.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { campaignSums } from '../../model/orders/sums.ts'
import { hasStore } from '../../model/stores/store.ts'
import { checkAddress } from '../members/address.ts'
import { type MemberRow, members } from '../../model/members/member.ts'
import { countDelivered, calculateFigures } from '../reports/report.ts'
import { convertToPlainText } from '../mailings/plain-text.ts'
import { readAccount } from '../../model/root/account.ts'
import { type CampaignRow, campaigns } from '../../model/campaigns/campaign.ts'
import { type Combination, versionWith } from '../../model/campaigns/content.ts'
import { saveContent } from './content/save.ts'
import { copyCampaign } from './copy.ts'
import { calculateRate } from '../../model/campaigns/rates.ts'
import { campaignMachine, type CampaignMove } from '../../model/campaigns/machine.ts'
import { findAudience } from './send/audience.ts'
import { campaignParts } from '../../model/campaigns/parts.ts'
import { endSend, startSend } from './send/send.ts'

type Variate = ServiceSchemas['VariateSettings']
type GivenVariateSettings = ServiceSchemas['VariateSettingsInput']

const AT = 'variate_settings'
const MINUTES_PER_HOUR = 60
const QUARTER_S = 900
/** How long a test lasts by default, in minutes. */
const WAIT_TIME = 1_440
const WHOLE = 100
/** Maximum number of combinations; the second is without the top plan. */
const COMBINATIONS_MAX = 8
const COMBINATIONS_MAX_BASIC = 3

/** The settings of a request on top of the former ones, with the combinations that follow. Rejects invalid ones. */
export function readVariate(tx: Tx, list_id: string, before: Variate | undefined, given: GivenVariateSettings): Variate {
  const winner_criteria = given.winner_criteria ?? before?.winner_criteria
  if (!winner_criteria) throw errors.invalid({ field: AT, message: missingMessage(['winner_criteria']) })
  if (winner_criteria === 'total_revenue' && !hasStore(tx, list_id))
    throw errors.badRequest('The list of the campaign has no store, so revenue cannot decide a test.')
  const { wait_time } = given
  if (wait_time !== undefined && (wait_time <= 0 || wait_time % MINUTES_PER_HOUR !== 0)) {
    throw errors.invalid({ field: `${AT}.wait_time`, message: 'Value must be a number of minutes that makes whole hours.' })
  }
  for (const address of given.reply_to_addresses ?? []) checkAddress(tx, address)
  const merged: Variate = { wait_time: WAIT_TIME, test_size: WHOLE, ...before, ...pick(given, GIVEN), winner_criteria }
  checkSendTimes(tx, given.send_times ?? [])
  const { from_names = [], reply_to_addresses = [] } = merged
  if (from_names.length > 0 && reply_to_addresses.length > 0 && from_names.length !== reply_to_addresses.length) {
    throw errors.invalid({ field: AT, message: 'There must be as many reply_to_addresses as from_names.' })
  }
  const timed = (merged.send_times ?? []).length > 0
  return withCombinations(tx, timed ? { ...merged, test_size: WHOLE } : merged)
}

const GIVEN = ['wait_time', 'test_size', 'subject_lines', 'send_times', 'from_names', 'reply_to_addresses'] as const

function checkSendTimes(tx: ReadTx, times: readonly string[]): void {
  for (const [place, time] of times.entries()) {
    const at = readInstant(time)
    const message = 'Value must be a time in the future on a quarter hour, YYYY-MM-DD HH:MM:SS in UTC.'
    if (at === undefined || at % QUARTER_S !== 0 || at <= tx.now)
      throw errors.invalid({ field: `${AT}.send_times.item:${place}`, message })
  }
}

/** The number of values of each variable: subjects, send times, senders, contents. */
function countValues({ subject_lines = [], send_times = [], from_names = [], reply_to_addresses = [], contents = [] }: Variate) {
  const senders = Math.max(from_names.length, reply_to_addresses.length)
  return [subject_lines.length, send_times.length, senders, contents.length]
}

export function countCombinations(settings: Variate): number {
  return countValues(settings).reduce((product, size) => product * Math.max(size, 1), 1)
}

/** Settings with the combinations of their variables. Rejects more than the plan allows. */
export function withCombinations(tx: Tx, settings: Variate): Variate {
  const total = countCombinations(settings)
  const isPro = readAccount(tx).pro_enabled
  const limit = isPro ? COMBINATIONS_MAX : COMBINATIONS_MAX_BASIC
  if (total > limit || (!isPro && countValues(settings).filter((size) => size > 1).length > 1)) {
    const plan = isPro ? '' : ' of one variable, unless the account has the top plan'
    throw errors.invalid({ field: AT, message: `At most ${limit} combinations${plan}; these are ${total}.` })
  }
  return { ...settings, contents: settings.contents ?? [], combinations: combineVariables(tx, settings) }
}

/** A version of a campaign that tests several. Without a plain text of its own, it has that of its HTML. */
export interface NewVersion {
  readonly content_label: string
  readonly html: string
  readonly plain_text?: string | undefined
}

/** Replaces the contents of the versions that a campaign tests. */
export function saveVersions(
  tx: Tx,
  campaign: CampaignRow,
  variate: NonNullable<CampaignRow['variate']>,
  versions: readonly NewVersion[],
): CampaignRow {
  const variates = versions.map(({ content_label, html, plain_text }) => ({
    content_label,
    html,
    plain_text: plain_text ?? convertToPlainText(html),
    own_text: plain_text !== undefined,
  }))
  const contents = variates.map(({ content_label }) => content_label)
  const combined = withCombinations(tx, { ...variate, contents })
  saveContent(tx, campaign, { variates })
  return tx.put(campaigns, { ...campaign, variate: combined, options: { ...campaign.options, content_type: 'html' } })
}

/** The combinations of the variables of a test. Those that exist keep their ids. */
function combineVariables(tx: Tx, settings: Variate): NonNullable<Variate['combinations']> {
  const combinations = countValues(settings).reduce<readonly (readonly number[])[]>(
    (some, size) => some.flatMap((places) => Array.from({ length: Math.max(size, 1) }, (_, place) => [...places, place])),
    [[]],
  )
  return combinations.map(([subject_line = 0, send_time = 0, from_name = 0, content_description = 0], place) => ({
    id: settings.combinations?.[place]?.id ?? tx.hex('campaigns.combination', ID_DIGITS),
    subject_line,
    send_time,
    from_name,
    reply_to: from_name,
    content_description,
    recipients: 0,
  }))
}

/** The id of a combination becomes the id of the campaign of its version. */
const ID_DIGITS = 10

/** Starts the test of a campaign: each version is a campaign of its own. The rest of the recipients waits for the winner. */
export function startTest(tx: Tx, campaign: CampaignRow, move: Extract<CampaignMove, 'send' | 'start'>): void {
  const { variate } = campaign
  if (!variate) return
  const audience = shuffled(tx, findAudience(tx, campaign))
  // A copy of a test has no combinations yet.
  const { combinations = combineVariables(tx, variate), test_size = WHOLE, send_times = [] } = variate
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
    startSend(tx, makeVersion(tx, parent, combination, combination.id), 'send', { audience: groups[place] ?? [], at })
  }
}

function makeVersion(tx: Tx, parent: CampaignRow, combination: Combination, id?: string): CampaignRow {
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
  const rates = combinations.map((each) => measureSuccess(tx, each.id, winner_criteria))
  const winner = combinations[rates.indexOf(Math.max(...rates))]
  if (winner) sendWinner(tx, campaign, winner)
}

/** Whether the test of a campaign has begun, and its winner is not known yet. A cancelled campaign has none. */
function awaitsWinner({ status, variate }: CampaignRow): boolean {
  return (status === 'sending' || status === 'sent') && variate !== undefined && variate.winning_combination_id === undefined
}

/** What decides a test: the revenue of a version, or the rate of its opens or clicks. */
function measureSuccess(tx: ReadTx, id: string, criterion: Variate['winner_criteria']): number {
  const version = tx.first(campaigns.key, { id })
  if (!version) return 0
  if (criterion === 'total_revenue') return campaignSums(tx, id).revenue
  const { all } = calculateFigures(tx, version)
  return calculateRate(criterion === 'clicks' ? all.clickers : all.unique_opens, countDelivered(version.emails_sent, all))
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
  const now = new Set(findAudience(tx, campaign).map(({ contact_id }) => contact_id))
  const audience = rest.contact_ids.flatMap((contact_id) =>
    now.has(contact_id) ? (tx.first(members.key, { contact_id }) ?? []) : [],
  )
  const version = makeVersion(tx, campaign, winner)
  const parent = tx.put(campaigns, { ...campaign, variate: { ...named, winning_campaign_id: version.id }, job: 0 })
  if (audience.length > 0) return void startSend(tx, version, 'send', { audience })
  // Nobody is left, so the campaign ends without another version.
  tx.remove(campaigns, version)
  endSend(tx, tx.put(campaigns, { ...parent, variate: named }))
}
