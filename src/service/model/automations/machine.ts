import { defineMachine } from '../../../kernel/world/machine.ts'
import { errors } from '../errors.ts'
import { automationEmails, type AutomationEmailRow, type AutomationRow, automations } from './automation.ts'

export type AutomationMove = 'start' | 'pause' | 'archive'

/** The state machine of an automation. It is sending while any of its emails is. */
export const automationMachine = defineMachine<AutomationRow, AutomationMove>(automations, {
  name: 'automation',
  states: { save: 'initial', paused: 'reached', sending: 'reached', archived: 'reached' },
  moves: {
    start: { from: ['save', 'paused'], to: 'sending', sets: ({ start_time }, now) => ({ start_time: start_time || now }) },
    pause: { from: ['sending'], to: 'paused' },
    archive: { from: ['save', 'paused', 'sending'], to: 'archived', sets: () => ({ job: 0 }) },
  },
  refuse: ({ id, status }, move) =>
    errors.badRequest(
      status === 'archived'
        ? `The automation ${id} is archived, so nothing can change.`
        : `The automation ${id} ${move === 'pause' ? 'was never started' : 'is being sent'}.`,
    ),
})

export type AutomationEmailMove = 'start' | 'pause'

export const automationEmailMachine = defineMachine<AutomationEmailRow, AutomationEmailMove>(automationEmails, {
  name: 'automation email',
  states: { save: 'initial', paused: 'reached', sending: 'reached' },
  moves: {
    start: { from: ['save', 'paused'], to: 'sending', sets: ({ start_time }, now) => ({ start_time: start_time || now }) },
    pause: { from: ['sending'], to: 'paused' },
  },
  refuse: ({ id, status }) => errors.badRequest(`The email ${id} has the status ${status}.`),
})
