import type { FindTable } from '../runtime/tables.ts'
import { DEFAULT_SETTINGS } from '../../kernel/contract/settings.ts'
import { ScenarioError } from '../../service/scenarios/read/scenario-error.ts'
import { loadOrThrow, type ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import { sharedFrom } from '../../service/scenarios/shared-scenarios.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { digestOf } from '../../kernel/world/rows.ts'
import { emptyWorld, type WorldState } from '../../kernel/world/world.ts'
import { readRows, unpackBase } from './pack-rows.ts'
import { SAVE_FORMAT } from './formats/format.ts'
import type { PlantedRows } from './formats/stored-rows.ts'
import { UnreadableRecords, type SavedOrigin } from './read-records.ts'
import type { Store } from './store.ts'

type Rows = Pick<WorldState, 'tables' | 'counters'>

/** The first rows of a world, as stored and completed with the rows that older formats do not store. */
interface LoadedBase {
  readonly begun: Rows
  readonly completed: Rows
  /** Whether the world began with other rows, which can't be had any more. */
  readonly isOther?: true
}

/** Maximum number of cached bases that no scenario plants. Worlds with the same base share its rows. */
const CACHED_MAX = 8

/**
 * Finds the rows that saved worlds begin with. Usually the scenario plants the same rows again. If it does not, since this version
 * of maildouble plants others, the copy in the store counts. Without a copy, the rows that this version plants have to do.
 */
export class Bases {
  readonly #store: Store
  readonly #scenarios: ScenarioSource
  readonly #cached = new Map<string, Promise<LoadedBase>>()

  constructor(store: Store, scenarios: ScenarioSource) {
    this.#store = store
    this.#scenarios = scenarios
  }

  /** The base of a saved world. Throws `UnreadableRecords` with the reason if there is none. */
  async of(saved: SavedOrigin, started_at: Millis): Promise<LoadedBase> {
    await this.#assertUnchanged(saved)
    const planted = await this.#planted(saved, started_at)
    if (planted && saved.format === SAVE_FORMAT && digestOf(planted) === saved.base) return { begun: planted, completed: planted }
    const key = `${saved.scenario} ${saved.format} ${saved.base} ${started_at}`
    const cached = this.#cached.get(key) ?? this.#read(saved, started_at, planted)
    this.#cached.delete(key)
    this.#cached.set(key, cached)
    cached.catch(() => this.#cached.delete(key))
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > CACHED_MAX && oldest !== undefined) this.#cached.delete(oldest)
    return cached
  }

  /** Throws if the user's own files of a scenario have changed since the world began. */
  async #assertUnchanged({ scenario, says, started_at }: SavedOrigin): Promise<void> {
    if (says === undefined) return
    await loadOrThrow(this.#scenarios, scenario)
    if ((await this.#scenarios.says?.(scenario)) === says) return
    throw new UnreadableRecords(
      `the scenario ${scenario} has changed since the world began at ${started_at}, or another scenario has its name now`,
    )
  }

  /** The rows that the scenario of a world plants now. Returns `undefined` if the package no longer has the scenario. */
  async #planted({ scenario, scenario_inline, says }: SavedOrigin, started_at: Millis): Promise<Rows | undefined> {
    const shared = sharedFrom(this.#scenarios)
    try {
      const loaded = await (scenario_inline === undefined ? shared.load(scenario) : shared.loadInline(scenario_inline))
      return await shared.plant(loaded, started_at)
    } catch (error) {
      if (error instanceof ScenarioError && says === undefined) return undefined
      throw error
    }
  }

  async #read(saved: SavedOrigin, started_at: Millis, planted: Rows | undefined): Promise<LoadedBase> {
    const { format } = saved
    const rows = await this.#begun(saved, started_at, planted)
    if (typeof rows === 'string') {
      if (planted && (await this.#isUnchanged(saved))) return { begun: planted, completed: planted, isOther: true }
      throw new UnreadableRecords(rows)
    }
    const find = await findTable()
    if (format === SAVE_FORMAT) {
      const begun = readRows(rows, find)
      return { begun, completed: begun }
    }
    const { completed, upgradeBase } = await olderWorlds()
    const begun = readRows(upgradeBase(format, rows, started_at), find)
    const world = emptyWorld({ ...GROUND, clock: { ...GROUND.clock, now: started_at } })
    return { begun, completed: completed(format, { ...world, ...begun }) }
  }

  /** The rows that a world began with, as they were written then, or the reason why there are none. */
  async #begun(
    { format, base, scenario, started_at: start }: SavedOrigin,
    started_at: Millis,
    planted: Rows | undefined,
  ): Promise<PlantedRows | string> {
    if (format === 1) {
      const { earlyBase } = await olderWorlds()
      return (
        (planted && earlyBase(planted, started_at, base)) ??
        `the scenario ${scenario} has changed since the world began at ${start}, or a version of maildouble planted it that this one does not know`
      )
    }
    const packed = await this.#store.readBase(base)
    if (!packed)
      return `this version of maildouble plants other rows for the scenario ${scenario} than the world began with, and the copy of those, the base ${base}, is missing`
    return (await unpackBase(packed, base)) ?? `the copy of the rows that it began with, the base ${base}, is damaged`
  }

  /** Whether other rows of a scenario follow from the version of maildouble alone, and not from files of the user. */
  async #isUnchanged({ scenario, scenario_inline, says }: SavedOrigin): Promise<boolean> {
    return says !== undefined || scenario_inline !== undefined || (await this.#scenarios.says?.(scenario)) === undefined
  }
}

const GROUND = {
  id: 'base',
  scenario: '',
  seed: '',
  base_url: '',
  clock: { now: 0, mode: 'frozen', rate: 0 },
  settings: DEFAULT_SETTINGS,
  credentials: { api_key: '', dc: '', client_id: '', client_secret: '', redirect_uri: '' },
} as const

/**
 * Imports all tables, since a world may hold rows of any of them. Imported lazily: a server that reads no saved world saves the
 * startup time.
 */
export async function findTable(): Promise<FindTable> {
  return (await import('../runtime/tables.ts')).tableNamed
}

/** Imported lazily: most servers read no world of an older format. */
export function olderWorlds() {
  return import('./formats/older-worlds.ts')
}
