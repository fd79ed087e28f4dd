import { tableNamed } from '../../service/model/tables.ts'
import { ScenarioError } from '../../service/scenarios/read/scenario-error.ts'
import { loadOrThrow, type ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import { sharedFrom } from '../../service/scenarios/shared-scenarios.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { digestOf } from '../../kernel/world/rows.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { readRows, unpackBase } from './pack-rows.ts'
import { UnreadableRecords, type SavedOrigin } from './read-records.ts'
import type { Store } from './store.ts'

type Rows = Pick<WorldState, 'tables' | 'counters'>

/** Maximum number of cached bases that no scenario plants. Worlds with the same base share its rows. */
const CACHED_MAX = 8

/**
 * Finds the rows that saved worlds begin with. Usually the scenario plants the same rows again. If it does not, since this version
 * of maildouble plants others, the copy in the store counts.
 */
export class Bases {
  readonly #store: Store
  readonly #scenarios: ScenarioSource
  readonly #cached = new Map<string, Promise<Rows>>()

  constructor(store: Store, scenarios: ScenarioSource) {
    this.#store = store
    this.#scenarios = scenarios
  }

  /** The base of a saved world. Throws `UnreadableRecords` with the reason if there is none. */
  async of(saved: SavedOrigin, started_at: Millis): Promise<Rows> {
    await this.#assertUnchanged(saved)
    const planted = await this.#planted(saved, started_at)
    const { base } = saved
    if (planted && digestOf(planted) === base) return planted
    const cached = this.#cached.get(base) ?? this.#readCopy(saved)
    this.#cached.delete(base)
    this.#cached.set(base, cached)
    cached.catch(() => this.#cached.delete(base))
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

  async #readCopy({ base, scenario }: SavedOrigin): Promise<Rows> {
    const packed = await this.#store.readBase(base)
    if (!packed)
      throw new UnreadableRecords(
        `this version of maildouble plants other rows for the scenario ${scenario} than the world began with, and the copy of those, the base ${base}, is missing`,
      )
    const rows = await unpackBase(packed, base)
    if (!rows) throw new UnreadableRecords(`the copy of the rows that it began with, the base ${base}, is damaged`)
    return readRows(rows, tableNamed)
  }
}
