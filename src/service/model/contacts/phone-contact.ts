import { defineMachine } from '../../../kernel/world/machine.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import { errors } from '../errors.ts'
import type { MemberRow } from '../members/member.ts'
import { lists } from '../lists/list.ts'

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
