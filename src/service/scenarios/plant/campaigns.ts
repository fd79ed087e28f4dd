import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { CampaignActionKind, CampaignRow } from '../../model/campaigns/campaign.ts'
import { makeMailing } from '../../model/campaigns/content.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { prepareMailing } from '../../rules/mailings/prepare.ts'
import { membersIn } from '../../rules/segments/match.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { shareFields } from '../generate/campaign-fields.ts'
import type { CampaignLedger, Thread } from '../generate/campaign-ledger.ts'
import { type Posting, type CampaignRecipient, subscribedAt } from '../generate/campaign-posting.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import {
  plantContent,
  plantFeedback,
  type CampaignData,
  checkAbsent,
  readGivenFields,
  findNamedSegment,
  chooseGivenStatus,
} from './campaign-options.ts'
import { readLaterInstant, readPlantedInstant } from './instants.ts'
import { labelMember } from '../../rules/conversations/write.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { readAccount } from '../../model/root/account.ts'
import type { ClaimId } from '../generate/claim-ids.ts'

/** Plants a campaign of a scenario that was sent or cancelled, with its results. */
export function plantCampaign(tx: Tx, ledger: CampaignLedger, list: ListRow, data: CampaignData): void {
  const status = chooseGivenStatus(data)
  if (data.subject_line === undefined) throw new ScenarioDataError([], 'must have a subject_line, since it was sent')
  if (data.send_time === undefined) throw new ScenarioDataError([], `must have a send_time, since its status is ${status}`)
  checkAbsent(data, ['schedule_time'], `its status is ${status}`)
  checkAbsent(data, ['rss_opts', 'variate_settings'], 'it was sent itself, and has no issues or versions')
  if (status !== 'canceled') checkAbsent(data, ['canceled_after'], `its status is ${status}`)
  const fields = readGivenFields(tx, list, data)
  const send_time = readPlantedInstant(tx, data.send_time, 'send_time')
  const created_at = data.created_at === undefined ? send_time : readPlantedInstant(tx, data.created_at, 'created_at')
  if (created_at > send_time) throw new ScenarioDataError(['created_at'], 'must not lie after the send_time')
  const audience = chooseAudience(tx, ledger, list, data, send_time)
  const reached = status === 'canceled' ? audience.slice(0, data.canceled_after ?? 0) : audience
  const posting = ledger.post(
    list,
    {
      ...fields,
      ...shareFields(data.share),
      status,
      send_time,
      created_at,
      timewarp: data.timewarp ?? false,
      emails_canceled: audience.length - reached.length,
    },
    reached,
  )
  plantActions(tx, posting, data, send_time)
  for (const [i, conversation] of (data.conversations ?? []).entries()) {
    runBelowPath(['conversations', i], () => plantConversation(tx, ledger, posting, conversation))
  }
  if (data.content) {
    const campaign = plantContent(tx, posting.campaign, data.content)
    prepareMailing(tx, makeMailing(tx, campaign))
  }
  plantFeedback(tx, posting.campaign, data.feedback ?? [])
}

function plantConversation(
  tx: ReadTx,
  ledger: CampaignLedger,
  posting: Posting,
  conversation: ScenarioSchemas['Conversation'],
): void {
  const { email_address } = conversation
  const { campaign } = posting
  const recipient = recipientAt(posting, email_address)
  if (posting.conversing.has(recipient)) throw secondConversation(email_address)
  posting.conversing.add(recipient)
  const subject = { campaign, member: recipient.member, sent: campaign.send_time }
  const thread = readThread(tx, subject, conversation, ledger.claimId)
  for (const { by_recipient, timestamp } of thread.messages) if (by_recipient) posting.note(recipient, 'reply', timestamp)
  ledger.converse(thread)
}

/** The named recipients; by default all members who were subscribed then, in the campaign's segment if it has one. */
function chooseAudience(
  tx: Tx,
  ledger: CampaignLedger,
  list: ListRow,
  data: CampaignData,
  at: Seconds,
): readonly CampaignRecipient[] {
  const { recipients: addresses } = data
  const subscribed = subscribedAt(ledger.recipientsOf(list), at)
  if (!addresses) {
    const segment = findNamedSegment(tx, list, data)
    if (!segment) return subscribed
    const inSegment = new Set(membersIn(tx, list, segment).map(({ contact_id }) => contact_id))
    return subscribed.filter(({ member }) => inSegment.has(member.contact_id))
  }
  const named = new Set<CampaignRecipient>()
  for (const [i, address] of addresses.entries()) {
    const recipient = recipientWith(subscribed, address)
    if (!recipient)
      throw new ScenarioDataError(
        ['recipients', i],
        `must be the address of a member who was subscribed at that time; ${address} was not`,
      )
    if (named.has(recipient))
      throw new ScenarioDataError(['recipients', i], `must differ from other recipients, but ${address} does not`)
    named.add(recipient)
  }
  return [...named]
}

