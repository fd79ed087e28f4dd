import { type CampaignRow, campaigns, type RecipientRow, recipients } from '../resources/campaigns/campaign.ts'
import type { Millis } from '../support/time.ts'
import { ApiError } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'
import { runTrigger } from './index.ts'
import {
  actionName,
  type RecipientAction,
  recipientActions,
  type RecipientActionsRow,
  type RecipientRates,
  timeline,
} from './step.ts'
import { TriggerRefusal } from './trigger.ts'

/** Runs a due step of the timeline. One that is rejected is skipped and records why. */
export function runStep(tx: Tx, id: string): void {
  const step = tx.first(timeline.key, { id })
  if (!step) return
  try {
    const { changed } = tx.attempt(() => runTrigger(tx, step.body))
    tx.put(timeline, { ...step, outcome: 'done' })
    const sent = step.readers && tx.first(campaigns.key, { id: changed[0]?.id ?? '' })
    if (!step.readers || !sent) return
    const deeds = recipientActionsOf(tx, sent, step.readers)
    if (deeds.length > 0) planNext(tx, tx.insert(recipientActions, { campaign_id: sent.id, deeds, next: 0 }))
  } catch (error) {
    tx.put(timeline, { ...step, outcome: 'refused', refused: refusalIn(error) })
  }
}

/** Runs the next reaction of a campaign's recipients. One that is no longer possible is skipped. */
export function runRecipientAction(tx: Tx, name: string): void {
  const planned = tx.first(recipientActions.key, { campaign_id: name.slice(0, name.indexOf('-')) })
  const action = planned?.deeds[planned.next]
  if (!planned || !action) return
  try {
    tx.attempt(() => runTrigger(tx, action.body))
  } catch (error) {
    refusalIn(error)
  }
  const rest = { ...planned, next: planned.next + 1 }
  if (rest.next < rest.deeds.length) planNext(tx, tx.put(recipientActions, rest))
  else tx.remove(recipientActions, planned)
}

function planNext(tx: Tx, { campaign_id, deeds, next }: RecipientActionsRow): void {
  const action = deeds[next]
  if (action) tx.schedule('timeline.react', action.at - tx.nowMs, actionName(campaign_id, next + 1, action.body.trigger))
}

/** Why a trigger was rejected. Rethrows any other error. */
function refusalIn(error: unknown): string {
  if (error instanceof TriggerRefusal) return error.message
  if (error instanceof ApiError) return error.refusal.errors?.[0]?.message ?? error.refusal.detail
  throw error
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Longest time until a mailbox rejects an email. */
const BOUNCED_WITHIN_MS = 10 * MINUTE_MS
/** Longest time until a campaign is first opened, and until it is answered; usually much shorter. */
const OPENED_WITHIN_MS = 7 * DAY_MS
const ANSWERED_WITHIN_MS = 2 * DAY_MS
const LINKS = 5

const REPLIES = [
  'Thank you, I liked this one.',
  'Do you ship to Iceland?',
  'When will it be in stock again?',
  'Please write to me less often.',
]

/** The reactions of the recipients to a campaign that has just been sent, in the order of time. */
export function recipientActionsOf(tx: Tx, campaign: CampaignRow, rates: RecipientRates): RecipientAction[] {
  const sent = tx.range(recipients.byCampaign, { campaign_id: campaign.id }).all()
  return sent.flatMap((recipient) => actionsBy(tx, campaign, recipient, rates)).toSorted((a, b) => a.at - b.at)
}

function actionsBy(
  tx: Tx,
  campaign: CampaignRow,
  { contact_id, email_address }: RecipientRow,
  rates: RecipientRates,
): RecipientAction[] {
  const share = (): number => tx.random('timeline.readers') / WORD
  const happens = (rate: number): boolean => share() < rate
  // The rates are shares of all recipients, but only recipients who open can do the rest.
  const happensToOpeners = (rate: number): boolean => happens(rate / rates.open)
  const soon = (limit: Millis): Millis => 1000 * (1 + Math.floor((early(share()) * limit) / 1000))
  const { id: campaign_id, list_id } = campaign
  const named = { list_id, email_address, campaign_id }

  const bounced = tx.nowMs + soon(BOUNCED_WITHIN_MS)
  if (happens(rates.hard_bounce)) return [{ at: bounced, body: { trigger: 'member.bounce', bounce: 'hard', ...named } }]
  if (happens(rates.soft_bounce)) return [{ at: bounced, body: { trigger: 'member.bounce', bounce: 'soft', ...named } }]

  const opened = tx.nowMs + soon(OPENED_WITHIN_MS)
  if (!happens(rates.open + eagernessOf(contact_id) * Math.min(rates.open, 1 - rates.open))) return []
  const actions: RecipientAction[] = [{ at: opened, body: { trigger: 'campaign.open', campaign_id, email_address } }]
  if (happensToOpeners(rates.click)) {
    const url = `https://${siteOf(campaign)}/${campaign_id}/${1 + Math.floor(share() * LINKS)}`
    actions.push({ at: opened + soon(MINUTE_MS), body: { trigger: 'campaign.click', campaign_id, email_address, url } })
  }
  if (happensToOpeners(rates.reply)) {
    const message = REPLIES[Math.floor(share() * REPLIES.length)] ?? ''
    const at = opened + soon(ANSWERED_WITHIN_MS)
    actions.push({ at, body: { trigger: 'conversation.reply', campaign_id, email_address, message } })
  }
  const leaves = happensToOpeners(rates.complaint)
    ? 'member.complain'
    : happensToOpeners(rates.unsubscribe)
      ? 'member.unsubscribe'
      : undefined
  // Leaving comes after all other actions.
  const last = actions.reduce((latest, { at }) => Math.max(latest, at), 0)
  if (leaves) actions.push({ at: last + soon(MINUTE_MS), body: { trigger: leaves, ...named } })
  return actions
}

const WORD = 2 ** 32

/** The fourth power of a share. `**` is avoided because its last digit differs between versions of Node. */
function early(share: number): number {
  const square = share * share
  return square * square
}

/** How likely a recipient opens campaigns, from -1 to 1: 0 is average. It is the same for all campaigns. */
function eagernessOf(contact_id: string): number {
  return (2 * Number.parseInt(contact_id.slice(-8), 16)) / WORD - 1
}

/** The target of a campaign's links: the sender's domain. */
function siteOf({ from_email }: CampaignRow): string {
  return from_email.split('@')[1] || 'example.com'
}
