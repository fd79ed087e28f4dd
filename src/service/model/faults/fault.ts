import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { When } from '../../../kernel/support/when.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { EffectFields } from './effect-fields.ts'

/** The effect of a fault, its matching calls, and the conditions under which it fires. */
export interface FaultFields {
  readonly match: ControlSchemas['FaultMatch']
  readonly when: When
  readonly effect: EffectFields
  readonly stage: ControlSchemas['FaultStage']
  /** Whether a test expects the fault to fire at least once. */
  readonly must_fire: boolean
}

/** A fault of a world. Its tally is kept beside the world: see `FaultTallies`. */
export interface FaultRow extends Row, FaultFields {
  readonly id: number
  /** The outage that it belongs to; missing if none. */
  readonly outage?: string
}

export const faults = defineTable<FaultRow>()('faults', {
  key: ['id'],
  remembered: false,
})

/** Maximum number of faults in a world. */
export const FAULTS_MAX = 1_000
