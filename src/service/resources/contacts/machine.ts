import { defineMachine } from '../../../kernel/world/machine.ts'
import { errors } from '../answers/errors.ts'
import { phoneContacts, type PhoneContactRow } from './phone-contact.ts'

/** The moves of a contact without an address; one with an address lives as a member. */
export type PhoneContactMove = 'archive' | 'restore'

/** The state machine of a contact without an address. */
export const phoneContactMachine = defineMachine<PhoneContactRow, PhoneContactMove>(phoneContacts, {
  name: 'phone contact',
  states: { active: 'initial', archived: 'reached' },
  moves: {
    archive: { from: ['active'], to: 'archived' },
    restore: { from: ['archived'], to: 'active' },
  },
  refuse: ({ status }, move) => errors.badRequest(`The contact is ${status}: it cannot ${move}.`),
})
