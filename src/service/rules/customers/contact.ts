import { isMoveAllowed } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { type ListRow, lists } from '../../model/lists/list.ts'
import { findAddressProblem } from '../members/address.ts'
import { memberMachine } from '../members/machine.ts'
import { makeMember } from '../members/make.ts'
import { findMemberSchema, forgotten, hashAddress, memberAt, type MemberRow, members } from '../../model/members/member.ts'
import { mergeValues, type MergeValues } from '../members/merge-values.ts'
import { emitMemberChange, saveMember } from '../members/save.ts'
import type { Caller } from '../../model/requests/call.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import type { CustomerRow } from '../../model/customers/customer.ts'

/** What the contact of a new customer is made from. */
export type CustomerPerson = Pick<CustomerRow, 'email_address' | 'opt_in_status' | 'first_name' | 'last_name' | 'created_at'>

/**
 * Finds the contact of a new customer, or makes it: subscribed if the customer opted in, else transactional. An archived contact comes back; other
 * members keep their status. Throws if the address cannot be imported.
 */
export function contactFor(
  tx: Tx,
  store: StoreRow,
  list: ListRow,
  person: CustomerPerson,
  by: Caller,
): { readonly member: MemberRow; readonly isNew: boolean } {
  const { email_address, opt_in_status, created_at } = person
  refuseImport(tx, list, email_address)
  const member = memberAt(tx, list, email_address)
  if (member) return { member: bringBack(tx, list, member, opt_in_status, by), isNew: false }
  const made = makeMember(tx, list, {
    email_address,
    created_at,
    merge_fields: makeNameValues(tx, list, person),
    ...(store.platform === '' ? {} : { source: store.platform }),
    ...(opt_in_status ? { status: 'subscribed' } : { status: 'transactional', ...NEVER_OPTED_IN }),
  })
  emitMemberChange(tx, list, undefined, made, by)
  return { member: made, isNew: true }
}

/** Throws if an address is on no list yet and cannot be imported: it is malformed or refused, or was permanently deleted. */
export function refuseImport(tx: Tx, list: ListRow, address: string): void {
  const member = memberAt(tx, list, address)
  if (member && !member.archived) return
  const problem = findAddressProblem(tx, address)
  const shown = address.slice(0, 254)
  if (problem !== undefined) throw errors.customerNotSaved(shown, problem)
  if (!member && tx.first(forgotten.key, { list_id: list.id, hash: hashAddress(address) }))
    throw errors.customerNotSaved(shown, 'it was permanently deleted.')
}

/** The contact of a customer; `undefined` if it was permanently deleted, or its list was deleted. */
export function findCustomerContact(tx: ReadTx, { contact_id }: CustomerRow): MemberRow | undefined {
  return tx.first(members.key, { contact_id })
}

/** Subscribes the contact of a customer who has opted in after all, if it is transactional or archived. */
export function optIn(tx: Tx, customer: CustomerRow, by: Caller): void {
  const { list, member } = contactWithList(tx, customer)
  if (!list || !member) return
  if (member.archived) bringBack(tx, list, member, true, by)
  else if (member.status === 'transactional' && maySubscribe(member)) saveMember(tx, list, member, {}, by, 'subscribe')
}

/** Brings the contact of a customer back, if it was archived, by what the customer has opted in to. */
export function restoreContact(tx: Tx, customer: CustomerRow, by: Caller): void {
  const { list, member } = contactWithList(tx, customer)
  if (list && member) bringBack(tx, list, member, customer.opt_in_status, by)
}

function contactWithList(tx: ReadTx, customer: CustomerRow) {
  const member = findCustomerContact(tx, customer)
  return { list: member && tx.first(lists.key, { id: member.list_id }), member }
}

function bringBack(tx: Tx, list: ListRow, member: MemberRow, opted_in: boolean, by: Caller): MemberRow {
  if (!member.archived) return member
  if (opted_in && maySubscribe(member)) return saveMember(tx, list, member, {}, by, 'subscribe')
  return saveMember(tx, list, member, NEVER_OPTED_IN, by, 'make_transactional')
}

/** Contacts who left by their own act, or bounced, are not subscribed by a store. */
function maySubscribe(member: MemberRow): boolean {
  return isMoveAllowed(memberMachine, member, 'subscribe')
}

const NEVER_OPTED_IN = { ip_opt: '', timestamp_opt: 0 } as const

/** The merge values for the name of a customer, as far as the list has text fields for them. */
function makeNameValues(tx: ReadTx, list: ListRow, { first_name, last_name }: CustomerPerson): MergeValues {
  const values: { readonly [tag: string]: string } = { FNAME: first_name, LNAME: last_name }
  const texts = findMemberSchema(tx, list.id).merge_fields.filter(({ type }) => type === 'text')
  return mergeValues(texts, {}, values, { strict: false })
}
