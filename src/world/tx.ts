import { hmac } from '../support/digest.ts'
import { hex32 } from '../support/random.ts'
import type { Millis, Seconds } from '../support/time.ts'
import { streamOf } from './chance.ts'
import { Defect } from './errors.ts'
import { freezeRow } from './freeze.ts'
import { type Cause, type Change, type History, remember } from './history.ts'
import { type JobName, type JobRow, jobs } from './job.ts'
import { Range } from './range.ts'
import {
  addRow,
  copyOf,
  draftOf,
  dropRow,
  emptyTable,
  type Index,
  indexOf,
  loadRows,
  replaceRow,
  type Row,
  type Table,
  type TableState,
} from './table.ts'
import type { Sidecar, Settings, World } from './world.ts'

/** Something that happened in the world; other resources may react to it within the same transaction. */
export interface WorldEvent {
  readonly type: string
}

/** What is known about a transaction beside the world: what brought it about, and what stands beside. */
export interface TxContext {
  readonly cause?: Cause | undefined
  readonly beside?: Sidecar | undefined
}

/** What came of a transaction: the world that comes out, what the function answered, what it told and what it changed. */
export interface Committed<Result> {
  readonly world: World
  readonly result: Result
  readonly events: readonly WorldEvent[]
  readonly changes: readonly Change[]
}

export type { Cause } from './history.ts'

/** What the kernel must be told about the resources, since it knows none. */
export interface Rules {
  /** Consequences of an event in other resources. */
  readonly react: (tx: Tx, event: WorldEvent) => void
  /** What each kind of job does when it falls due. */
  readonly jobs: { readonly [kind: string]: (tx: Tx, subject: string) => void }
  /** What is named as the cause of what a job of a kind does, where that is not the job itself. */
  readonly causes?: { readonly [kind: string]: (subject: string) => Cause }
  /** What happens instead where a job of a kind has met a bug of ours; nothing for most. */
  readonly instead?: { readonly [kind: string]: (tx: Tx, subject: string, defect: unknown) => void }
}

type Unplaced<R extends Row> = Omit<R, 'seq'>

/**
 * The only reader and writer of a world. Reads see what this transaction has written; nothing is seen by anybody else
 * until it is committed, and after that the transaction is dead.
 */
export class Tx {
  /** What brought this transaction about, where that is known. */
  readonly cause: Cause | undefined
  /** What stands beside the state of the world, to be looked at; nothing in most transactions. */
  readonly beside: Sidecar | undefined
  readonly #world: World
  readonly #rules: Rules
  #drafts: (TableState | undefined)[] = []
  #counters: Map<string, number> | undefined
  #wrote = false
  #dead = false
  #told: WorldEvent[] | undefined
  #changes: Change[] | undefined

  constructor(world: World, rules: Rules, { cause, beside }: TxContext = NOTHING_KNOWN) {
    this.#world = world
    this.#rules = rules
    this.cause = cause
    this.beside = beside
  }

