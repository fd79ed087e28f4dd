import { equal } from '../../support/equal.ts'
import type { MemberRow } from './member.ts'

/** What the outside world is told of a member, in the words of list webhooks. */
export type MemberEventType = 'subscribe' | 'unsubscribe' | 'profile' | 'upemail' | 'cleaned'

const PROFILE = ['merge_fields', 'interests', 'language', 'email_type'] as const

/**
 * What a change of a member makes known; another address is a change of the profile as well. `before` is not there for a new
 * member, `after` not for one deleted for good.
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
  else if (was === 'archived') return diff
  else if (is === 'unsubscribed' || (is === 'archived' && was === 'subscribed')) diff.push('unsubscribe')
  else if (is === 'cleaned') diff.push('cleaned')
  return diff
}
