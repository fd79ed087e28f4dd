import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { WorkflowType } from '../../model/automations/automation.ts'

/** A whole automation with its emails, as the web application makes it. */
export type AutomationPlan = Omit<ControlSchemas['AutomationCreate'], 'trigger' | 'list_id'>

/** A plan names something that its list does not have, or contradicts itself. */
export class InvalidPlanError extends Error {
  override readonly name = 'InvalidPlanError'
  readonly path: readonly (string | number)[]

  constructor(path: readonly (string | number)[], message: string) {
    super(message)
    this.path = path
  }
}

/** The error about a member of a plan that its type of workflow does not take. */
export function outOfPlace(name: string, type: WorkflowType): InvalidPlanError {
  return new InvalidPlanError([name], `must be left out with the type ${type}`)
}
