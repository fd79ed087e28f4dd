import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/objects.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { nameApiSource } from '../../model/oauth/client.ts'
import type { Caller } from '../../model/requests/call.ts'
import { checkAddress } from './address.ts'
import { moveTo } from './machine.ts'
import { makeMember, SIGNUP_FORM, makeOptIn, makeSignUpOrigin } from './make.ts'
import { forgotten, hashAddress, memberAt, members, type MemberRow } from '../../model/members/member.ts'
import { readRequest, type MemberRequest } from './request.ts'
import { saveMember, emitMemberChange } from './save.ts'
import { omit } from '../omissions.ts'
import { requestConfirmation } from './confirmation.ts'
import { memberByToken } from '../../model/members/confirmation.ts'

/** How a request is handled. */
interface RequestTerms {
  /** Whether all required merge fields must have values. */
  readonly strict: boolean
  /** Whether the request adds the address, so that an archived member opts in again. */
  readonly isAdded?: boolean
}

/** Adds a new address to the list, or restores an archived one. Everything is checked before anything is written. */
export function addMember(
  tx: Tx,
  list: ListRow,
  request: MemberRequest & { readonly email_address: string; readonly status: ServiceSchemas['MemberStatusInput'] },
  by: Caller,
  rules: RequestTerms,
): MemberRow {
  const { email_address, status } = request
  const hash = hashAddress(email_address)
  const existing = tx.first(members.byHash, { hash, list_id: list.id })
  if (existing && !existing.archived) throw errors.memberExists(email_address)
  checkAddress(tx, email_address)
  if (existing) return changeMember(tx, list, existing, request, by, { ...rules, isAdded: true })
  refuseForgotten(tx, list, email_address, hash)
  const changes = readRequest(tx, list, request, undefined, rules)
  const member = makeMember(tx, list, { email_address, hash, status, source: nameSource(tx, by), ...changes })
  emitMemberChange(tx, list, undefined, member, by)
  return member
}

/** The source of a new member, in the words of the service. */
function nameSource(tx: ReadTx, by: Caller): string {
  if (by.source === 'api') return nameApiSource(tx, by)
  return by.source === 'admin' ? 'Admin Add' : SIGNUP_FORM
}

/** Updates the fields of a member that a request contains. Everything is checked before anything is written. */
export function changeMember(
  tx: Tx,
  list: ListRow,
  member: MemberRow,
  request: ServiceSchemas['UpdateMember'],
  by: Caller,
  rules: RequestTerms,
): MemberRow {
  const { email_address = member.email_address, status } = request
  if (email_address !== member.email_address) refuseRename(tx, list, member, email_address)
  // An empty request requires nothing.
  const strict = rules.strict && Object.keys(request).length > 0
  const optIn = status === 'subscribed' && !rules.isAdded && member.timestamp_opt > 0 ? pick(member, OPT_IN) : {}
  const changes = { ...optIn, ...readRequest(tx, list, request, member, { strict }), email_address }
  const move = status === undefined || status === member.status ? undefined : moveTo[status]
  return saveMember(tx, list, member, changes, by, move)
}

/** What a change of the status to `subscribed` keeps, also of an archived member. */
const OPT_IN = ['ip_opt', 'timestamp_opt'] as const

/** The field of a new address in errors: the service writes it with a space. */
export const NEW_ADDRESS = 'email address'

function refuseRename(tx: Tx, list: ListRow, member: MemberRow, address: string): void {
  if (member.status === 'cleaned') {
    const rule = 'You can only update email addresses for members with a status of "subscribed."'
    throw errors.invalid({ field: NEW_ADDRESS, message: `This member's status is "cleaned." ${rule}` })
  }
  checkAddress(tx, address)
  const holder = memberAt(tx, list, address)
  if (holder && holder.contact_id !== member.contact_id) {
    const message = `"${address}" is already in this list with a status of "${holder.status}".`
    throw errors.invalid({ field: NEW_ADDRESS, message })
  }
  if (!holder) refuseForgotten(tx, list, address, hashAddress(address))
}

/** Rejects a permanently deleted address. */
export function refuseForgotten(tx: ReadTx, list: ListRow, address: string, hash: string): void {
  if (tx.first(forgotten.key, { list_id: list.id, hash })) throw errors.forgotten(address)
}

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
