import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { MemberRow, MemberStatus } from '../members/member.ts'
import { lists } from '../lists/list.ts'

/**
 * What changed among the members of a list on a day: who came (`optins` by their own act, `imports` by others), who left and how, and by
 * how many the pending and transactional contacts grew. It is counted when it happens, so that later changes of a member leave it alone.
 */
export interface ListDayRow extends Row {
  readonly list_id: string
  /** The beginning of the day. */
  readonly day: Seconds
  readonly imports: number
  readonly optins: number
  readonly unsubscribed: number
  readonly cleaned: number
  readonly deleted: number
  readonly pending: number
  readonly transactional: number
}

export const listDays = defineTable<ListDayRow>()('list_days', { key: ['list_id', 'day'], ownedBy: [[lists, 'key']] })

export type DayChanges = Omit<ListDayRow, 'seq' | 'list_id' | 'day'>
export type DayCounter = keyof DayChanges

export const NO_CHANGES: DayChanges = {
  imports: 0,
  optins: 0,
  unsubscribed: 0,
  cleaned: 0,
  deleted: 0,
  pending: 0,
  transactional: 0,
}

/** The sum of two sets of changes. */
export function addDayChanges(some: DayChanges, others: DayChanges): DayChanges {
  return {
    imports: some.imports + others.imports,
    optins: some.optins + others.optins,
    unsubscribed: some.unsubscribed + others.unsubscribed,
    cleaned: some.cleaned + others.cleaned,
    deleted: some.deleted + others.deleted,
    pending: some.pending + others.pending,
    transactional: some.transactional + others.transactional,
  }
}

interface Happening {
  readonly at: Seconds
  readonly how: DayCounter
}

/** When a new member became a subscriber, as its row tells; `undefined` for one who never did. */
export function describeArrival(member: MemberRow): Happening | undefined {
  const { status, created_at, timestamp_opt, source } = member
  if (isWaiting(status) || timestamp_opt === 0) return undefined
  const byPerson = hasConfirmed(member) || SOURCE_OF_PERSONS.test(source)
  return { at: Math.max(created_at, timestamp_opt), how: byPerson ? 'optins' : 'imports' }
}

/** When a new member who came at an instant left again, as its row tells; `undefined` for one who is subscribed. */
export function describeDeparture(member: MemberRow, came: Seconds): Happening | undefined {
  const { status, status_at, unsubscribed_by, unsubscribed_at } = member
  if (status === 'subscribed') return undefined
  // A member who unsubscribed and was archived later left at the unsubscription.
  const hasUnsubscribed = status === 'archived' && unsubscribed_by !== '' && unsubscribed_at >= came
  return hasUnsubscribed ? { at: unsubscribed_at, how: 'unsubscribed' } : { at: Math.max(status_at, came), how: LEFT_AS[status] }
}

export function hasConfirmed({ created_at, timestamp_signup, timestamp_opt }: MemberRow): boolean {
  return timestamp_signup > 0 && timestamp_signup >= created_at && timestamp_opt >= timestamp_signup
}

/** Sources of people who signed up themselves. Others, such as the platform of a store, name who added a member. */
const SOURCE_OF_PERSONS = /\b(?:form|pop-?up|page|survey|sign-?up)\b/i

export const LEFT_AS = {
  subscribed: 'deleted',
  unsubscribed: 'unsubscribed',
  cleaned: 'cleaned',
  archived: 'deleted',
  pending: 'deleted',
  transactional: 'deleted',
} as const satisfies { readonly [Status in MemberStatus]: DayCounter }

export function isWaiting(status: MemberStatus): status is 'pending' | 'transactional' {
  return status === 'pending' || status === 'transactional'
}
