import type { Schemas } from '../contract/scenario.ts'
import { labelOf } from '../resources/conversations/reply.ts'
import { accountOf } from '../resources/root/account.ts'
import type { Seconds } from '../support/time.ts'
import type { Tx } from '../world/tx.ts'
import type { CampaignLedger, Thread } from './campaign-ledger.ts'
import type { Posting } from './campaign-posting.ts'
import type { Reader } from './campaign-reader.ts'
import { afterwards } from './plant-instants.ts'
import { below, Misfit } from './scenario-error.ts'

/** A conversation that a scenario describes: with whom, and after what. */
interface Given {
  readonly reader: Reader
  readonly conversation: Schemas['Conversation']
  readonly sent: Seconds
}

/** Lets a recipient of a campaign reply to it, and the two write to and fro. */
export function plantConversation(tx: Tx, ledger: CampaignLedger, posting: Posting, { reader, conversation, sent }: Given): void {
  const { id, email_address, messages: written } = conversation
  const { id: campaign_id, list_id, subject_line, from_name, from_email } = posting.campaign
  claim(ledger, 'conversation', id)
  if (posting.conversing.has(reader))
    throw new Misfit(['email_address'], `must differ from those of other conversations, but ${email_address} does not`)
  posting.conversing.add(reader)

  const { contact_id } = reader.member
  const member = { from_label: labelOf(reader.member), from_email: reader.member.email_address }
  const account = { from_label: from_name || accountOf(tx).account_name, from_email }
  const messages: Thread['messages'][number][] = []
  for (const [i, { id: message_id, from = 'member', subject = `Re: ${subject_line}`, message, at, read }] of written.entries()) {
    below(['messages', i], () => {
      if (i === 0 && from === 'account') throw new Misfit(['from'], 'must be member, who begins a conversation')
      claim(ledger, 'message', message_id)
      const timestamp = afterwards(tx, at, messages.at(-1)?.timestamp ?? sent)
      if (from === 'member') posting.note(reader, 'reply', timestamp)
      const text = { by_recipient: from === 'member', subject, message, read: read ?? from === 'account', timestamp }
      messages.push({ ...(message_id ? { id: message_id } : {}), ...(from === 'member' ? member : account), ...text })
    })
  }
  const about = { campaign_id, list_id, contact_id, ...member, subject: messages[0]?.subject ?? '' }
  ledger.converse({ about: { ...(id ? { id } : {}), ...about }, messages })
}

function claim(ledger: CampaignLedger, what: 'conversation' | 'message', id: string | undefined): void {
  if (id === undefined || ledger.claim(what, id)) return
  throw new Misfit(['id'], `must differ from those of other ${what}s, but ${id} does not`)
}
