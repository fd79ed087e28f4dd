import type { Tx } from '../../../kernel/world/tx.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { type ConsentStatus, removeEmailConsent, isGiven, impliedBy, emailConsents } from '../../model/contacts/consent.ts'

/** Records a member's consent to marketing by email, unless the status implies it. */
export function recordEmailConsent(tx: Tx, member: MemberRow, status: ConsentStatus, source: string): void {
  removeEmailConsent(tx, member)
  const captured_at = isGiven(status) ? tx.now : 0
  const implied = impliedBy(member)
  if (status === implied.status && captured_at === implied.captured_at && source === implied.source) return
  const { contact_id, list_id } = member
  tx.insert(emailConsents, { contact_id, list_id, status, captured_at, source })
}
