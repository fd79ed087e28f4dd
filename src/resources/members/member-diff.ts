import { equal } from '../../support/equal.ts'
import type { MemberRow } from './member.ts'

/** What the outside world is told of a member, in the words of list webhooks. */
export type News = 'subscribe' | 'unsubscribe' | 'profile' | 'upemail' | 'cleaned'

const PROFILE = ['merge_fields', 'interests', 'language', 'email_type'] as const

/**
 * What a change of a member makes known; another address is a change of the profile as well. `before` is not there for a new
 * member, `after` not for one deleted for good.
 */
export function newsOf(before: MemberRow | undefined, after: MemberRow | undefined): News[] {
  const was = before?.status ?? 'archived'
  const is = after?.status ?? 'archived'
  const news: News[] = []
  const renamed = before && after && before.hash !== after.hash
  if (renamed) news.push('upemail')
  if (is === was) {
    if (is === 'subscribed' && (renamed || PROFILE.some((field) => !equal(before?.[field], after?.[field])))) news.push('profile')
  } else if (is === 'subscribed') news.push('subscribe')
  else if (was === 'archived') return news
  else if (is === 'unsubscribed' || (is === 'archived' && was === 'subscribed')) news.push('unsubscribe')
  else if (is === 'cleaned') news.push('cleaned')
  return news
}
