import type { FieldNames, Index, Row, Table } from '../../kernel/world/table.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { tables } from '../model/tables.ts'

/** Removes a row and everything that it owns. */
export function removeWithOwned<R extends Row>(tx: Tx, table: Table<R>, row: R): void {
  const { before, after } = findPlan(table)
  for (const remove of before) remove(tx, row)
  tx.remove(table, row)
  for (const remove of after) remove(tx, row)
}

/** Removes everything that a row owns, but not the row. */
export function removeOwned<R extends Row>(tx: Tx, table: Table<R>, row: R): void {
  const { before, after } = findPlan(table)
  for (const remove of [...before, ...after]) remove(tx, row)
}

/** Removes rows that go with a row. */
type Remove = (tx: Tx, row: Row) => void

/**
 * What goes before a row, and what after it, in the order of `model/tables.ts`. Made once for each table. Example: for a store, the lines of
 * its orders go at once, by `{ store_id, owner: 'order' }`, since the store tells both. For a list, the taggings of its segments go segment by segment,
 * since the list does not tell the ids of its segments.
 */
interface RemovalPlan {
  readonly before: readonly Remove[]
  readonly after: readonly Remove[]
}

/** The rows of a table that rows of another table own. */
interface Ownership {
  readonly table: Table<Row>
  readonly owner: Table<Row>
  /** The fields that identify the owner. */
  readonly identity: FieldNames
  readonly index: Index<Row>
  readonly where: Readonly<Record<string, unknown>> | undefined
}

const ownerships: readonly Ownership[] = tables.flatMap(listOwnerships)

function listOwnerships(table: Table<Row>): Ownership[] {
  return (table.declared.ownedBy ?? []).flatMap(([ownerOrIndex, indexName, where]) => {
    const { table: owner, fields } = 'key' in ownerOrIndex ? ownerOrIndex.key : ownerOrIndex
    const identity = fields.filter((field) => field !== 'seq')
    const named = table.indexes.filter(({ name }) => name === indexName)
    return named.map((index) => ({ table, owner, identity, index, where }))
  })
}

const plans = new Map<Table<Row>, RemovalPlan>()

function findPlan(table: Table<Row>): RemovalPlan {
  let plan = plans.get(table)
  if (!plan) {
    const chosen = chooseOwnerships(table)
    plan = makePlan(table, findOwnerships(table, chosen), chosen)
    plans.set(table, plan)
  }
  return plan
}

function findOwnerships(owner: Table<Row>, among: readonly Ownership[]): readonly Ownership[] {
  return among.filter((each) => each.owner === owner)
}

/**
 * The ownerships by which the rows below a removed row are found. Where several lead to the same rows, that of the removed row counts, else the
 * first. Those with conditions lead to different rows.
 */
function chooseOwnerships(removed: Table<Row>): readonly Ownership[] {
  const leaving = new Set([removed])
  for (const owner of leaving) for (const { table } of findOwnerships(owner, ownerships)) leaving.add(table)
  return ownerships.filter((each) => {
    const all = ownerships.filter(({ table, owner }) => table === each.table && leaving.has(owner))
    const direct = findOwnerships(removed, all)
    const [first, ...others] = direct.length > 0 ? direct : all
    return each === first || (each.where !== undefined && others.includes(each))
  })
}

/** The plan for a row of a table that owns these. */
function makePlan(table: Table<Row>, owned: readonly Ownership[], chosen: readonly Ownership[]): RemovalPlan {
  const make = (each: Ownership): Remove[] => makeRemovals(each, (field) => field, chosen)
  const [before, after] = splitAround(table, owned)
  return { before: before.flatMap(make), after: after.flatMap(make) }
}

function splitAround(table: Table<Row>, owned: readonly Ownership[]): [before: Ownership[], after: Ownership[]] {
  const place = findPlace(table)
  return [owned.filter((each) => findPlace(each.table) < place), owned.filter((each) => findPlace(each.table) > place)]
}

function findPlace(table: Table<Row>): number {
  return tables.findIndex((each) => each === table)
}

/** Finds the field of the removed row that has the value of a field of an owner; `undefined` if there is none. */
type FieldOfRemoved = (field: string) => string | undefined

/** Removes the rows of an ownership and those that they own: all at once if the removed row tells which, else one by one. */
function makeRemovals(ownership: Ownership, source: FieldOfRemoved, chosen: readonly Ownership[]): Remove[] {
  const { table } = ownership
  const probe = new Probe(ownership, source)
  const fromHere: FieldOfRemoved = (field) => probe.sources.get(field)
  const owned = findOwnerships(table, chosen)
  // Rows that stay, since a condition does not hold for them, have children too.
  const atOnce = ownership.where ? [] : owned.filter((each) => new Probe(each, fromHere).sources.size > 0)
  const plan = makePlan(
    table,
    owned.filter((each) => !atOnce.includes(each)),
    chosen,
  )
  const isSimple = probe.conditions.length === 0 && atOnce.length === owned.length
  const remove: Remove = isSimple
    ? (tx, row) => tx.removeAll(ownership.index, probe.of(row))
    : (tx, row) => {
        for (const own of tx.range(ownership.index, probe.of(row)).all()) {
          if (!probe.matches(own)) continue
          for (const each of plan.before) each(tx, own)
          tx.remove(table, own)
          for (const each of plan.after) each(tx, own)
        }
      }
  const make = (each: Ownership): Remove[] => makeRemovals(each, fromHere, chosen)
  const [before, after] = splitAround(table, atOnce)
  return [...before.flatMap(make), remove, ...after.flatMap(make)]
}

/** The values of the leading fields of an index, as far as the removed row tells them, and the conditions on other fields. */
class Probe {
  readonly sources = new Map<string, string>()
  readonly conditions: readonly (readonly [field: string, value: unknown])[]
  readonly #fixed: Record<string, unknown> = {}

  constructor({ index, identity, where = {} }: Ownership, source: FieldOfRemoved) {
    let position = 0
    for (const field of index.fields) {
      if (field in where) {
        this.#fixed[field] = where[field]
        continue
      }
      const from = source(identity[position++] ?? '')
      if (position > identity.length || from === undefined) break
      this.sources.set(field, from)
    }
    this.conditions = Object.entries(where).filter(([field]) => !(field in this.#fixed))
  }

  of(row: Row): object {
    const probe = { ...this.#fixed }
    for (const [field, from] of this.sources) probe[field] = Reflect.get(row, from)
    return probe
  }

  matches(row: Row): boolean {
    return this.conditions.every(([field, value]) => Reflect.get(row, field) === value)
  }
}
