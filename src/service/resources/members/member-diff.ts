import { equal } from '../../../kernel/support/equal.ts'
import type { MemberRow } from './member.ts'

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
