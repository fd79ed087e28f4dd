import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import {
  type AutomationEmailRow,
  automationEmails,
  type AutomationRow,
  automations,
  campaignOfAutomation,
  findWorkflowEmails,
} from '../../model/automations/automation.ts'
import { recordPass } from '../../rules/automations/enter.ts'
import { awaitedBy, emailsAfter, enqueue, moveOn } from '../../rules/automations/queue.ts'
import { delaySeconds } from '../../rules/automations/runtime.ts'
import { actionsOfClick, record } from '../../rules/campaigns/engagement/actions.ts'
import { refreshEngagement } from '../../model/campaigns/rates.ts'
import { findCampaignActions, hasActed, campaigns, type CampaignRow, recipients } from '../../model/campaigns/campaign.ts'
import { campaignMachine } from '../../model/campaigns/machine.ts'
import { makeMailing } from '../../model/campaigns/content.ts'
import { newRecipient } from '../../rules/campaigns/make.ts'
import { withStep } from '../../rules/campaigns/send/send.ts'
import { conversations } from '../../model/conversations/conversation.ts'
import { beginConversation, writeMessage } from '../../rules/conversations/write.ts'
import { makeAbuseReport } from '../../rules/list-reports/abuse-report.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { prepareVersion } from '../../rules/mailings/prepare.ts'
import { type CampaignRecipient, listCampaignRecipients } from '../generate/campaign-posting.ts'
import { type ClaimId, claimIds } from '../generate/claim-ids.ts'
import type { MemberRow } from '../../model/members/member.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { readThread, secondConversation } from './campaigns.ts'
import { readLaterInstant, readPlantedInstant } from './instants.ts'

type AutomationSendData = ScenarioSchemas['AutomationSends'][number]

/** An email that went out to a member. */
interface PlannedEmail {
  readonly member: MemberRow
  readonly at: Seconds
}

/** What an email of an automation sent, and to whom, by address in lower case. */
interface EmailSent {
  readonly email: AutomationEmailRow
  readonly to: ReadonlyMap<string, PlannedEmail>
}

/** Plants the emails that an automation has sent already, with their results. Their recipients continue from there. */
export function plantSends(tx: Tx, list: ListRow, workflow: AutomationRow, all: readonly AutomationSendData[]): void {
  const subscribers = new Map(listCampaignRecipients(tx, list).map((each) => [each.member.email_address.toLowerCase(), each]))
  const sends: EmailSent[] = []
  for (const [i, data] of all.entries()) {
    runBelowPath(['sends', i], () => {
      const email = emailAt(tx, workflow, data.email)
      if (sends.some((each) => each.email.id === email.id))
        throw new ScenarioDataError(['email'], `must differ from those of other sends, but ${data.email} does not`)
      sends.push({ email, to: recipientsIn(tx, subscribers, data, sends) })
    })
  }
  for (const send of sends) plantSent(tx, send)
  countForWorkflow(tx, workflow, sends)
  const claimId = claimIds(tx)
  for (const [i, data] of all.entries()) {
    const send = sends[i]
    if (send) runBelowPath(['sends', i], () => plantActions(tx, list, send, data, claimId))
  }
  for (const member of new Set(sends.flatMap(({ to }) => [...to.values()].map((sent) => sent.member)))) {
    refreshEngagement(tx, member)
    resumeAutomation(tx, workflow.id, member, sends)
  }
}

/** The email at a position. Drafts have sent nothing. */
function emailAt(tx: ReadTx, workflow: AutomationRow, position: number): AutomationEmailRow {
  const email = findWorkflowEmails(tx, workflow).find((each) => each.position === position)
  if (email && email.status !== 'save') return email
  throw new ScenarioDataError(
    ['email'],
    `must be the position of an email of the automation that was started, but ${position} is ${email ? 'a draft' : 'none'}`,
  )
}