/** Actions without further data. */
const PLAIN = [
  ['unsubscribes', 'unsub'],
  ['complaints', 'abuse'],
  ['forwards', 'forward'],
  ['forward_opens', 'forward_open'],
  ['likes', 'like'],
] as const satisfies readonly (readonly [keyof CampaignData, CampaignActionKind])[]

function plantActions(tx: ReadTx, posting: Posting, data: CampaignData, sent: Seconds): void {
  const each = <Action extends CampaignContext>(
    name: keyof CampaignData,
    actions: readonly Action[] = [],
    plant: (did: ActionOrigin, action: Action) => void,
  ) => {
    for (const [i, action] of actions.entries())
      runBelowPath([name, i], () => plant(recipientAndTime(tx, posting, action, sent), action))
  }
  each('opens', data.opens, ({ recipient, at, ip }) => posting.open(recipient, at, ip))
  each('clicks', data.clicks, ({ recipient, at, ip }, { url }) => posting.click(recipient, at, ip, url))
  each('bounces', data.bounces, ({ recipient, at }, { bounce }) => {
    if (bounce === 'hard' && recipient.member.status !== 'cleaned')
      throw new ScenarioDataError(
        ['bounce'],
        `must be soft unless the member is cleaned; the member is ${recipient.member.status}`,
      )
    posting.bounce(recipient, at, bounce)
  })
  for (const [name, action] of PLAIN) each(name, data[name], ({ recipient, at }) => posting.note(recipient, action, at))
}

interface CampaignContext {
  readonly email_address: string
  readonly at: string
  readonly ip?: string
}

interface ActionOrigin {
  readonly recipient: CampaignRecipient
  readonly at: Seconds
  readonly ip: string
}

function recipientAndTime(tx: ReadTx, posting: Posting, { email_address, at, ip }: CampaignContext, sent: Seconds): ActionOrigin {
  const recipient = recipientAt(posting, email_address)
  const { ip_opt, ip_signup } = recipient.member
  return { recipient, at: readLaterInstant(tx, at, sent), ip: ip ?? (ip_opt || ip_signup || tx.settings.caller_address) }
}

function recipientAt({ audience }: Posting, address: string): CampaignRecipient {
  const recipient = recipientWith(audience, address)
  if (!recipient) throw new ScenarioDataError(['email_address'], `must be the address of a recipient; ${address} is not`)
  return recipient
}

function recipientWith(readers: readonly CampaignRecipient[], address: string): CampaignRecipient | undefined {
  return readers.find(({ member }) => member.email_address.toLowerCase() === address.toLowerCase())
}

/** What a conversation of a scenario is about: the campaign, its recipient, and when that was sent the email. */
interface ConversationSubject {
  readonly campaign: CampaignRow
  readonly member: MemberRow
  readonly sent: Seconds
}

/** Reads a conversation of a scenario. Throws a `ScenarioDataError` if it does not fit its subject, or if an id is taken. */
export function readThread(
  tx: ReadTx,
  { campaign, member, sent }: ConversationSubject,
  { id, messages: written }: ScenarioSchemas['Conversation'],
  claimId: ClaimId,
): Thread {
  const { id: campaign_id, list_id, subject_line, from_name, from_email } = campaign
  const claim = (what: 'conversation' | 'message', given: string | undefined) => {
    if (given === undefined || claimId(what, given)) return
    throw new ScenarioDataError(['id'], `must differ from those of other ${what}s, but ${given} does not`)
  }
  claim('conversation', id)
  const recipient = { from_label: labelMember(member), from_email: member.email_address }
  const account = { from_label: from_name || readAccount(tx).account_name, from_email }
  const messages: Thread['messages'][number][] = []
  for (const [i, { id: message_id, from = 'member', subject = `Re: ${subject_line}`, message, at, read }] of written.entries()) {
    runBelowPath(['messages', i], () => {
      if (i === 0 && from === 'account')
        throw new ScenarioDataError(['from'], 'must be member, because members begin conversations')
      claim('message', message_id)
      const timestamp = readLaterInstant(tx, at, messages.at(-1)?.timestamp ?? sent)
      const text = { by_recipient: from === 'member', subject, message, read: read ?? from === 'account', timestamp }
      messages.push({ ...(message_id ? { id: message_id } : {}), ...(from === 'member' ? recipient : account), ...text })
    })
  }
  const { contact_id } = member
  const about = { campaign_id, list_id, contact_id, ...recipient, subject: messages[0]?.subject ?? '' }
  return { about: { ...(id ? { id } : {}), ...about }, messages }
}

/** A recipient has a second conversation about one campaign. */
export function secondConversation(address: string): ScenarioDataError {
  return new ScenarioDataError(['email_address'], `must differ from those of other conversations, but ${address} does not`)
}
