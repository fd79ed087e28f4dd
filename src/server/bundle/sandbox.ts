import type { NewWorldOptions } from '../../service/scenarios/world-options.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'
import type { ReplayGate } from './replay-gate.ts'

/** A separate server in which a bundle is replayed before its world is added to this one. */
export interface ReplaySandbox {
  readonly worlds: WorldRegistry
  readonly scheduler: Scheduler
  readonly gate: ReplayGate
  readonly build: (options: NewWorldOptions) => Promise<WorldState>
  readonly fetch: (request: Request) => Response | Promise<Response>
}
