import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/pick.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { nameApiSource } from '../../model/oauth/client.ts'
import type { Caller } from '../../model/requests/call.ts'
import { checkAddress } from './address.ts'
import { moveTo } from './machine.ts'
import { makeMember, SIGNUP_FORM } from './make.ts'
import { forgotten, hashAddress, memberAt, members, type MemberRow } from '../../model/members/member.ts'
import { readRequest, type MemberRequest } from './request.ts'
import { saveMember, emitMemberChange } from './save.ts'

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
