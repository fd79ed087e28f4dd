import { jobs } from '../resources/jobs.ts'
import { react } from '../resources/reactions.ts'
import type { Rules } from '../world/tx.ts'

/** What the kernel is told about the resources: consequences of events, and what each job does. */
export const rules: Rules = { react, jobs }
