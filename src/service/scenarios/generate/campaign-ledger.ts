import {
  campaignActions,
  campaigns,
  type CampaignRow,
  isAutomated,
  isSent,
  isVersion,
  recipients,
} from '../../model/campaigns/campaign.ts'
import { countOnList, makeCampaign, type NewCampaign, newRecipient, makeSender } from '../../rules/campaigns/make.ts'
import { calculateShare } from '../../model/campaigns/rates.ts'
import { countForRates } from '../../rules/campaigns/engagement/rates.ts'
import { beginConversation, type NewConversation, type NewMessage, writeMessage } from '../../rules/conversations/write.ts'
import { offsetsFor } from '../../model/campaigns/parts.ts'
import { addToParent } from '../../rules/campaigns/send/send.ts'
import { planPick } from '../../rules/campaigns/variate.ts'
import { makeAbuseReport } from '../../rules/list-reports/abuse-report.ts'
import { type ListRow, RECIPIENTS_OF_A_SEND_MIN } from '../../model/lists/list.ts'
import { changeCounts } from '../../rules/list-reports/stats.ts'
import { memberMachine } from '../../rules/members/machine.ts'
import { effectOfMove } from '../../rules/members/save.ts'
import { members, type MemberStatus } from '../../model/members/member.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { Posting, type CampaignRecipient, listCampaignRecipients } from './campaign-posting.ts'
import { type ClaimId, claimIds } from './claim-ids.ts'

/** Updates members after the campaigns were sent. */
function updateRecipients(tx: Tx, all: Iterable<CampaignRecipient>): void {
  for (const { member, sent, opened, clicked, rating = member.rating, email_client, leaving, until } of all) {
    if (sent === 0) continue
    const changes = {
      avg_open_rate: calculateShare(opened, sent),
      avg_click_rate: calculateShare(clicked, sent),
      rating,
      email_client,
    }
    if (leaving === undefined) {
      tx.amend(members, member, changes)
    } else {
      const { move, reason: unsubscribe_reason } = leaving
      const outcome = { ...effectOfMove(move, member, until, ''), unsubscribe_reason, last_changed: until }
      makeMove(tx, memberMachine, member, move, { ...outcome, ...changes })
    }
  }
}

function updateCounts(tx: Tx, list: ListRow, postings: readonly Posting[]): void {
  const sent = postings.filter(({ campaign }) => isSent(campaign) && !isAutomated(campaign))
  // The versions of a test are one campaign.
  const emailsOf = ({ campaign, audience }: Posting): number =>
    isVersion(campaign) ? (tx.first(campaigns.key, { id: campaign.parent_id })?.emails_sent ?? 0) : audience.length
  const latest = (some: readonly Posting[]) => some.reduce((last, { campaign }) => Math.max(last, campaign.send_time), 0)
  const since = changesSince(tx, list, latest(sent))
  changeCounts(tx, list, () => ({
    campaign_last_sent: latest(sent.filter((posting) => emailsOf(posting) >= RECIPIENTS_OF_A_SEND_MIN)),
    subscribed_since_send: since('subscribed'),
    unsubscribed_since_send: since('unsubscribed'),
    cleaned_since_send: since('cleaned'),
  }))
  for (const { campaign, audience, opened, clicked, actions } of sent) {
    const bounced = new Set(actions.flatMap(({ action, contact_id }) => (action === 'bounce' ? contact_id : []))).size
    countForRates(tx, campaign, { sent: audience.length, bounced, opened: opened.size, clicked: clicked.size })
  }
}

function changesSince(tx: ReadTx, { id: list_id }: ListRow, at: Seconds): (status: MemberStatus) => number {
  return (status) =>
    tx
      .range(members.byStatus, { list_id, status })
      .all()
      .filter(({ status_at }) => status_at > at).length
}

/** A conversation to plant, with the times of its messages. */
export interface Thread {
  readonly about: NewConversation
  readonly messages: readonly (NewMessage & { readonly timestamp: Seconds })[]
}

/**
 * Collects the results of a scenario's campaigns. The tables of a year of campaigns are loaded at once, and members and lists are
 * updated once, when it is closed.
 */