  /** The instant of this transaction: one for all that happens in it. */
  get now(): Seconds {
    return Math.floor(this.#world.clock.now / 1000)
  }

  /** The instant of this transaction in milliseconds, for what is due within a second. */
  get nowMs(): Millis {
    return this.#world.clock.now
  }

  get settings(): Settings {
    return this.#world.settings
  }

  /** The world as it was when the transaction began: its name, its address, its start. Rows are read by `get` and `range`. */
  get world(): Pick<World, 'id' | 'base_url' | 'started_at' | 'credentials' | 'seed'> {
    return this.#world
  }

  /** The row that the leading fields of a unique index describe. */
  first<R extends Row, F extends keyof R & string>(index: Index<R, F>, probe: Partial<Pick<R, F>>): R | undefined {
    const compare = index.order.with(probe)
    const row = indexOf(this.#read(index.table), index).firstFrom(probe, compare)
    return row && compare(row, probe) === 0 ? row : undefined
  }

  /** The rows whose leading index fields are those of the probe, in the order of the index. */
  range<R extends Row, F extends keyof R & string>(index: Index<R, F>, probe: Partial<Pick<R, F>> = {}): Range<R> {
    const rows = indexOf(this.#read(index.table), index)
    const compare = index.order.with(probe)
    if (compare === index.order.by(0)) return new Range(rows, 0, rows.size)
    const from = rows.rank(probe, (row) => compare(row, probe) || 1)
    const to = rows.rank(probe, (row) => compare(row, probe) || -1)
    return new Range(rows, from, to)
  }

  /**
   * The version of a table's rows as this transaction sees it; what is computed from it alone may be kept with it. Tables
   * without a row that nobody has written share one, in all worlds.
   */
  version<R extends Row>(table: Table<R>): object {
    // What this transaction has written may change again, so nothing can be kept with it.
    return this.#drafts[table.number] ? {} : this.#read(table)
  }

  /** Adds a row at the end of the order of creation, or in the place of one that it continues from another table. */
  insert<R extends Row>(table: Table<R>, fields: Unplaced<R>, continued?: Row): R {
    // A key that follows a spread gives every object a shape of its own, and scans over such rows are six times slower.
    const row = freezeRow({ seq: continued?.seq ?? this.count('seq'), ...fields } as unknown as R)
    addRow(table, this.#write(table), row)
    this.#changed(table, undefined, row)
    return row
  }

  /** Puts a row in the place of the one with the same key and answers it. */
  put<R extends Row>(table: Table<R>, row: R): R {
    const previous = this.first(table.key, row)
    if (!previous) throw new Defect(`The table ${table.name} has no row of this key to replace.`)
    if (previous === row) return row
    replaceRow(table, this.#write(table), freezeRow(row), previous)
    this.#changed(table, previous, row)
    return row
  }

  /** Takes a row out. */
  remove<R extends Row>(table: Table<R>, row: R): void {
    dropRow(this.#write(table), row)
    this.#changed(table, row, undefined)
  }

  /** Takes out all rows that a probe describes. Of very many it is quicker to keep the others. */
  removeAll<R extends Row, F extends keyof R & string>(index: Index<R, F>, probe: Partial<Pick<R, F>>): void {
    const { table } = index
    const rows = this.range(index, probe).all()
    if (rows.length <= REMOVED_SINGLY_MAX) return rows.forEach((row) => this.remove(table, row))
    const gone = new Set(rows)
    const others = this.range(table.key)
      .all()
      .filter((row) => !gone.has(row))
    this.#write(table)
    this.#drafts[table.number] = loadRows(table, others)
    for (const row of rows) this.#changed(table, row, undefined)
  }

  /** Fills an empty table in one go; for scenarios with very many rows. Rows are placed in the order given. */
  load<R extends Row>(table: Table<R>, rows: readonly Unplaced<R>[]): void {
    if (indexOf(this.#read(table), table.key).size > 0) throw new Defect(`The table ${table.name} is not empty.`)
    let seq = this.#counter('seq')
    const placed = rows.map((row) => Object.freeze({ seq: ++seq, ...row } as unknown as R))
    this.#setCounter('seq', seq)
    this.#write(table)
    this.#drafts[table.number] = loadRows(table, placed)
  }

  /** The next integer of a counter; the first is `from`. */
  count(name: string, from = 1): number {
    const next = (this.#counters ?? this.#world.counters).get(name) ?? from - 1
    this.#setCounter(name, next + 1)
    return next + 1
  }

  /** An unsigned 32-bit integer from a named stream of chance. */
  random(name: string): number {
    return streamOf(this.#world.seed, name)(this.count(`random:${name}`))
  }

  /** Lower-case hex digits from a named stream of chance. */
  hex(name: string, digits: number): string {
    const draw = streamOf(this.#world.seed, name)
    let drawn = this.#counter(`random:${name}`)
    let text = ''
    while (text.length < digits) text += hex32(draw(++drawn))
    this.#setCounter(`random:${name}`, drawn)
    return text.slice(0, digits)
  }

  /** A secret that depends on the seed and on the world's id, so that two worlds of one seed do not share it. */
  secret(name: string): string {
    return hmac(`${this.#world.seed}/${this.#world.id}`, `${name}/${this.count(`secret:${name}`)}`)
  }

  /** Plans a job `delay` milliseconds from now. */
  schedule(kind: JobName, delay: Millis, subject: string): JobRow {
    return this.insert(jobs, { id: this.count('job'), kind, due_at: this.nowMs + Math.max(delay, 0), subject })
  }

  /** Tells other resources what happened. */
  emit(event: WorldEvent): void {
    ;(this.#told ??= []).push(event)
    this.#rules.react(this, event)
  }

  /** What has been told so far, in order. */
  get told(): readonly WorldEvent[] {
    return this.#told ?? []
  }

  /** Runs a part that may fail on its own: a throw drops what the part wrote, and nothing else, and is thrown on. */
  attempt<Result>(run: (tx: Tx) => Result): Result {
    const drafts = this.#drafts.map((draft) => draft && copyOf(draft))
    const counters = this.#counters && new Map(this.#counters)
    const wrote = this.#wrote
    const told = this.#told?.slice()
    const changes = this.#changes?.length ?? 0
    try {
      return run(this)
    } catch (error) {
      this.#told = told
      if (this.#changes) this.#changes.length = changes
      this.#drafts = drafts
      this.#counters = counters
      this.#wrote = wrote
      throw error
    }
  }

  /** Ends the transaction: the world with what was written, or the very same world when nothing was. */
  commit(): World {
    this.#dead = true
    if (!this.#wrote) return this.#world
    const tables = this.#world.tables.slice()
    for (let number = 0; number < this.#drafts.length; number++) {
      const draft = this.#drafts[number]
      if (draft) tables[number] = draft
    }
    const counters = this.#counters ?? this.#world.counters
    return { ...this.#world, tables, counters, history: this.#remembered() }
  }

  /** What has been changed so far, in order. */
  get changes(): readonly Change[] {
    return this.#changes ?? NO_CHANGES
  }

  #remembered(): History {
    const { history, clock } = this.#world
    const changes = this.changes.every(isRemembered) ? this.changes : this.changes.filter(isRemembered)
    return changes.length === 0 ? history : remember(history, clock.now, this.cause, changes)
  }

  #changed(table: Table<Row>, before: Row | undefined, after: Row | undefined): void {
    ;(this.#changes ??= []).push({ table, before, after })
  }

  #read<R extends Row>(table: Table<R>): TableState {
    if (this.#dead) throw new Defect('A transaction was used after its end.')
    return this.#drafts[table.number] ?? this.#world.tables[table.number] ?? emptyTable()
  }

  #write<R extends Row>(table: Table<R>): TableState {
    const draft = this.#drafts[table.number]
    if (draft && !this.#dead) return draft
    const state = this.#read(table)
    this.#wrote = true
    return (this.#drafts[table.number] = draftOf(table, state))
  }

  #counter(name: string): number {
    return (this.#counters ?? this.#world.counters).get(name) ?? 0
  }

  #setCounter(name: string, value: number): void {
    if (this.#dead) throw new Defect('A transaction was used after its end.')
    this.#wrote = true
    this.#counters ??= new Map(this.#world.counters)
    this.#counters.set(name, value)
  }
}

const NOTHING_KNOWN: TxContext = {}
const NO_CHANGES: readonly Change[] = []

function isRemembered({ table }: Change): boolean {
  return table.remembered
}

/** So many rows are taken out one by one. */
const REMOVED_SINGLY_MAX = 1_000

/** Looks into a world. Nothing can be written. */
export function peek<Result>(world: World, look: (tx: Tx) => Result): Result {
  return look(new Tx(world, NO_RULES))
}

const NO_RULES: Rules = { react: () => {}, jobs: {} }

/** Runs a function against a world. A throw leaves nothing behind. */
export function transact<Result>(
  world: World,
  rules: Rules,
  run: (tx: Tx) => Result,
  circumstances?: TxContext,
): Committed<Result> {
  const tx = new Tx(world, rules, circumstances)
  const result = run(tx)
  return { world: tx.commit(), result, events: tx.told, changes: tx.changes }
}
