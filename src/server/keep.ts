import { Attendance } from '../host/attendance.ts'
import type { Courier } from '../host/courier.ts'
import { Keeper } from '../host/keeper.ts'
import type { Keepsake } from '../host/keepsake.ts'
import { Loader } from '../host/loader.ts'
import { keyOfName } from '../host/names.ts'
import type { Pacer } from '../host/pacer.ts'
import type { RealTime } from '../host/real-time.ts'
import { StoreError, type Store, type Stored } from '../host/store.ts'
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

  /** A world as it is kept, if it can be used, or is not to be moved aside. */
  async function load(id: string, problems: string[]): Promise<Loaded | undefined> {
    const stored = await store.read(id)
    try {
      return stored && { stored, ...(await loader.load(id, stored)) }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      if (!recover) problems.push(error.message)
      else
        log(`${error.message} It was moved to ${await store.setAside(id)}${id === 'default' ? ', and default begins anew' : ''}.`)
      return undefined
    }
  }

  return {
    attendance,
    async open({ scenario }) {
      const problems: string[] = []
      const loaded: Loaded[] = []
      for (const id of attendance ? ['default'] : await store.ids()) {
        const found = await load(id, problems)
        if (found) loaded.push(found)
      }
      const known = loaded.find(({ kept }) => kept.world.id === 'default')?.kept.world.scenario
      if (known !== undefined && scenario !== undefined && scenario !== known)
        problems.push(otherScenario(store, known, scenario))
      if (problems.length > 0) throw new StoreError(problems.join('\n'))
      // Nothing happens in any of them before all can be used.
      for (const { cell, stored, kept } of loaded) keeper.goOn(cell, stored, kept)
      for (const name of await store.gone()) {
        const key = keyOfName(name)
        if (key !== undefined) worlds.noteGone(key)
      }
      attendance?.start()
    },
    async close() {
      attendance?.stop()
      await keeper.close()
      await store.close()
    },
  }
}

interface Loaded {
  readonly stored: Stored
  readonly cell: Cell
  readonly kept: Keepsake
}

function otherScenario(store: Store, kept: string, wished: string): string {
  return `${store.placeOf('default')} holds a world of the scenario ${kept}, and ${wished} was asked for. Leave the scenario out to go on with what is kept, or keep worlds of ${wished} in another place.`
}
