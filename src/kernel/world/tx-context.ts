import type { TraceContext } from '../support/traceparent.ts'
import type { Cause } from './history.ts'
import type { JobRow } from './job.ts'
import type { Sidecar } from './world.ts'

/** The context of a transaction: its cause, and the data kept beside the world. */
export interface TxContext {
  readonly cause?: Cause | undefined
  /** The job that the transaction runs. */
  readonly job?: JobRow | undefined
  readonly sidecar?: Sidecar | undefined
  readonly trace?: TraceContext
}
