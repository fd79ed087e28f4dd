import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { Cause } from '../../../kernel/world/tx.ts'
import type { RecipientRates } from './engagement.ts'

/** A planned trigger on the timeline of a scenario. */
export interface StepRow extends Row {
  /** Its number and its trigger: `3-member.unsubscribe`. */
  readonly id: string
  readonly at: Millis
  readonly body: ControlSchemas['Trigger']
  /** Whether it has run, or was rejected: then `refused` says why. */
  readonly outcome: 'pending' | 'done' | 'refused'
  readonly refused: string
  /** The reactions of the recipients to the campaign of the trigger; by default the setting of the list. */
  readonly readers?: RecipientRates
}

export const timeline = defineTable<StepRow>()('timeline', {
  key: ['id'],
  indexes: { byOutcome: ['outcome'] },
})

/** The cause of the changes that a step or a reaction makes: its trigger, which is the last part of its name. */
export function causeOfStep(subject: string): Cause {
  return { trigger: subject.slice(subject.lastIndexOf('-') + 1) }
}
