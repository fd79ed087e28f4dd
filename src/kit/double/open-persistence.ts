import { WorldDirectory } from '../../server/persistence/directory.ts'
import type { WebhookSender } from '../../server/outbound/webhook-sender.ts'
import { Persister } from '../../server/persistence/persister.ts'
import { Loader } from '../../server/persistence/loader.ts'
import { keyOfName } from '../../server/runtime/names.ts'
import { oneProcess } from '../../server/runtime/one-process.ts'
import type { Persistence } from '../../server/runtime/persistence.ts'
import type { Scheduler } from '../../server/runtime/scheduler.ts'
import type { RealTime } from '../../server/runtime/real-time.ts'
import { StoreError, UnreadableWorld, type Store } from '../../server/persistence/store.ts'
import type { WorldHandle } from '../../server/runtime/world-handle.ts'
import type { WorldRegistry } from '../../server/runtime/worlds.ts'
import type { ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import type { NewWorldOptions } from '../../service/scenarios/world-options.ts'
import type { ServerMetrics } from '../../server/metrics/server-metrics.ts'
import { timedStore } from '../../server/persistence/timed-store.ts'
import type { Log } from '../../kernel/support/thrown.ts'

/** Where worlds are saved. */
interface PersistenceHooks {
  readonly store: Store
  /** Whether unreadable worlds are moved aside. */
  readonly recover: boolean
}

/** Dependencies of persistence. */
export interface PersistentWorldsOptions {
  readonly worlds: WorldRegistry
  readonly scheduler: Scheduler
  readonly webhookSender: WebhookSender
  readonly realTime: RealTime
  readonly scenarios: ScenarioSource
  readonly publicUrl: string
  /** Creates the world `default`. */
  readonly createDefault: () => Promise<WorldHandle>
  readonly metrics: ServerMetrics
  readonly log: Log
}

/** Worlds that outlive this process. */
export interface PersistentWorlds {
  readonly persistence: Persistence
  /**
   * Loads the saved worlds: all of them, or only `default` if the store is shared. Unreadable worlds are recorded and stay
   * untouched. Throws if `default` was made from another scenario than the requested one.
   */
  readonly open: (options: Pick<NewWorldOptions, 'scenario'>) => Promise<void>
  /** Resolves once everything is saved. */
  readonly close: () => Promise<void>
}

/** Sets up persistence with a store. */
export function openPersistence({ store: given, recover }: PersistenceHooks, parts: PersistentWorldsOptions): PersistentWorlds {
  const { worlds, scheduler, webhookSender, realTime, scenarios, publicUrl, createDefault, metrics, log } = parts
  const store = timedStore(given, metrics)
  const resume = (handle: WorldHandle): void => {
    scheduler.startTimer(handle)
    webhookSender.refresh(handle)
  }
  const loader = new Loader({ store, scenarios, publicUrl, realTime, budgets: worlds.budgets })
  const persister = new Persister({ store, worlds, loader, realTime, resume, log })
  const directory = store.isShared ? new WorldDirectory({ store, worlds, persister, loader, createDefault, log }) : undefined

  /** Reads a world. An unreadable one is moved aside if `recover` is set, and is recorded otherwise. */
  async function load(id: string) {
    try {
      return await loader.load(id)
    } catch (error) {
      if (!(error instanceof UnreadableWorld)) throw error
      if (recover) {
        log(
          `${error.reason} It was moved to ${await store.quarantine(id)}${id === 'default' ? ', and default is created anew' : ''}.`,
        )
      } else {
        worlds.unreadable.set(id, error)
        log(`Calls for the world ${id} are answered with 503. ${error.message}`)
      }
      return undefined
    }
  }

  return {
    persistence: directory ?? oneProcess(worlds, scheduler, { ownerOf: (name) => store.ownerOf(name), progress: persister }),
    async open({ scenario }) {
      const loaded = []
      for (const id of directory ? ['default'] : await store.ids()) {
        const found = await load(id)
        if (found) loaded.push(found)
      }
      // The other worlds of a shared store are loaded on demand.
      if (directory && recover) for (const id of await store.ids()) await load(id)
      const savedScenario = loaded.find(({ handle }) => handle.world.id === 'default')?.handle.world.scenario
      if (savedScenario !== undefined && scenario !== undefined && scenario !== savedScenario)
        throw new StoreError(otherScenario(store, savedScenario, scenario))
      // No world may run before all have been read.
      for (const { handle, inStore } of loaded) persister.adopt(handle, inStore)
      for (const name of await store.gone()) {
        const key = keyOfName(name)
        if (key !== undefined) worlds.markKeyGone(key)
      }
      directory?.start()
    },
    async close() {
      directory?.stop()
      await persister.close()
      await store.close()
    },
  }
}

function otherScenario(store: Store, saved: string, requested: string): string {
  return `${store.placeOf('default')} holds a world of the scenario ${saved}, and ${requested} was requested. Leave the scenario out to continue with the saved world, or save worlds of ${requested} in another place.`
}
