import type { ControlSchemas } from '../../../kernel/contract/control.ts'

/** The effect of a fault, as the contract describes it: a kind with its value, and additions to the kind. */
export type EffectFields = ControlSchemas['FaultEffect']
