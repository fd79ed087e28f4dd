import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { labelMember } from '../../rules/conversations/write.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { readAccount } from '../../model/root/account.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { Thread } from '../generate/campaign-ledger.ts'
import type { ClaimId } from '../generate/claim-ids.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { readLaterInstant } from './instants.ts'

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
