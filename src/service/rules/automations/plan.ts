import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { ApiError } from '../../../kernel/world/errors.ts'
import type { WorkflowType } from '../../model/automations/automation.ts'
import { errors } from '../../model/errors.ts'

/** A whole automation with its emails, as the web application makes it. */
export type AutomationPlan = Omit<ControlSchemas['AutomationCreate'], 'trigger' | 'list_id'>

/** The error about the plan of an automation: the list lacks what the plan names, or two of its members contradict each other. */
export function planMistake(field: string, condition: string): ApiError {
  return errors.invalid({ field, message: `Value ${condition}.` })
}

/** The error about a member of a plan that its type of workflow does not take. */
export function outOfPlace(name: string, type: WorkflowType): ApiError {
  return planMistake(name, `must be left out with the type ${type}`)
}
