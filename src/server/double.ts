import { setMaxListeners } from 'node:events'
import type { Hono } from 'hono'
import type { Access } from '../control/guard.ts'
import type { ReplaySandbox, ControlContext } from '../control/context.ts'
import { WebhookSender } from '../outbound/webhook-sender.ts'
import { followBatches } from '../coverage/batches.ts'
import { Coverage } from '../coverage/coverage.ts'
import { Egress } from '../outbound/egress.ts'
import { Scheduler } from '../runtime/scheduler.ts'
import { logRefusedSteps } from '../runtime/refused-steps.ts'
import type { ScenarioSource } from '../scenarios/read/scenario-source.ts'
import type { WorldWish } from '../scenarios/scenarios.ts'
import { shippedScenarios } from '../scenarios/read/shipped-scenarios.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { Worlds } from '../runtime/worlds.ts'
import type { NodeBindings } from '../http/request.ts'
import { RealTime } from '../runtime/real-time.ts'
import { rules } from '../runtime/rules.ts'
import { realNow } from '../support/time.ts'
import { createApp } from './app.ts'
import type { PersistentWorldsOptions, PersistentWorlds } from './keep.ts'
import type { World } from '../world/world.ts'
import { version } from './version.ts'

/** What a double is put together from. */
export interface Parts {
  readonly publicUrl: string
  readonly access: Access
  readonly log: (message: string) => void
  readonly build: (wish: WorldWish) => Promise<World>
  /** What worlds can begin with; what ships if it is left out. */
  readonly scenarios?: ScenarioSource
  /** Whom webhooks may be sent to; nobody but this machine if it is left out. */
  readonly egress?: Egress
  /** The worlds of another server, to which the only one of this is to go in the end: nothing is sent from here. */
  readonly rehearses?: Worlds
  /** Keeps the worlds beyond this process, if they are to be kept. */
  readonly keep?: ((parts: PersistentWorldsOptions) => PersistentWorlds) | undefined
}

/** A server without a socket: its worlds, and the whole of it as a fetch handler. */
export interface Assembled {
  readonly app: Hono<{ Bindings: NodeBindings }>
  readonly stage: ControlContext
  /**
   * Makes the world `default`, to which requests come that name no other. Throws an `UnreadableWorld` if it is kept and can't be read; all others
   * are there nevertheless.
   */
  readonly begin: (wish: Omit<WorldWish, 'id' | 'base_url'>) => Promise<WorldHandle>
  /** Sends nothing more, and ends what goes on without end. */
  readonly end: () => void
  /** Resolves once all is kept that is to be kept; after the last call has been answered. */
  readonly close: () => Promise<void>
}

/** Nobody comes to a rehearsal from outside. */
const OPEN: Access = { hosts: [], origins: [], allowedOrigins: [], token: undefined }

/** Wires the parts into one server. */
export function assemble({
  publicUrl,
  access,
  log,
  build,
  scenarios = shippedScenarios,
  egress = new Egress(),
  rehearses,
  keep,
}: Parts): Assembled {
  const began = realNow()
  const worlds = new Worlds(rehearses)
  const realTime = new RealTime()
  const pacer: Scheduler = new Scheduler(rules, log, () => courier, realTime)
  const courier = new WebhookSender({ worlds, scheduler: pacer, egress, log })
  const coverage = new Coverage((id) => worlds.byId(id) !== undefined)
  // In a rehearsal nothing happens that has not happened before, and the world leaves it.
  if (!rehearses) {
    followBatches(coverage, worlds)
    logRefusedSteps(worlds, log)
  }
  const ending = new AbortController()
  // As many may wait for it as there are calls that wait for something.
  setMaxListeners(0, ending.signal)
  const uptime = (): number => realNow() - began
  const rehearse = (): ReplaySandbox => {
    const { app, stage, end } = assemble({ publicUrl, access: OPEN, log, build, scenarios, rehearses: worlds })
    end()
    return { stage, fetch: (request) => app.fetch(request) }
  }
  let wished: Omit<WorldWish, 'id' | 'base_url'> = {}
  const begin = async (): Promise<WorldHandle> => {
    const handle = worlds.add(await build({ ...wished, id: 'default', base_url: publicUrl }))
    pacer.watch(handle)
    // Another process may have begun it at the same time.
    if ((await handle.persisted()) ?? true) return handle
    return (await kept?.attendance?.load('default')) ?? worlds.default
  }
  const kept = keep?.({ worlds, pacer, courier, realTime, scenarios, publicUrl, begin, log })
  const stage: ControlContext = {
    worlds,
    attendance: kept?.attendance,
    pacer,
    courier,
    coverage,
    version,
    publicUrl,
    uptime,
    ended: ending.signal,
    scenarios,
    build,
    rehearse,
  }
  return {
    app: createApp(stage, access, log),
    stage,
    begin: async (wish) => {
      wished = wish
      await kept?.open(wish)
      worlds.unreadable.assertReadable('default')
      return (kept && worlds.byId('default')) ?? begin()
    },
    close: async () => kept?.close(),
    end: () => {
      ending.abort()
      courier.stop()
      for (const handle of worlds.all()) handle.stop()
    },
  }
}
