import type { ReadTx, Tx, WorldRules } from '../../kernel/world/tx.ts'
import type { Row, Table } from '../../kernel/world/table.ts'
import type { OnDemand } from '../../kernel/world/on-demand.ts'
import type { BodyChecks, BodyPreparations, Operations, Fetches } from './requests/operation.ts'
import type { ResourceEvents } from './resource-events.ts'
import type { PathCall } from '../model/requests/call.ts'

/**
 * Everything that the rest of the double needs to know about a resource. Modules that only a few calls need are loaded on demand.
 */
export interface Manifest {
  /** Loads its handlers, when one of its operations is first called. A resource without operations in the contract has none. */
  readonly operations?: () => Promise<Partial<Operations>>
  /**
   * Loads what checks the path of a call before its body is read, with the handlers. Without it, the handlers check the path, so that an
   * invalid body is refused first.
   */
  readonly checkPath?: () => Promise<PathCheck>
  /** Loads what completes the errors about bodies that violate their schema, with the handlers. */
  readonly checkBody?: () => Promise<BodyChecks>
  /** Loads, with the handlers, the functions that load or unpack what a body needs before the transaction, in batches too. */
  readonly prepareBody?: () => Promise<BodyPreparations>
  /** Requests to other servers before its operations run. */
  readonly fetches?: Fetches
  /** The handlers of its jobs, by kind: `<resource>.<action>`. `subject` is the id of the row that the job is about. */
  readonly jobs?: WorldRules['jobs']
  /**
   * The modules that are loaded before its jobs, by kind, and before transactions in worlds with rows of a table, for its
   * reactions. They are also loaded with its handlers, which may make the first row.
   */
  readonly modules?: {
    readonly jobs: { readonly [kind: string]: OnDemand }
    readonly rows?: readonly { readonly table: Table<Row>; readonly modules: readonly OnDemand[] }[]
  }
  /** Reactions to events of other resources, where direct calls would create circular dependencies. */
  readonly reactions?: { readonly [Type in keyof ResourceEvents]?: (tx: Tx, event: ResourceEvents[Type]) => void }
}

/** Throws if the path of a call names something that does not exist, or that the call may not change. */
export type PathCheck = (tx: ReadTx, call: PathCall) => void
