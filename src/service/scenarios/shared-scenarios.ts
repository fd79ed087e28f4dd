import type { Millis } from '../../kernel/support/time.ts'
import { needsPools } from './plant/plant.ts'
import { plantOnce, type Planted } from './plant/plant-once.ts'
import { standardPools } from './generate/people.ts'
import { joined, ScenarioDataError } from './read/scenario-error.ts'
import { loadOrThrow, type LoadedScenario, type ScenarioSource } from './read/scenario-source.ts'

/** Maximum number of cached rows of unused data. The cache makes the next world start fast. */
const CACHED_ROWS_MAX = 250_000

interface CacheEntry {
  readonly planted: Promise<Planted>
  /** 0 until it is known. */
  rows: number
}

/** A cache of a source's scenarios: each is loaded once, and planted once per starting instant. */
class SharedScenarios {
  readonly #source: ScenarioSource
  readonly #loaded = new Map<string, Promise<LoadedScenario>>()
  readonly #planted = new Map<string, CacheEntry>()
  /** A number for each loaded version of a scenario, since its files may change. */
  readonly #versions = new WeakMap<LoadedScenario, number>()
  #lastVersion = 0

  constructor(source: ScenarioSource) {
    this.#source = source
  }

  /** Loads a scenario by its name. A failed load is tried again the next time. */
  load(name: string): Promise<LoadedScenario> {
    if (this.#source.changes) return loadOrThrow(this.#source, name)
    const cached = this.#loaded.get(name)
    if (cached) return cached
    const loading = loadOrThrow(this.#source, name)
    this.#loaded.set(name, loading)
    loading.catch(() => this.#loaded.delete(name))
    return loading
  }

  /** The data of a scenario for a world that starts at an instant. */
  plant(loaded: LoadedScenario, now: Millis): Promise<Planted> {
    const key = `${loaded.scenario.name} ${this.#versionOf(loaded)} ${Math.floor(now / 1000)}`
    const cached = this.#planted.get(key)
    if (cached) return cached.planted
    const entry: CacheEntry = { planted: plantNow(loaded, now), rows: 0 }
    this.#planted.set(key, entry)
    void this.#count(key, entry)
    return entry.planted
  }

  #versionOf(loaded: LoadedScenario): number {
    const edition = this.#versions.get(loaded) ?? ++this.#lastVersion
    this.#versions.set(loaded, edition)
    return edition
  }

  /** Notes the size of the data once it is planted. A failure is reported to the waiting caller. */
  async #count(key: string, made: CacheEntry): Promise<void> {
    try {
      const { counters } = await made.planted
      made.rows = counters.get('seq') ?? 0
      this.#evict(made)
    } catch {
      this.#planted.delete(key)
    }
  }

  /** Evicts the oldest data until the rest is small enough. The newest is kept, whatever its size. */
  #evict(newest: CacheEntry): void {
    let rows = [...this.#planted.values()].reduce((sum, each) => sum + each.rows, 0)
    for (const [key, each] of this.#planted) {
      if (rows <= CACHED_ROWS_MAX) return
      if (each === newest || each.rows === 0) continue
      this.#planted.delete(key)
      rows -= each.rows
    }
  }
}

const shared = new WeakMap<ScenarioSource, SharedScenarios>()

/** The cache of a source in this process. */
export function sharedFrom(source: ScenarioSource): SharedScenarios {
  const scenarios = shared.get(source) ?? new SharedScenarios(source)
  shared.set(source, scenarios)
  return scenarios
}

async function plantNow(loaded: LoadedScenario, now: Millis): Promise<Planted> {
  const { scenario, conditions } = loaded
  const pools = needsPools(scenario) ? (loaded.pools ?? (await standardPools())) : undefined
  const context = { ...(pools ? { pools } : {}), ...(conditions ? { conditions } : {}) }
  try {
    return await plantOnce(scenario, context, now)
  } catch (error) {
    if (!(error instanceof ScenarioDataError)) throw error
    // Loaded on demand: few scenarios have mistakes.
    const { dataErrorsIn } = await import('./read/data-errors.ts')
    const all = await dataErrorsIn(scenario, context, now, ERRORS_MAX)
    // What only shows among all generated data is not found again in a sample of them.
    const [first, ...others] = all.length > 0 ? all : [error, ...error.further]
    throw joined([
      loaded.mistake(first?.path ?? error.path, first?.message ?? error.message),
      ...others.map(({ path, message }) => loaded.mistake(path, message)),
    ])
  }
}

/** Maximum number of mistakes that are looked for. */
const ERRORS_MAX = 20
