import { onDemand } from '../../../kernel/world/on-demand.ts'

/** The validators of conditions, which only campaigns to conditions of their own need. */
export const conditionChecks = onDemand(() => import('../../../kernel/contract/generated/service/validators/segments.js'))
