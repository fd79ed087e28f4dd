import { conversations, messages } from '../../model/conversations/conversation.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'

/** Reserves an id for a conversation or a message. Returns whether it was free. */
export type ClaimId = (what: 'conversation' | 'message', id: string) => boolean

/** Ids that are neither in the world nor reserved before can be reserved. */
export function claimIds(tx: ReadTx): ClaimId {
  const claimed = new Set<string>()
  return (what, id) => {
    const row = what === 'conversation' ? tx.first(conversations.key, { id }) : tx.first(messages.key, { id })
    if (row || claimed.has(`${what} ${id}`)) return false
    claimed.add(`${what} ${id}`)
    return true
  }
}
