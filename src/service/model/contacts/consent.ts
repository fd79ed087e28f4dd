import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { type ListRow, lists } from '../lists/list.ts'
import { type MemberRow, type MemberStatus, members } from '../members/member.ts'

export type ConsentStatus = ServiceSchemas['ContactConsentStatus']

/** Whether marketing is sent over a channel. */
export type ChannelStatus = ServiceSchemas['ContactSubscriptionStatus']['value']

/** A consent to marketing over a channel: its time (0 where that does not matter), and its source. */
export interface Consent {
  readonly status: ConsentStatus
  readonly captured_at: Seconds
  readonly source: string
}

/** The status of a channel after a consent. */
export function statusAfter(consent: ConsentStatus, { double_optin }: ListRow): ChannelStatus {
  if (consent === 'consented') return double_optin ? 'pending' : 'subscribed'
  return PLAIN[consent]
}

const PLAIN = { denied: 'unsubscribed', unknown: 'nonsubscribed', confirmed: 'subscribed' } as const

/** The status of a member for the status of the email channel. */
export const memberStatusOf = {
  subscribed: 'subscribed',
  unsubscribed: 'unsubscribed',
  nonsubscribed: 'transactional',
  pending: 'pending',
} as const satisfies { readonly [Status in ChannelStatus]: MemberStatus }

/** The status of the email channel for the status of a member. */
export const channelStatusOf: { readonly [Status in MemberStatus]: ChannelStatus } = {
  subscribed: 'subscribed',
  unsubscribed: 'unsubscribed',
  cleaned: 'unsubscribed',
  archived: 'unsubscribed',
  transactional: 'nonsubscribed',
  pending: 'pending',
}

/** A consent for a member's address that the member's status does not imply. It is valid until the status changes. */
export interface EmailConsentRow extends Row, Consent {
  readonly contact_id: string
  readonly list_id: string
}

export const emailConsents = defineTable<EmailConsentRow>()('email_consents', {
  key: ['contact_id'],
  indexes: { onList: ['list_id'] },
  ownedBy: [
    [lists, 'onList'],
    [members, 'key'],
  ],
})

/** A member's consent to marketing by email. */
export function findEmailConsent(tx: ReadTx, member: MemberRow): Consent {
  return tx.first(emailConsents.key, { contact_id: member.contact_id }) ?? impliedBy(member)
}

/** Removes the consent of a member when the status changes or the member is deleted. */
export function removeEmailConsent(tx: Tx, { contact_id }: Pick<MemberRow, 'contact_id'>): void {
  const consent = tx.first(emailConsents.key, { contact_id })
  if (consent) tx.remove(emailConsents, consent)
}

export function isGiven(status: ConsentStatus): boolean {
  return status === 'confirmed' || status === 'consented'
}

const IMPLIED: { readonly [Status in MemberStatus]: ConsentStatus } = {
  subscribed: 'confirmed',
  pending: 'consented',
  unsubscribed: 'denied',
  transactional: 'unknown',
  cleaned: 'unknown',
  archived: 'unknown',
}

export function impliedBy({ status: is, status_at, timestamp_opt, timestamp_signup, source }: MemberRow): Consent {
  const status = IMPLIED[is]
  if (!isGiven(status)) return { status, captured_at: 0, source }
  const captured_at: Seconds = (status === 'confirmed' ? timestamp_opt : timestamp_signup) || status_at
  return { status, captured_at, source }
}
