import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import type { Caller } from '../operation.ts'
import { memberByToken } from './confirmation.ts'
import type { MemberRow } from './member.ts'
import { saveMember } from './save.ts'

/** What comes of opening the link of an email. */
export interface Confirmed {
  readonly list: ListRow
  readonly member: MemberRow
  readonly outcome: 'confirmed' | 'confirmed_before' | 'too_late'
}

/** A member opens the link that he was sent; nothing for a link that nobody was sent. Opened twice it does nothing more. */
export function confirmByToken(tx: Tx, token: string, by: Caller): Confirmed | undefined {
  const found = memberByToken(tx, token)
  if (!found) return undefined
  const { list, member } = found
  if (member.status === 'pending') return { list, member: saveMember(tx, list, member, {}, by, 'confirm'), outcome: 'confirmed' }
  return { list, member, outcome: member.status === 'subscribed' ? 'confirmed_before' : 'too_late' }
}
