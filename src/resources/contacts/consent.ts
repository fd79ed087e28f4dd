import type { Schemas } from '../../contract/service.ts'
import type { Seconds } from '../../support/time.ts'
import type { ListRow } from '../lists/list.ts'
import type { MemberStatus } from '../members/member.ts'

export type ConsentStatus = Schemas['ContactConsentStatus']

/** Whether marketing goes out over a channel. */
export type ChannelStatus = Schemas['ContactSubscriptionStatus']['value']

/** What somebody said to marketing over a channel: when (0 where that does not matter), and where this is known from. */
export interface Consent {
  readonly status: ConsentStatus
  readonly captured_at: Seconds
  readonly source: string
}

/** The source of what comes by this interface. */
export const FROM_API = 'API - Generic'

/** The status of a channel that a consent leads to. */
export function statusAfter(consent: ConsentStatus, { double_optin }: ListRow): ChannelStatus {
  if (consent === 'consented') return double_optin ? 'pending' : 'subscribed'
  return PLAIN[consent]
}

const PLAIN = { denied: 'unsubscribed', unknown: 'nonsubscribed', confirmed: 'subscribed' } as const

/** The status of a member whose address has such a status. */
export const memberStatusOf = {
  subscribed: 'subscribed',
  unsubscribed: 'unsubscribed',
  nonsubscribed: 'transactional',
  pending: 'pending',
} as const satisfies { readonly [Status in ChannelStatus]: MemberStatus }

/** The status of the address of such a member. */
export const channelStatusOf: { readonly [Status in MemberStatus]: ChannelStatus } = {
  subscribed: 'subscribed',
  unsubscribed: 'unsubscribed',
  cleaned: 'unsubscribed',
  archived: 'unsubscribed',
  transactional: 'nonsubscribed',
  pending: 'pending',
}
