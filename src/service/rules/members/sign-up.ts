import type { Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { omit } from '../omissions.ts'
import type { Caller } from '../../model/requests/call.ts'
import { checkAddress } from './address.ts'
import { requestConfirmation } from './confirmation.ts'
import { memberByToken } from '../../model/members/confirmation.ts'
import { makeOptIn, makeMember, makeSignUpOrigin, SIGNUP_FORM } from './make.ts'
import { forgotten, hashAddress, memberAt, type MemberRow } from '../../model/members/member.ts'
import { type MemberRequest, readRequest } from './request.ts'
import { saveMember, emitMemberChange } from './save.ts'

/** The result of a sign-up: subscribed, has to confirm first (an earlier link is sent again), or was subscribed before. */
export interface SignedUp {
  readonly member: MemberRow
  readonly outcome: 'subscribed' | 'asked' | 'asked_again' | 'subscribed_before'
}

/**
 * Signs a person up through the form, which also resubscribes members who left, bounced or were permanently deleted. On a double
 * opt-in list the person has to confirm.
 */
export function signUpMember(
  tx: Tx,
  list: ListRow,
  { email_address, ...request }: MemberRequest & { readonly email_address: string },
  by: Caller,
): SignedUp {
  checkAddress(tx, email_address)
  const member = memberAt(tx, list, email_address)
  if (member?.status === 'subscribed') return { member, outcome: 'subscribed_before' }
  if (member?.status === 'pending' && list.double_optin) {
    requestConfirmation(tx, list, member)
    return { member, outcome: 'asked_again' }
  }
  const outcome = list.double_optin ? 'asked' : 'subscribed'
  const changes = { ...readRequest(tx, list, request, member, { strict: false }), email_address, source: SIGNUP_FORM }
  const move = list.double_optin ? 'sign_up' : 'subscribe_self'
  const joined = member ? saveMember(tx, list, member, changes, by, move) : join(tx, list, changes, by)
  if (!list.double_optin) omit(tx, { code: 'single_optin', list_id: list.id, contact_id: joined.contact_id })
  return { member: joined, outcome }
}

/** Adds a contact who asks for it, also one who was permanently deleted. On a double opt-in list the contact has to confirm. */
export function join(
  tx: Tx,
  list: ListRow,
  fields: Partial<MemberRow> & Pick<MemberRow, 'email_address'>,
  by: Caller,
): MemberRow {
  const { created_at = tx.now } = fields
  const forgottenRow = tx.first(forgotten.key, { list_id: list.id, hash: hashAddress(fields.email_address) })
  if (forgottenRow) tx.remove(forgotten, forgottenRow)
  const signup = makeSignUpOrigin(created_at, by.ip)
  const member = makeMember(tx, list, {
    ...fields,
    ...(list.double_optin ? { ...signup, status: 'pending' } : { ...signup, ...makeOptIn(created_at, by.ip) }),
  })
  emitMemberChange(tx, list, undefined, member, by)
  return member
}

/** The result of opening a confirmation link. */
export interface Confirmed {
  readonly list: ListRow
  readonly member: MemberRow
  readonly outcome: 'confirmed' | 'confirmed_before' | 'too_late'
}

/** Confirms the member of a link. Returns `undefined` if the link is invalid. Opening it again changes nothing. */
export function confirmByToken(tx: Tx, token: string, by: Caller): Confirmed | undefined {
  const found = memberByToken(tx, token)
  if (!found) return undefined
  const { list, member } = found
  if (member.status === 'pending') return { list, member: saveMember(tx, list, member, {}, by, 'confirm'), outcome: 'confirmed' }
  return { list, member, outcome: member.status === 'subscribed' ? 'confirmed_before' : 'too_late' }
}
