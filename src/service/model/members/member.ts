import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { md5 } from '../../../kernel/support/digest.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { MergeValue, MergeFieldRow } from '../merge-fields/merge-field.ts'
import { errors } from '../errors.ts'
import { listOrThrow, type ListRow, lists } from '../lists/list.ts'
import { equal } from '../../../kernel/support/equal.ts'

export type MemberStatus = ServiceSchemas['MemberStatus']

/** A member. Times are epoch seconds, 0 if unset. */
export interface MemberRow extends Row {
  /** Never changes, even if the address does; 32 lower-case hex digits. */
  readonly contact_id: string
  readonly list_id: string
  readonly email_address: string
  /** MD5 of the lower-cased address. */
  readonly hash: string
  readonly unique_email_id: string
  readonly web_id: number
  readonly email_type: 'html' | 'text'
  readonly status: MemberStatus
  /** Derived from the status; the collection leaves archived members out. */
  readonly archived: boolean
  /** When the member got this status. */
  readonly status_at: Seconds
  /**
   * What ended the subscription. After `contact` and `bounce`, the API can't subscribe the member until the contact signs up again.
   */
  readonly unsubscribed_by: '' | 'contact' | 'admin' | 'bounce'
  readonly unsubscribe_reason: string
  /** When the member last unsubscribed, even if the member resubscribed since. */
  readonly unsubscribed_at: Seconds
  /** Values by merge tag; unset ones are missing. */
  readonly merge_fields: { readonly [tag: string]: MergeValue }
  /** Ids of the interests that the member has. */
  readonly interests: readonly string[]
  /** Ids of the marketing permissions that the member has given. */
  readonly permissions: readonly string[]
  readonly language: string
  readonly vip: boolean
  readonly rating: number
  readonly location: ServiceSchemas['MemberLocation']
  readonly email_client: string
  readonly source: string
  readonly ip_signup: string
  readonly timestamp_signup: Seconds
  readonly ip_opt: string
  readonly timestamp_opt: Seconds
  readonly created_at: Seconds
  readonly last_changed: Seconds
  readonly avg_open_rate: number
  readonly avg_click_rate: number
}

export const members = defineTable<MemberRow>()('members', {
  key: ['contact_id'],
  indexes: {
    byHash: ['hash', 'list_id'],
    onList: ['list_id', 'archived'],
    byStatus: ['list_id', 'status'],
    byOptIn: ['list_id', 'archived', 'timestamp_opt'],
    bySignup: ['list_id', 'archived', 'timestamp_signup'],
    byChange: ['list_id', 'archived', 'last_changed'],
    byUniqueId: ['unique_email_id'],
    byVip: ['list_id', 'archived', 'vip'],
    byEmailType: ['list_id', 'archived', 'email_type'],
    byCreation: ['list_id', 'created_at'],
  },
  word: 'member',
  ids: ['hash', 'contact_id', 'unique_email_id', 'web_id'],
  parameters: ['subscriber_hash'],
  shownBy: 'email_address',
  hiddenBecause: (_tx, { archived }) =>
    archived ? 'It is archived: the collection of members leaves it out unless status=archived is asked for.' : undefined,
  ownedBy: [[lists, 'onList']],
})

/** A permanently deleted address: the API cannot add it again. */
export interface ForgottenRow extends Row {
  readonly list_id: string
  readonly hash: string
}

export const forgotten = defineTable<ForgottenRow>()('forgotten', { key: ['list_id', 'hash'], ownedBy: [[lists, 'key']] })

/** The MD5 by which the service identifies an address. */
export function hashAddress(address: string): string {
  return md5(address.toLowerCase())
}

/** Finds the member of a path segment: by MD5, by plain address, or by contact id. */
export function findMember(tx: ReadTx, list: ListRow, key: string): MemberRow | undefined {
  if (key.includes('@')) return memberAt(tx, list, key)
  const id = key.toLowerCase()
  const byHash = tx.first(members.byHash, { hash: id, list_id: list.id })
  if (byHash) return byHash
  const byContact = tx.first(members.key, { contact_id: id })
  return byContact?.list_id === list.id ? byContact : undefined
}