function recipientsIn(
  tx: ReadTx,
  subscribers: ReadonlyMap<string, CampaignRecipient>,
  data: AutomationSendData,
  earlier: readonly EmailSent[],
): ReadonlyMap<string, PlannedEmail> {
  const to = new Map<string, PlannedEmail>()
  for (const [i, { email_address, at: text }] of data.recipients.entries()) {
    runBelowPath(['recipients', i], () => {
      const address = email_address.toLowerCase()
      const at = readPlantedInstant(tx, text, 'at')
      const subscriber = subscribers.get(address)
      if (!subscriber || at < subscriber.from || at >= subscriber.until)
        throw new ScenarioDataError(
          ['email_address'],
          `must be the address of a member who was subscribed at that time; ${email_address} was not`,
        )
      if (to.has(address))
        throw new ScenarioDataError(['email_address'], `must differ from other recipients, but ${email_address} does not`)
      for (const other of earlier) {
        const sent = other.to.get(address)
        if (sent && (other.email.position < data.email ? sent.at > at : sent.at < at))
          throw new ScenarioDataError(['at'], `must fit the order of the emails, but ${email_address} got another one first`)
      }
      to.set(address, { member: subscriber.member, at })
    })
  }
  return to
}

/** The emails of an automation, or of one of its emails, in the order in which they went out. */
function sortSends(sends: readonly EmailSent[]): PlannedEmail[] {
  return sends.flatMap(({ to }) => [...to.values()]).toSorted((a, b) => a.at - b.at)
}

function plantSent(tx: Tx, send: EmailSent): void {
  const { email } = send
  const sent = sortSends([send])
  const [first, last] = [sent[0], sent.at(-1)]
  if (!first || !last) return
  const campaign = countSent(tx, campaignOfAutomation(tx, email), sent)
  for (const [place, { member, at }] of sent.entries())
    tx.insert(recipients, { ...newRecipient(campaign, member, { place, gmt_offset: member.location.gmtoff }), sent_at: at })
  prepareVersion(tx, makeMailing(tx, campaign))
  const current = tx.first(automationEmails.key, { id: email.id }) ?? email
  tx.put(automationEmails, { ...current, ...begunBy(current, first.at), last_sent: last.at })
}

function countForWorkflow(tx: Tx, workflow: AutomationRow, sends: readonly EmailSent[]): void {
  const sent = sortSends(sends)
  const [first] = sent
  if (!first) return
  countSent(tx, campaignOfAutomation(tx, workflow), sent)
  const current = tx.first(automations.key, { id: workflow.id }) ?? workflow
  tx.put(automations, { ...current, ...begunBy(current, first.at) })
  // The web application makes an automation with all of its emails.
  for (const email of findWorkflowEmails(tx, workflow))
    tx.put(automationEmails, { ...email, created_at: Math.min(email.created_at, first.at) })
}

/** When something was created and started that sent an email at an instant: not after that. */
function begunBy<Row extends { readonly created_at: Seconds; readonly start_time: Seconds }>(
  { created_at, start_time }: Row,
  at: Seconds,
): Pick<Row, 'created_at' | 'start_time'> {
  return { created_at: Math.min(created_at, at), start_time: Math.min(start_time, at) }
}

/** Counts emails under the report of an automation, or of one of its emails. */
function countSent(tx: Tx, campaign: CampaignRow, sent: readonly PlannedEmail[]): CampaignRow {
  const send_time = sent[0]?.at ?? tx.now
  const created_at = Math.min(campaign.created_at, send_time)
  const begun = makeMove(tx, campaignMachine, campaign, 'send', { send_time, created_at })
  return tx.put(
    campaigns,
    sent.reduce((row, { at }) => ({ ...row, ...withStep(row, at, 1) }), begun),
  )
}

/** Actions without further data. */
const PLAIN = [
  ['opens', 'open'],
  ['unsubscribes', 'unsub'],
  ['complaints', 'abuse'],
  ['forwards', 'forward'],
  ['forward_opens', 'forward_open'],
  ['likes', 'like'],
] as const

/** What a recipient did. */
interface ActionToPlant {
  readonly at: Seconds
  readonly plant: () => void
}