export class CampaignLedger {
  /** For the ids that conversations and messages of a scenario have. */
  readonly claimId: ClaimId
  readonly #tx: Tx
  readonly #recipients = new Map<string, readonly CampaignRecipient[]>()
  readonly #postings: { readonly list: ListRow; readonly posting: Posting }[] = []
  readonly #parents: CampaignRow[] = []
  readonly #threads: Thread[] = []

  constructor(tx: Tx) {
    this.#tx = tx
    this.claimId = claimIds(tx)
  }

  /** The members of a list, in the order in which they subscribed. */
  recipientsOf(list: ListRow): readonly CampaignRecipient[] {
    const recipientsOfList = this.#recipients.get(list.id) ?? listCampaignRecipients(this.#tx, list)
    this.#recipients.set(list.id, recipientsOfList)
    return recipientsOfList
  }

  /** Sends a campaign. The results are added to the returned posting. */
  post(list: ListRow, fields: NewCampaign & Pick<CampaignRow, 'send_time'>, audience: readonly CampaignRecipient[]): Posting {
    const campaign = this.#make(list, {
      emails_sent: audience.length,
      recipient_count: audience.length + (fields.emails_canceled ?? 0),
      ...fields,
    })
    const posting = new Posting(this.#tx, campaign, audience)
    this.#postings.push({ list, posting })
    return posting
  }

  /** Makes a campaign that is sent as its issues or versions. Its figures are the sums of theirs. */
  postParent(list: ListRow, fields: NewCampaign & Pick<CampaignRow, 'send_time'>): CampaignRow {
    const campaign = this.#make(list, fields)
    this.#parents.push(campaign)
    return campaign
  }

  #make(list: ListRow, fields: NewCampaign & Pick<CampaignRow, 'send_time'>): CampaignRow {
    const created_at = fields.send_time || this.#tx.now
    const campaign = makeCampaign(this.#tx, list, { status: 'sent', created_at, ...makeSender(list), ...fields })
    countOnList(this.#tx, campaign, 1)
    return campaign
  }

  /** The campaigns that were sent to a list so far. */
  postingsTo(list: ListRow): Posting[] {
    return this.#postings.flatMap((each) => (each.list.id === list.id ? [each.posting] : []))
  }

  converse(thread: Thread): void {
    this.#threads.push(thread)
  }

  /** Writes everything to the world. */
  close(): void {
    if (this.#postings.length === 0) return
    const tx = this.#tx
    const inOrder = this.#postings.toSorted((a, b) => a.posting.campaign.send_time - b.posting.campaign.send_time)
    tx.load(
      recipients,
      inOrder.flatMap(({ posting: { campaign, audience } }) => {
        const offsetOf = offsetsFor(tx, campaign)
        return audience.map(({ member }, place) => newRecipient(campaign, member, { place, gmt_offset: offsetOf(member) }))
      }),
    )
    for (const { posting } of inOrder) {
      const { send_time: at, emails_sent: emails } = posting.campaign
      if (emails > 0) addToParent(tx, posting.campaign, { at, emails })
    }
    this.#writeActions(inOrder)
    for (const { about, messages } of this.#threads.toSorted((a, b) => findThreadStart(a) - findThreadStart(b))) {
      const conversation = beginConversation(tx, about)
      for (const message of messages) writeMessage(tx, conversation, message)
    }
    updateRecipients(tx, [...this.#recipients.values()].flat())
    for (const list of new Set(inOrder.map((each) => each.list))) {
      updateCounts(
        tx,
        list,
        inOrder.filter((each) => each.list === list).map(({ posting }) => posting),
      )
    }
    for (const { id } of this.#parents) planPick(tx, id)
  }

  #writeActions(postings: readonly { readonly list: ListRow; readonly posting: Posting }[]): void {
    const tx = this.#tx
    const listOf = new Map(postings.map(({ list }) => [list.id, list]))
    const actions = postings.flatMap(({ posting }) => posting.actions)
    actions.sort((a, b) => a.at - b.at)
    for (const action of actions) action.id = tx.count('campaign_actions.id')
    tx.load(campaignActions, actions)
    for (const { list_id, action, contact_id, campaign_id, at } of actions) {
      const list = action === 'abuse' ? listOf.get(list_id) : undefined
      if (list) makeAbuseReport(tx, list, { contact_id }, campaign_id, at)
    }
  }
}

function findThreadStart({ messages }: Thread): Seconds {
  return messages[0]?.timestamp ?? 0
}
