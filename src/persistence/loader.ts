import { ScenarioError } from '../scenarios/read/scenario-error.ts'
import { sharedFrom } from '../scenarios/shared-scenarios.ts'
import type { ScenarioSource } from '../scenarios/read/scenario-source.ts'
import { isoMillis, readInstantMillis } from '../support/time.ts'
import { Defect } from '../world/errors.ts'
import { NO_HISTORY } from '../world/history.ts'
import { digestOf } from '../world/rows.ts'
import type { World } from '../world/world.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { cellOf, type SavedWorld } from './saved-world.ts'
import { type SavedOrigin, readSavedWorld, readOrigin, readSummary, UnreadableRecords, wholeSettings } from './read-records.ts'
import type { Budgets } from '../runtime/world-log.ts'
import type { RealTime } from '../runtime/real-time.ts'
import { summaryOf, type WorldSummary } from './summary.ts'
import { UnreadableWorld, type Records, type Store, type Stored } from './store.ts'
import type { FindTable } from '../runtime/tables.ts'

/** What worlds that were kept are made of. */
export interface LoaderOptions {
  readonly store: Store
  readonly scenarios: ScenarioSource
  readonly publicUrl: string
  readonly realTime: RealTime
  readonly budgets: Budgets
}

/** Makes worlds of what a store has kept of them: what their scenario plants, with the rows that differ from it. */
export class Loader {
  readonly #parts: LoaderOptions
  constructor(parts: LoaderOptions) {
    this.#parts = parts
  }

  /** A world as it is kept, and the place in which it goes on. Throws an `UnreadableWorld` that says what is wrong with what is kept. */
  async load(id: string, stored: Stored): Promise<{ handle: WorldHandle; kept: SavedWorld }> {
    const kept = await this.#sound(id, async () => this.#read(id, stored))
    const { realTime, budgets } = this.#parts
    return { handle: cellOf(kept, realTime, budgets), kept }
  }

  /** Throws an `UnreadableWorld` if a world can't be made of what is kept. */
  async check(id: string, stored: Stored): Promise<void> {
    await this.#sound(id, async () => this.#read(id, stored))
  }

  /** What is kept by now of a world that was known before. */
  follow(stored: Stored, before: SavedWorld): Promise<SavedWorld> {
    const { id } = before.world
    return this.#sound(id, async () =>
      stored.isWhole
        ? this.#read(id, stored, before)
        : readSavedWorld(stored.records, before, { table: await findTable(), like: [] }),
    )
  }

  /** What a world is, from the records that tell that; nothing if it is gone by now. */
  async summary(id: string, records: Records): Promise<WorldSummary | undefined> {
    const sketch = await this.#sound(id, async () => readSummary(records))
    if (sketch) return { ...sketch, base_url: this.#addressOf(id) }
    const stored = await this.#parts.store.read(id)
    return stored && summaryOf((await this.load(id, stored)).handle.world)
  }

  async #sound<Result>(id: string, read: () => Promise<Result>): Promise<Result> {
    try {
      return await read()
    } catch (error) {
      if (!REASONS.some((reason) => error instanceof reason)) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw new UnreadableWorld(id, `${this.#parts.store.placeOf(id)} can't be read: ${why.replace(/\.$/, '')}.`, WAYS_OUT, error)
    }
  }

  async #read(id: string, { records }: Stored, before?: SavedWorld): Promise<SavedWorld> {
    const known = readOrigin(records)
    if (known.id !== id) throw new UnreadableRecords(`it holds the world ${known.id}`)
    const origin = await this.#originOf(known)
    const beginning = {
      world: origin,
      origin,
      ancestors: known.ancestors,
      snapshots: new Map(),
      epoch: 0,
      requests: 0,
      jobs: 0,
      tallies: [],
      snapshotTallies: [],
      tally: 0,
      unwritten: 0,
      met: { real: 0, now: 0 },
    }
    return readSavedWorld(records, beginning, { table: await findTable(), like: before ? [before.world.tables] : [] })
  }

  async #originOf(known: SavedOrigin): Promise<World> {
    const { id, scenario, seed, begins, digest } = known
    const { scenarios } = this.#parts
    const started_at = readInstantMillis(known.started_at)
    if (started_at === undefined) throw new UnreadableRecords(`${JSON.stringify(known.started_at)} is no instant`)
    const shared = sharedFrom(scenarios)
    const { tables, counters } = await shared.plant(await shared.load(scenario), started_at)
    const { mode, rate, settings, credentials } = begins
    const origin: World = {
      id,
      scenario,
      seed,
      base_url: this.#addressOf(id),
      started_at,
      clock: { now: started_at, mode, rate },
      settings: wholeSettings(settings),
      credentials,
      tables,
      counters,
      history: NO_HISTORY,
    }
    if (digestOf(origin) === digest) return origin
    throw new UnreadableRecords(
      `the scenario ${scenario} has changed since the world began at ${isoMillis(started_at)}, and what is kept are differences from what it held then`,
    )
  }

  #addressOf(id: string): string {
    const { publicUrl } = this.#parts
    return id === 'default' ? publicUrl : `${publicUrl}/_worlds/${id}`
  }
}

/** Loads all tables, since a world may hold rows of any. A server that reads no world does without: the modules take time to load. */
async function findTable(): Promise<FindTable> {
  return (await import('../runtime/tables.ts')).tableNamed
}

/** What may be wrong with what is kept; a row that was changed by hand may stand where another one does. */
const REASONS = [UnreadableRecords, ScenarioError, SyntaxError, Defect]

const WAYS_OUT =
  'It stays as it is. Bring back the scenario, the data or the version of maildouble that it was made with, or start once with --recover, which moves it aside.'