/** The member of an address on a list. */
export function memberAt(tx: ReadTx, list: ListRow, address: string): MemberRow | undefined {
  return tx.first(members.byHash, { hash: hashAddress(address), list_id: list.id })
}

/** Returns a member's value of a merge tag, or `undefined` if it is not set. */
export function readMergeValue(member: Pick<MemberRow, 'merge_fields'>, tag: string): MergeValue | undefined {
  return Object.hasOwn(member.merge_fields, tag) ? member.merge_fields[tag] : undefined
}

/** Returns the member of a path segment. Throws a 404 if there is none. */
export function memberOrThrow(tx: ReadTx, list: ListRow, key: string): MemberRow {
  const member = findMember(tx, list, key)
  if (!member) throw errors.notFound(`${key.slice(0, 254)} is not on the list ${list.id}`)
  return member
}

/** Returns the list and the member of a path. Throws a 404 if either does not exist. */
export function memberInPathOrThrow(
  tx: ReadTx,
  path: { readonly list_id: string; readonly subscriber_hash: string },
): { readonly list: ListRow; readonly member: MemberRow } {
  const list = listOrThrow(tx, path.list_id)
  return { list, member: memberOrThrow(tx, list, path.subscriber_hash) }
}

/** The events about a member, by the names of list webhooks. */
export type MemberEventType = 'subscribe' | 'unsubscribe' | 'profile' | 'upemail' | 'cleaned'

const PROFILE = ['merge_fields', 'interests', 'language', 'email_type'] as const

/**
 * The events for a change of a member; a changed address is a changed profile as well. `before` is undefined for a new member, who has no
 * event unless subscribed, and `after` for a permanently deleted one.
 */
export function memberDiff(before: MemberRow | undefined, after: MemberRow | undefined): MemberEventType[] {
  const was = before?.status ?? 'archived'
  const is = after?.status ?? 'archived'
  const diff: MemberEventType[] = []
  const renamed = before && after && before.hash !== after.hash
  if (renamed) diff.push('upemail')
  if (is === was) {
    if (is === 'subscribed' && (renamed || PROFILE.some((field) => !equal(before?.[field], after?.[field])))) diff.push('profile')
  } else if (is === 'subscribed') diff.push('subscribe')
  else if (!before) return diff
  else if (is === 'unsubscribed' || (is === 'archived' && was === 'subscribed')) diff.push('unsubscribe')
  else if (is === 'cleaned') diff.push('cleaned')
  return diff
}

/**
 * The data that member records show besides their own rows: the list's merge fields and interests. The row is replaced whenever one of
 * these, the name of a tag or the list's permissions change, so its identity stands for all of them.
 */
export interface MemberSchemaRow extends Row {
  readonly list_id: string
  readonly merge_fields: readonly MergeFieldRow[]
  readonly interests: readonly string[]
}

export const memberSchemas = defineTable<MemberSchemaRow>()('shapes', { key: ['list_id'], ownedBy: [[lists, 'key']] })

export function findMemberSchema(tx: ReadTx, list_id: string): Omit<MemberSchemaRow, 'seq'> {
  return tx.first(memberSchemas.key, { list_id }) ?? { list_id, merge_fields: [], interests: [] }
}

/** The merge fields that the record of a member shows: all of its list. */
export function mergeFieldsIn(
  { merge_fields }: Pick<MemberSchemaRow, 'merge_fields'>,
  member: Pick<MemberRow, 'merge_fields'>,
): { [tag: string]: MergeValue } {
  const shown: { [tag: string]: MergeValue } = {}
  for (const { tag } of merge_fields) shown[tag] = readMergeValue(member, tag) ?? ''
  return shown
}
