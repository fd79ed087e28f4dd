import type { Rules } from '../world/tx.ts'
import { react } from './reactions.ts'

/** What the kernel is told about the resources: consequences of events, and what each job does. */
export const rules: Rules = { react, jobs: {} }