/** Plants the actions of the recipients of an email, in the order of their times. */
function plantActions(tx: Tx, list: ListRow, { email, to }: EmailSent, data: AutomationSendData, claimId: ClaimId): void {
  const campaign = campaignOfAutomation(tx, email)
  const actions: ActionToPlant[] = []
  const recipientOf = (address: string) => {
    const sent = to.get(address.toLowerCase())
    if (sent) return sent
    throw new ScenarioDataError(['email_address'], `must be the address of a recipient of the email; ${address} is not`)
  }
  const each = <Action extends { readonly email_address: string; readonly at: string; readonly ip?: string }>(
    name: keyof AutomationSendData,
    given: readonly Action[] = [],
    plant: (member: MemberRow, done: { readonly at: Seconds; readonly ip: string }, action: Action) => void,
  ) => {
    for (const [i, action] of given.entries()) {
      runBelowPath([name, i], () => {
        const sent = recipientOf(action.email_address)
        const { ip_opt, ip_signup } = sent.member
        const done = {
          at: readLaterInstant(tx, action.at, sent.at),
          ip: action.ip ?? (ip_opt || ip_signup || tx.settings.caller_address),
        }
        actions.push({ at: done.at, plant: () => runBelowPath([name, i], () => plant(sent.member, done, action)) })
      })
    }
  }
  for (const [name, action] of PLAIN) {
    each(name, data[name], (member, { at, ip }) => {
      record(tx, campaign, member, { action, at, ...(action === 'open' ? { ip } : {}) })
      if (action === 'abuse') makeAbuseReport(tx, list, member, campaign.id, at)
    })
  }
  each('clicks', data.clicks, (member, done, { url }) => {
    const hasOpened = hasActed(tx, { campaign_id: campaign.id, contact_id: member.contact_id }, 'open')
    const { open, click } = actionsOfClick(tx, campaign, { ...done, url, hasOpened })
    if (open) record(tx, campaign, member, { action: 'open', ...open })
    record(tx, campaign, member, { action: 'click', ...click })
  })
  each('bounces', data.bounces, (member, { at }, { bounce }) => {
    if (bounce === 'hard' && member.status !== 'cleaned')
      throw new ScenarioDataError(['bounce'], `must be soft unless the member is cleaned; the member is ${member.status}`)
    const { contact_id, email_address } = member
    if (hasActed(tx, { campaign_id: campaign.id, contact_id }, 'bounce'))
      throw new ScenarioDataError(['email_address'], `must differ from those of other bounces, but ${email_address} does not`)
    record(tx, campaign, member, { action: 'bounce', at, kind: bounce })
  })
  actions.push(...messagesToPlant(tx, campaign, data, { claimId, recipientOf }))
  for (const { plant } of actions.toSorted((a, b) => a.at - b.at)) plant()
}

/** The messages of the conversations about an email. The first of each begins its conversation. */
function messagesToPlant(
  tx: Tx,
  campaign: CampaignRow,
  { conversations: all = [] }: AutomationSendData,
  { claimId, recipientOf }: { readonly claimId: ClaimId; readonly recipientOf: (address: string) => PlannedEmail },
): ActionToPlant[] {
  const conversing = new Set<string>()
  return all.flatMap((data, i) =>
    runBelowPath(['conversations', i], () => {
      const { email_address } = data
      const { member, at: sent } = recipientOf(email_address)
      const { contact_id } = member
      if (conversing.has(contact_id)) throw secondConversation(email_address)
      conversing.add(contact_id)
      const { about, messages } = readThread(tx, { campaign, member, sent }, data, claimId)
      return messages.map((message) => {
        const at = message.timestamp
        const plant = () => {
          if (message.by_recipient) record(tx, campaign, member, { action: 'reply', at })
          const begun = tx.first(conversations.byCampaign, { campaign_id: campaign.id, contact_id })
          writeMessage(tx, begun ?? beginConversation(tx, about), message)
        }
        return { at, plant }
      })
    }),
  )
}

/** A member entered the automation before the first email, and waits for the one after the last. */
function resumeAutomation(tx: Tx, id: string, member: MemberRow, sends: readonly EmailSent[]): void {
  const workflow = tx.first(automations.key, { id })
  const own = sends.flatMap(({ email, to }) => {
    const sent = to.get(member.email_address.toLowerCase())
    return sent ? [{ email, at: sent.at }] : []
  })
  const [first, last] = [
    own.toSorted((a, b) => a.at - b.at)[0],
    own.toSorted((a, b) => a.email.position - b.email.position).at(-1),
  ]
  if (!workflow || !first || !last) return
  recordPass(tx, workflow, member, first.at)
  if (member.status !== 'subscribed') return
  const [next] = emailsAfter(tx, workflow, last.email.position)
  const awaited = next && awaitedBy(next)
  const [done] = awaited ? findCampaignActions(tx, { campaign_id: last.email.id, contact_id: member.contact_id }, awaited) : []
  if (next && done) enqueue(tx, workflow, next, member, done.at + delaySeconds(next.delay))
  else moveOn(tx, workflow, last.email, member, { wasSent: true, at: last.at })
}
