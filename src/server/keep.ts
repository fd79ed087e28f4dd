import { Attendance } from '../host/attendance.ts'
import type { Courier } from '../host/courier.ts'
import { Keeper } from '../host/keeper.ts'
import { Loader } from '../host/loader.ts'
import { keyOfName } from '../host/names.ts'
import type { Pacer } from '../host/pacer.ts'
import type { RealTime } from '../host/real-time.ts'
import { StoreError, type Store } from '../host/store.ts'
import type { Cell, Worlds } from '../host/worlds.ts'
import type { ScenarioSource } from '../scenarios/scenario-source.ts'
import type { WorldWish } from '../scenarios/world-wish.ts'

/** What is kept where. */
export interface Keep {
  readonly store: Store
  /** Whether what cannot be used is moved aside, and begins anew. */
  readonly recover: boolean
}

/** What keeping worlds works with. */
export interface KeptParts {
  readonly worlds: Worlds
  readonly pacer: Pacer
  readonly courier: Courier
  readonly realTime: RealTime
  readonly scenarios: ScenarioSource
  readonly publicUrl: string
  /** Makes the world `default`. */
  readonly begin: () => Promise<Cell>
  readonly log: (message: string) => void
}

/** Worlds that are kept beyond this process. */
export interface KeptWorlds {
  /** Where worlds of other processes are found; nothing if no other process writes to the store. */
  readonly attendance: Attendance | undefined
  /**
   * Brings the worlds that are kept: all of them, or only `default` where others write to the store too. Throws where that is not of the
   * scenario that is wished for.
   */
  readonly open: (wish: Pick<WorldWish, 'scenario'>) => Promise<void>
  /** Ends once all is written. */
  readonly close: () => Promise<void>
}

/** Lets worlds be kept in a store. */
export function keepWorlds({ store, recover }: Keep, parts: KeptParts): KeptWorlds {
  const { worlds, pacer, courier, realTime, scenarios, publicUrl, begin, log } = parts
  const goOn = (cell: Cell): void => {
    pacer.watch(cell)
    courier.look(cell)
  }
  const loader = new Loader({ store, scenarios, publicUrl, realTime, budgets: worlds.budgets })
  const keeper = new Keeper({ store, worlds, loader, realTime, goOn, log })
  const attendance = store.isShared ? new Attendance({ store, worlds, keeper, loader, begin, goOn, log }) : undefined

  async function bring(id: string): Promise<void> {
    const stored = await store.read(id)
    if (!stored) return
    const { cell, kept } = await loader.load(id, stored)
    keeper.goOn(cell, stored, kept)
  }

  return {
    attendance,
    async open({ scenario }) {
      for (const id of attendance ? ['default'] : await store.ids()) {
        try {
          await bring(id)
        } catch (error) {
          if (!recover || !(error instanceof StoreError)) throw error
          log(`${error.message} It was moved to ${await store.setAside(id)}, and the world ${id} begins anew.`)
        }
      }
      for (const name of await store.gone()) {
        const key = keyOfName(name)
        if (key !== undefined) worlds.noteGone(key)
      }
      const known = worlds.byId('default')?.world.scenario
      if (known !== undefined && scenario !== undefined && scenario !== known) throw otherScenario(store, known, scenario)
      attendance?.start()
    },
    async close() {
      attendance?.stop()
      await keeper.settled()
      await store.close()
    },
  }
}

function otherScenario(store: Store, kept: string, wished: string): StoreError {
  return new StoreError(
    `${store.placeOf('default')} holds a world of the scenario ${kept}, and ${wished} was asked for. Leave the scenario out to go on with what is kept, or keep worlds of ${wished} in another place.`,
  )
}
