import type {
  ControlAnswerOf,
  ControlBodyOf,
  ControlOperationId,
  ControlPathOf,
  ControlQueryOf,
} from '../../kernel/contract/control.ts'
import type { ReplaySandbox } from '../bundle/replay-gate.ts'
import type { Coverage } from '../log/coverage/coverage.ts'
import type { Evidence } from './coverage/evidence.ts'
import type { RequestParts } from '../http/context.ts'
import type { Persistence } from '../runtime/persistence.ts'
import type { ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import type { NewWorldOptions } from '../../service/scenarios/world-options.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { WorldState } from '../../kernel/world/world.ts'

/** The dependencies of the control API's operations. */
export interface ControlContext extends RequestParts {
  readonly coverage: Coverage
  readonly persistence: Persistence
  /** How the assumptions compare with the service; `undefined` if the server was given no evidence. */
  readonly evidence: Evidence | undefined
  readonly version: string
  /** The address of this server, without a trailing slash. */
  readonly publicUrl: string
  /** Real milliseconds since the server started. */
  readonly uptime: () => number
  /** The latest messages of the log that are no Defects. */
  readonly notices: readonly string[]
  /** Aborted when the server stops. */
  readonly ended: AbortSignal
  readonly scenarios: ScenarioSource
  readonly build: (options: NewWorldOptions) => Promise<WorldState>
  readonly openSandbox: () => ReplaySandbox
  /** Sends a call to this server, without a socket. */
  readonly send: (request: Request) => Promise<Response>
}

/** A validated call of the control API. `handle` is the world in its path. */
export interface ControlCall<Id extends ControlOperationId> {
  readonly context: ControlContext
  readonly handle: WorldHandle
  readonly path: ControlPathOf<Id>
  readonly query: ControlQueryOf<Id>
  readonly body: ControlBodyOf<Id>
  /** Returns a header of the request. */
  readonly header: (name: string) => string | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

type Promised<T> = T | Promise<T>

/** One handler per operation of the control API. */
export type ControlOperations = { readonly [Id in ControlOperationId]: (call: ControlCall<Id>) => Promised<ControlAnswerOf<Id>> }
