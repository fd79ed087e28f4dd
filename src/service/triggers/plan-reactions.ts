import { delayWithin } from './shopping.ts'
import type { CampaignRow, RecipientRow } from '../model/campaigns/campaign.ts'
import { countsOpens } from '../rules/campaigns/engagement/counts-opens.ts'
import { mailings, type MailingRow, trackedLinks } from '../model/mailings/mailing.ts'
import { members } from '../model/members/member.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { type JobRow, jobs } from '../../kernel/world/job.ts'
import { eachWithPauses, type Pausable } from '../../kernel/world/pausable.ts'
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'
import {
  type Reaction,
  type ReactionRow,
  reactions,
  type ReactionTimes,
  type RecipientRates,
} from '../model/triggers/engagement.ts'

/** Plans how recipients react to a campaign that they have just been sent, and schedules the first reaction. */
export function* planReactions(
  tx: Tx,
  campaign: CampaignRow,
  sent: readonly RecipientRow[],
  how: RecipientRates & ReactionTimes,
): Pausable {
  const about = contentFor(tx, campaign)
  const planned: Planned[] = []
  yield* eachWithPauses(sent, (recipient) => void planned.push(...chooseReactions(tx, about, recipient, how)))
  planned.sort((a, b) => a.at - b.at)
  if (planned.length === 0) return
  const plan = tx.count('reactions.plan')
  yield* eachWithPauses(planned, (reaction, place) => void tx.insert(reactions, { plan, number: place + 1, ...reaction }))
  scheduleReaction(tx, plan, 1)
}

/** Schedules a reaction. The subject of its job is the campaign, the plan, the number of the reaction, and its trigger. */
export function scheduleReaction(tx: Tx, plan: number, number: number): void {
  const row = tx.first(reactions.key, { plan, number })
  if (row) tx.scheduleAt('timeline.react', row.at, `${row.campaign_id}-${plan}-${number}-${row.body.trigger}`)
}

/** Drops the planned reactions to a campaign, and their job. */
export function removeReactions(tx: Tx, { id: campaign_id }: Pick<CampaignRow, 'id'>): void {
  if (!tx.first(reactions.byCampaign, { campaign_id })) return
  tx.removeAll(reactions.byCampaign, { campaign_id })
  const isDropped = ({ kind, subject }: JobRow) => kind === 'timeline.react' && subject.startsWith(`${campaign_id}-`)
  for (const job of tx.range(jobs.byDue).all().filter(isDropped)) tx.unschedule(job.id)
}

const REPLIES = [
  'Thank you, I liked this one.',
  'Do you ship to Iceland?',
  'When will it be in stock again?',
  'Please write to me less often.',
]

/** What recipients find in a campaign. */
interface CampaignContent {
  readonly campaign: CampaignRow
  readonly mailing: MailingRow | undefined
  readonly links: readonly string[]
}

/** Number of links of a campaign without content. */
const LINKS = 5

function contentFor(tx: ReadTx, campaign: CampaignRow): CampaignContent {
  const { id, from_email } = campaign
  const mailing = tx.first(mailings.key, { id })
  // A campaign that a trigger sends has a subject and nothing else. Its recipients click as if it had links to the sender's site.
  const invented = Array.from({ length: LINKS }, (_, n) => `https://${from_email.split('@')[1] || 'example.com'}/${id}/${n + 1}`)
  const tracked = tx.range(trackedLinks.inOrder, { mailing_id: id }).all()
  return { campaign, mailing, links: !mailing || mailing.bare ? invented : tracked.map(({ url }) => url) }
}

/** Whether opens of an email can be tracked: plain text has no image to load. */
function showsOpens(tx: ReadTx, { campaign, mailing }: CampaignContent, contact_id: string): boolean {
  if (!countsOpens(campaign)) return false
  return !mailing?.email_type_option || tx.first(members.key, { contact_id })?.email_type !== 'text'
}

type Planned = Pick<ReactionRow, 'campaign_id' | 'contact_id' | 'at' | 'body'>

function chooseReactions(
  tx: Tx,
  about: CampaignContent,
  { contact_id }: RecipientRow,
  how: RecipientRates & ReactionTimes,
): Planned[] {
  const draw = (): number => tx.random('timeline.readers') / RANDOM_RANGE
  const happens = (rate: number): boolean => draw() < rate
  // The rates are shares of all recipients, but only recipients who open can do the rest.
  const happensToOpeners = (rate: number): boolean => happens(rate / how.open)
  const soon = (limit: Millis): Millis => delayWithin(limit, draw())
  const { id: campaign_id, list_id } = about.campaign
  const doneAt = (at: Millis, body: Reaction): Planned => ({ campaign_id, contact_id, at, body })

  const bounced = tx.nowMs + soon(how.bounce_within)
  const bounce = happens(how.hard_bounce) ? 'hard' : happens(how.soft_bounce) ? 'soft' : undefined
  if (bounce) return [doneAt(bounced, { trigger: 'member.bounce', bounce, list_id, campaign_id })]

  const opened = tx.nowMs + soon(how.open_within)
  if (!happens(how.open + computeEagerness(contact_id) * Math.min(how.open, 1 - how.open))) return []
  const done: Planned[] = []
  if (showsOpens(tx, about, contact_id)) {
    const proxy = hasProxy(contact_id, how.proxy ?? 0) ? { proxy: true } : {}
    done.push(doneAt(opened, { trigger: 'campaign.open', campaign_id, ...proxy }))
  }
  if (happensToOpeners(how.click)) {
    const url = about.links[Math.floor(draw() * about.links.length)]
    if (url !== undefined) done.push(doneAt(opened + soon(how.click_within), { trigger: 'campaign.click', campaign_id, url }))
  }
  if (happensToOpeners(how.reply)) {
    const message = REPLIES[Math.floor(draw() * REPLIES.length)] ?? ''
    done.push(doneAt(opened + soon(how.reply_within), { trigger: 'conversation.reply', campaign_id, message }))
  }
  const leaves = happensToOpeners(how.complaint)
    ? 'member.complain'
    : happensToOpeners(how.unsubscribe)
      ? 'member.unsubscribe'
      : undefined
  // Leaving comes after all other actions.
  const last = done.reduce((latest, { at }) => Math.max(latest, at), opened)
  if (leaves) done.push(doneAt(last + soon(how.click_within), { trigger: leaves, list_id, campaign_id }))
  return done
}

const RANDOM_RANGE = 2 ** 32

/** Whether a mail proxy opens the emails of a recipient. It is the same for all campaigns. */
function hasProxy(contact_id: string, share: number): boolean {
  return Number.parseInt(contact_id.slice(0, 8), 16) / RANDOM_RANGE < share
}

/** How likely a recipient opens campaigns, from -1 to 1: 0 is average. It is the same for all campaigns. */
function computeEagerness(contact_id: string): number {
  return (2 * Number.parseInt(contact_id.slice(-8), 16)) / RANDOM_RANGE - 1
}
