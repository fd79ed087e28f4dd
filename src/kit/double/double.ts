import { setMaxListeners } from 'node:events'
import type { Hono } from 'hono'
import type { Access } from '../../server/control/guard.ts'
import { ReplayGate, type ReplaySandbox } from '../../server/bundle/replay-gate.ts'
import type { Evidence } from '../../server/control/coverage/evidence.ts'
import type { ControlContext } from '../../server/control/context.ts'
import { WebhookSender } from '../../server/outbound/webhook-sender.ts'
import { Coverage } from '../../server/log/coverage/coverage.ts'
import { type Gate, OPEN_GATE } from '../../server/log/gate.ts'
import { Egress } from '../../server/outbound/egress.ts'
import { InProcessReceivers } from '../../server/outbound/in-process-receivers.ts'
import { oneProcess } from '../../server/runtime/one-process.ts'
import { Scheduler } from '../../server/runtime/scheduler.ts'
import type { ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import type { NewWorldOptions } from '../../service/scenarios/world-options.ts'
import { shippedScenarios } from '../../service/scenarios/read/shipped-scenarios.ts'
import type { WorldHandle } from '../../server/runtime/world-handle.ts'
import { WorldRegistry } from '../../server/runtime/worlds.ts'
import type { NodeBindings } from '../../server/http/request.ts'
import { RealTime } from '../../server/runtime/real-time.ts'
import { rules } from '../../server/runtime/rules.ts'
import { realNow } from '../../kernel/support/time.ts'
import { createApp } from './app.ts'
import type { ReceiveAt } from './options.ts'
import type { PersistentWorldsOptions, PersistentWorlds } from './open-persistence.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { countActivity, coverWorlds, logRefusedSteps } from './activity.ts'
import { ServerMetrics } from '../../server/metrics/server-metrics.ts'
import type { Log } from '../../kernel/support/thrown.ts'
import { version } from '../../kernel/contract/generated/version.ts'

/** The parts of a double. */
interface DoubleParts {
  readonly publicUrl: string
  readonly access: Access
  readonly log: (message: string) => void
  readonly build: (options: NewWorldOptions) => Promise<WorldState>
  /** The available scenarios; by default the scenarios of the package. */
  readonly scenarios?: ScenarioSource
  /** The hosts that webhooks may be sent to; by default only this machine. */
  readonly egress?: Egress
  /** For a replay sandbox: the worlds of the server that the replayed world is added to. Nothing is sent from a sandbox. */
  readonly sandboxFor?: WorldRegistry
  /** Decides when calls continue; only a replay has one of its own. */
  readonly gate?: Gate
  /** Maximum number of bytes of the journal of each world. */
  readonly journalBytes?: number | undefined
  /** A key that is valid in each world that a call names. */
  readonly sharedKey?: string | undefined
  /** How the assumptions compare with the service. */
  readonly evidence?: Evidence | undefined
  /** Sets up persistence; without it, worlds end with the process. */
  readonly persist?: ((parts: PersistentWorldsOptions) => PersistentWorlds) | undefined
}

/** A server without a socket: its worlds, and all of it as a fetch handler. */
export interface Assembled {
  readonly app: Hono<{ Bindings: NodeBindings }>
  readonly context: ControlContext
  /**
   * Creates the world `default`, which serves all requests that name no other world. Throws an `UnreadableWorld` if it is stored
   * but can't be read; the other worlds are available nevertheless.
   */
  readonly begin: (options: Omit<NewWorldOptions, 'id' | 'base_url'>) => Promise<WorldHandle>
  /** Stops sending webhooks, and ends streams and waiting calls. */
  readonly end: () => void
  /** Hands webhooks to a function of this process instead of sending them. */
  readonly receiveAt: ReceiveAt
  /** Resolves once everything is saved. To be called after the last call has been answered. */
  readonly close: () => Promise<void>
}

/** A sandbox has no outside callers. */
const OPEN: Access = { hosts: [], origins: [], allowedOrigins: [], token: undefined }

/** Number of messages of the log that the control API shows. */
const NOTICES_MAX = 20

/** Assembles a server. */
export function assemble({
  publicUrl,
  access,
  log: report,
  build,
  scenarios = shippedScenarios,
  egress = new Egress(),
  sandboxFor,
  gate = OPEN_GATE,
  journalBytes,
  sharedKey,
  evidence,
  persist,
}: DoubleParts): Assembled {
  const began = realNow()
  const metrics = new ServerMetrics()
  const notices: string[] = []
  const log: Log = (message, kind) => {
    if (kind === 'defect') metrics.defects++
    else if (notices.push(message) > NOTICES_MAX) notices.shift()
    report(message)
  }
  const worlds = new WorldRegistry(sandboxFor, journalBytes)
  const realTime = new RealTime()
  const scheduler: Scheduler = new Scheduler(rules, log, () => webhookSender, realTime)
  const inProcess = new InProcessReceivers()
  const webhookSender = new WebhookSender({ worlds, scheduler, egress, inProcess, log })
  const coverage = new Coverage((id) => worlds.byId(id) !== undefined)
  // Replayed calls are neither counted nor logged a second time.
  if (!sandboxFor) {
    coverWorlds(worlds, coverage)
    countActivity(worlds, metrics)
    logRefusedSteps(worlds, log)
  }
  const ending = new AbortController()
  // Every waiting call adds a listener.
  setMaxListeners(0, ending.signal)
  const uptime = (): number => realNow() - began
  const openSandbox = (): ReplaySandbox => {
    const replayGate = new ReplayGate()
    const { app, context, end } = assemble({
      publicUrl,
      access: OPEN,
      log,
      build,
      scenarios,
      sandboxFor: worlds,
      gate: replayGate,
    })
    end()
    return {
      worlds: context.worlds,
      scheduler: context.scheduler,
      gate: replayGate,
      build,
      fetch: (request) => app.fetch(request),
    }
  }
  let defaultOptions: Omit<NewWorldOptions, 'id' | 'base_url'> = {}
  const begin = async (): Promise<WorldHandle> => {
    const handle = worlds.add(await build({ ...defaultOptions, id: 'default', base_url: publicUrl }))
    scheduler.startTimer(handle)
    // Another process may have created it at the same time.
    if ((await handle.persisted()) ?? true) return handle
    await persistence.load('default')
    return worlds.default
  }
  const saved = persist?.({
    worlds,
    scheduler,
    webhookSender,
    realTime,
    scenarios,
    publicUrl,
    createDefault: begin,
    metrics,
    log,
  })
  const persistence = saved?.persistence ?? oneProcess(worlds, scheduler)
  const context: ControlContext = {
    worlds,
    persistence,
    scheduler,
    webhookSender,
    coverage,
    gate,
    metrics,
    log,
    worldHeaders: sandboxFor ? undefined : { sharedKey },
    evidence,
    version,
    publicUrl,
    uptime,
    notices,
    ended: ending.signal,
    scenarios,
    build,
    openSandbox,
    send: async (request) => app.fetch(request),
  }
  const app = createApp(context, access)
  return {
    app,
    context,
    receiveAt: (url, receive, { world: id } = {}) => inProcess.add(url, receive, id),
    begin: async (options) => {
      defaultOptions = options
      await saved?.open(options)
      worlds.assertReadable('default')
      return worlds.byId('default') ?? begin()
    },
    close: async () => saved?.close(),
    end: () => {
      ending.abort()
      webhookSender.stop()
      for (const handle of worlds.all()) handle.stop()
    },
  }
}
