import { UnknownOutageError } from '../../service/model/faults/fault.ts'
import { ScenarioError } from '../../service/scenarios/read/scenario-error.ts'
import type { ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import { sharedFrom } from '../../service/scenarios/shared-scenarios.ts'
import { messageOf } from '../../kernel/support/thrown.ts'
import { readInstantMillis } from '../../kernel/support/time.ts'
import { Defect } from '../../kernel/world/errors.ts'
import { NO_HISTORY } from '../../kernel/world/history.ts'
import { digestWorld } from '../../kernel/world/rows.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { tableNamed } from '../../service/model/tables.ts'
import { listStoreNames } from '../runtime/names.ts'
import { handleOfSaved, type SavedWorld } from './saved-world.ts'
import { type SavedOrigin, readSavedWorld, readOrigin, readSummary, UnreadableRecords, wholeSettings } from './read-records.ts'
import type { LogBudgets } from '../log/log.ts'
import type { RealTime } from '../runtime/real-time.ts'
import type { WorldSummary } from '../runtime/persistence.ts'
import { UnreadableWorld, type Records, type Store, type StoredWorld } from './store.ts'

/** Dependencies of a `Loader`. */
interface LoaderOptions {
  readonly store: Store
  readonly scenarios: ScenarioSource
  readonly publicUrl: string
  readonly realTime: RealTime
  readonly budgets: LogBudgets
}

/** Rebuilds worlds from a store: the rows they begin with, overlaid with the saved differences. */
export class Loader {
  readonly #parts: LoaderOptions

  constructor(parts: LoaderOptions) {
    this.#parts = parts
  }

  /** Reads a world. Returns `undefined` if there is none. Throws an `UnreadableWorld` with the problem of the saved records. */
  async load(id: string) {
    const { store, realTime, budgets } = this.#parts
    const stored = await store.read(id)
    if (!stored) return undefined
    const read = await this.#readable(id, async () => this.#read(id, stored))
    const { handle, saved } = handleOfSaved(read, realTime, budgets)
    return { handle, inStore: { saved, version: stored.version, names: listStoreNames(saved.world) } }
  }

  /** The newer saved state of a world that this process has loaded before. */
  update(stored: StoredWorld, before: SavedWorld): Promise<SavedWorld> {
    const { id } = before.world
    return this.#readable(id, async () =>
      stored.isWhole ? this.#read(id, stored, before) : readSavedWorld(stored.records, before, { table: tableNamed, like: [] }),
    )
  }

  async summary(id: string, records: Records): Promise<WorldSummary> {
    const summary = await this.#readable(id, async () => readSummary(records))
    return { ...summary, base_url: this.#addressOf(id) }
  }

  async #readable<Result>(id: string, read: () => Promise<Result>): Promise<Result> {
    try {
      return await read()
    } catch (error) {
      if (!REASONS.some((reason) => error instanceof reason)) throw error
      const why = messageOf(error)
      throw new UnreadableWorld(id, `${this.#parts.store.placeOf(id)} can't be read: ${why.replace(/\.$/, '')}.`, REMEDY, error)
    }
  }

  async #read(id: string, { records }: StoredWorld, before?: SavedWorld): Promise<SavedWorld> {
    const saved = readOrigin(records)
    if (saved.id !== id) throw new UnreadableRecords(`it holds the world ${saved.id}`)
    const origin = await this.#plantOrigin(saved)
    const initial = {
      world: origin,
      origin,
      ancestors: saved.ancestors,
      snapshots: new Map(),
      epoch: 0,
      requests: 0,
      jobs: 0,
      tallies: [],
      snapshotTallies: [],
      tally: 0,
      unwritten: 0,
      clockReading: { real: 0, now: 0 },
    }
    return readSavedWorld(records, initial, { table: tableNamed, like: before ? [before.world.tables] : [] })
  }

  /** The world as it began: its scenario plants the rows again. Throws `UnreadableRecords` if it plants other rows now. */
  async #plantOrigin({
    id,
    scenario,
    scenario_inline,
    seed,
    outage,
    digest,
    begins,
    ...saved
  }: SavedOrigin): Promise<WorldState> {
    const started_at = readInstantMillis(saved.started_at)
    if (started_at === undefined) throw new UnreadableRecords(`${JSON.stringify(saved.started_at)} is not a valid instant`)
    const shared = sharedFrom(this.#parts.scenarios)
    const loaded = await (scenario_inline === undefined ? shared.load(scenario) : shared.loadInline(scenario_inline))
    const { tables, counters } = await shared.plant(loaded, started_at)
    const { mode, rate, settings, credentials } = begins
    const planted: WorldState = {
      id,
      scenario,
      ...(scenario_inline === undefined ? {} : { scenario_inline }),
      seed,
      base_url: this.#addressOf(id),
      started_at,
      clock: { now: started_at, mode, rate },
      settings: wholeSettings(settings),
      credentials,
      history: NO_HISTORY,
      tables,
      counters,
    }
    const origin = outage === undefined ? planted : await startInOutage(planted, outage)
    if (digestWorld(origin) === digest) return origin
    throw new UnreadableRecords(
      `the scenario ${scenario} has changed since the world began at ${saved.started_at}, or another scenario has its name now`,
    )
  }

  #addressOf(id: string): string {
    const { publicUrl } = this.#parts
    return id === 'default' ? publicUrl : `${publicUrl}/_worlds/${id}`
  }
}

async function startInOutage(world: WorldState, outage: string): Promise<WorldState> {
  // Loaded on demand: few worlds start in an outage.
  const { worldInOutage } = await import('../../service/scenarios/plant/outage.ts')
  return worldInOutage(world, outage)
}

/** Errors that mean damaged records. A `Defect` is one of them: a row edited by hand may collide with another row. */
const REASONS = [UnreadableRecords, ScenarioError, UnknownOutageError, SyntaxError, Defect]

const REMEDY =
  'Nothing was changed. Restore the scenario, the data or the version of maildouble that it was made with, or start once with --recover, which moves the world aside.'
