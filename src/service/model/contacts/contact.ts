import { type MemberRow, members } from '../members/member.ts'
import { defineMachine } from '../../../kernel/world/machine.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { errors } from '../errors.ts'
import { lists, type ListRow } from '../lists/list.ts'
import { sha256 } from '../../../kernel/support/digest.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { ChannelStatus, ConsentStatus } from './consent.ts'

type Shared = 'seq' | 'contact_id' | 'list_id' | 'merge_fields' | 'language' | 'source' | 'created_at' | 'last_changed'

/**
 * A contact without an address, and so not a member. When the contact gets an address, a member with the same contact id replaces
 * the row.
 */
export interface PhoneContactRow extends Pick<MemberRow, Shared> {
  readonly status: 'active' | 'archived'
}

export const phoneContacts = defineTable<PhoneContactRow>()('phone_contacts', {
  key: ['contact_id'],
  indexes: { byCreation: ['list_id', 'created_at'], byChange: ['list_id', 'last_changed'] },
  ownedBy: [[lists, 'byCreation']],
})

/** The moves of a contact without an address; one with an address lives as a member. */
export type PhoneContactMove = 'archive' | 'restore'

/** The state machine of a contact without an address. */
export const phoneContactMachine = defineMachine<PhoneContactRow, PhoneContactMove>(phoneContacts, {
  name: 'phone contact',
  states: { active: 'initial', archived: 'reached' },
  moves: {
    archive: { from: ['active'], to: 'archived', sets: (_contact, now) => ({ last_changed: now }) },
    restore: { from: ['archived'], to: 'active' },
  },
  refuse: ({ status }, move) => errors.badRequest(`The contact is ${status}: it cannot ${move}.`),
})

/** A contact of an audience: a member of the list, or a contact with only a phone. */
export type ContactRow = MemberRow | PhoneContactRow

/** The phone of a contact. A contact has at most one, and a phone is unique in an audience. */
export interface SmsChannelRow extends Row {
  readonly contact_id: string
  readonly list_id: string
  readonly phone: string
  /** SHA-256 of the phone. */
  readonly hash: string
  readonly effective: ChannelStatus
  readonly consent: ConsentStatus
  readonly consent_source: string
  /** When the contact last confirmed, even if it denied later; 0 for never. */
  readonly captured_at: Seconds
  readonly source: string
  /** When the phone, the consent or the status last changed. */
  readonly updated_at: Seconds
}

export const smsChannels = defineTable<SmsChannelRow>()('sms_channels', {
  key: ['contact_id'],
  indexes: { byHash: ['hash', 'list_id'], onList: ['list_id'] },
  ownedBy: [
    [lists, 'onList'],
    [members, 'key'],
    [phoneContacts, 'key'],
  ],
})

/** The hash by which the service identifies a phone. */
export function hashOfPhone(phone: string): string {
  return sha256(phone)
}

/** Returns the phone of a contact, or `undefined` if there is none. */
export function findSmsChannel(tx: ReadTx, { contact_id }: { readonly contact_id: string }): SmsChannelRow | undefined {
  return tx.first(smsChannels.key, { contact_id })
}

/** The status that the phone of a contact is shown with. An archived contact is unsubscribed on all channels. */
export function smsStatus({ effective }: SmsChannelRow, status: 'archived' | (string & {})): ChannelStatus {
  return status === 'archived' ? 'unsubscribed' : effective
}

/** Returns the owner of a phone, by its hash. */
export function holderOfPhone(tx: ReadTx, list: ListRow, hash: string): SmsChannelRow | undefined {
  return tx.first(smsChannels.byHash, { hash, list_id: list.id })
}
