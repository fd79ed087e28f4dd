import type { AnswerOf, BodyOf, OperationId, PathOf, QueryOf } from '../contract/control.ts'
import type { WorldDirectory } from '../persistence/directory.ts'
import type { WebhookSender } from '../outbound/webhook-sender.ts'
import type { Coverage } from '../coverage/coverage.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import type { ScenarioSource } from '../scenarios/read/scenario-source.ts'
import type { WorldWish } from '../scenarios/scenarios.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Worlds } from '../runtime/worlds.ts'
import type { World } from '../world/world.ts'

/** What the control API works with. */
export interface ControlContext {
  readonly worlds: Worlds
  readonly pacer: Scheduler
  readonly courier: WebhookSender
  readonly coverage: Coverage
  /** Where worlds of other processes are found; nothing if there are no others. */
  readonly attendance: WorldDirectory | undefined
  readonly version: string
  /** The address of this server, without a slash at the end. */
  readonly publicUrl: string
  /** Real milliseconds since the server began. */
  readonly uptime: () => number
  /** Tells when the server stops. */
  readonly ended: AbortSignal
  /** What worlds can begin with. */
  readonly scenarios: ScenarioSource
  /** Makes a world from one of them. */
  readonly build: (wish: WorldWish) => Promise<World>
  /** A place of its own for a world that is replayed. */
  readonly rehearse: () => ReplaySandbox
}

/** A server beside this one, in which a world is made before it comes here. */
export interface ReplaySandbox {
  readonly stage: ControlContext
  readonly fetch: (request: Request) => Response | Promise<Response>
}

/** A checked call of the control API. `handle` is the world its path names. */
export interface ControlCall<Id extends OperationId> {
  readonly stage: ControlContext
  readonly handle: WorldHandle
  readonly path: PathOf<Id>
  readonly query: QueryOf<Id>
  readonly body: BodyOf<Id>
  /** A header of the request. */
  readonly header: (name: string) => string | undefined
  /** Tells when the client has gone away. */
  readonly gone: AbortSignal
}

type Promised<T> = T | Promise<T>

/** A handler for each operation of the control API. */
export type ControlOperations = { readonly [Id in OperationId]: (call: ControlCall<Id>) => Promised<AnswerOf<Id>> }
