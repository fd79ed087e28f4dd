import type { Seconds } from '../../../kernel/support/time.ts'
import type { MemberMove } from './machine.ts'
import { confirmed, signedUp, UNSUBSCRIBED_BY_ADMIN } from './make.ts'
import type { MemberRow } from './member.ts'
import type { MemberChanges } from './request.ts'

const RESUBSCRIBED: MemberChanges = { unsubscribed_by: '', unsubscribe_reason: '' }

type MoveEffect = (member: MemberRow, at: Seconds, ip: string) => MemberChanges

/** The changes of a move in the row besides the status, unless the request says otherwise. */
const outcomes: { readonly [Move in MemberMove]: MoveEffect } = {
  subscribe: (member, at, ip) => ({ ...RESUBSCRIBED, ...(member.timestamp_opt === 0 ? confirmed(at, ip) : {}) }),
  subscribe_self: (_member, at, ip) => ({ ...RESUBSCRIBED, ...signedUp(at, ip), ...confirmed(at, ip) }),
  sign_up: (_member, at, ip) => signedUp(at, ip),
  confirm: (_member, at, ip) => ({ ...RESUBSCRIBED, ...confirmed(at, ip) }),
  unsubscribe: ({ unsubscribed_by: by }, at) => ({
    // Unsubscribing again does not allow the API to resubscribe a contact who unsubscribed or bounced.
    unsubscribed_by: by || 'admin',
    unsubscribe_reason: UNSUBSCRIBED_BY_ADMIN,
    unsubscribed_at: at,
  }),
  unsubscribe_self: ({ unsubscribed_by: by }, at) => ({
    // A bounced address stays barred from confirmation requests as well.
    unsubscribed_by: by === 'bounce' ? by : 'contact',
    unsubscribe_reason: '',
    unsubscribed_at: at,
  }),
  clean: () => ({ unsubscribed_by: 'bounce' }),
  request_confirmation: () => ({}),
  make_transactional: () => ({}),
  archive: () => ({}),
}

/** The moves after which a member has to confirm. */
const NEEDS_CONFIRMATION: ReadonlySet<MemberMove> = new Set(['request_confirmation', 'sign_up'])

/**
 * The changes that come with a move. A member who leaves the archive is treated like a new one: confirmed now, or asked to confirm.
 */
export function effectOfMove(move: MemberMove, member: MemberRow, at: Seconds, ip: string): MemberChanges {
  const again = member.archived ? (NEEDS_CONFIRMATION.has(move) ? signedUp(at, ip) : confirmed(at, ip)) : {}
  return { ...outcomes[move](member, at, ip), ...again, status_at: at }
}
