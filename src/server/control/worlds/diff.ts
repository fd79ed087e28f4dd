import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { nameHint } from '../../../kernel/support/nearest.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { compareTables, type TableDifference } from '../../../kernel/world/rows.ts'
import type { Row } from '../../../kernel/world/table.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { ControlContext, ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import type { KnownSecrets } from '../words/fields.ts'
import { tableOrThrow } from './state.ts'
import { type DiffPage, isSameTable, tableDiffView } from '../words/table-diff.ts'
import { SHOWN } from '../parameters.ts'

export const diffOperations = {
  async getDiff({ context, handle, query: { from = 'start', to = 'now', table: name, limit = SHOWN, offset = 0 } }) {
    const table = name === undefined ? undefined : tableOrThrow(name, 422)
    const [before, after] = [await stateNamed(context, handle, from), await stateNamed(context, handle, to)]
    const secrets = gatherSecrets(context, handle, [from, to])
    const tables = compareTables(after.tables, before.tables)
      .filter((each) => !table || each.table === table)
      .map((each) => differenceView(secrets, each, { limit, offset }))
      .filter((each) => !isSameTable(each))
    return {
      from,
      to,
      from_at: isoMillis(before.clock.now),
      to_at: isoMillis(after.clock.now),
      tables,
      omitted: tables.reduce((sum, { omitted }) => sum + omitted, 0),
    }
  },
} satisfies Partial<ControlOperations>

function differenceView(
  secrets: KnownSecrets,
  { table, come, gone }: TableDifference,
  page: DiffPage,
): ControlSchemas['TableDiff'] {
  // Keys are compared as texts, so rows of two different worlds match as well.
  const keyOf = (row: Row): string => JSON.stringify(table.key.fields.map((field) => Reflect.get(row, field)))
  const before = new Map(gone.map((row) => [keyOf(row), row]))
  const changes: { readonly before: Row | undefined; readonly after: Row | undefined }[] = come.map((after) => {
    const key = keyOf(after)
    const earlier = before.get(key)
    before.delete(key)
    return { before: earlier, after }
  })
  for (const row of before.values()) changes.push({ before: row, after: undefined })
  return tableDiffView(secrets, table, changes, page)
}

const WORLD = 'world:'
const SNAPSHOT = 'snapshot:'

/** Returns the state with a name: `start`, `now`, a snapshot or another world. Throws 422 if no state has this name. */
async function stateNamed(context: ControlContext, handle: WorldHandle, name: string): Promise<WorldState> {
  if (name === 'start') return handle.origin
  if (name === 'now') return currentState(context, handle)
  const snapshot = handle.snapshots.get(name.startsWith(SNAPSHOT) ? name.slice(SNAPSHOT.length) : name)
  if (snapshot) return snapshot.world
  if (name.startsWith(WORLD)) {
    const id = name.slice(WORLD.length)
    await context.persistence.load(id)
    const other = context.worlds.byId(id)
    const state = other && (await currentState(context, other))
    if (state && !other.deleted) return state
  }
  throw noSuchState(context, handle, name)
}

function gatherSecrets({ worlds }: ControlContext, handle: WorldHandle, names: readonly string[]): KnownSecrets {
  const others = names.filter((name) => name.startsWith(WORLD)).flatMap((name) => worlds.byId(name.slice(WORLD.length)) ?? [])
  const all = [...new Set([handle, ...others])].map(({ log }) => log.secrets)
  return { hide: (text) => all.reduce((clean, each) => each.hide(clean), text) }
}

/** The current state of a world, once it is saved. */
function currentState(context: ControlContext, handle: WorldHandle): WorldState | Promise<WorldState> {
  return handle.commit(() => {
    context.scheduler.sync(handle)
    return handle.world
  })
}

function noSuchState({ worlds }: ControlContext, { snapshots }: WorldHandle, name: string): ControlError {
  const names = ['start', 'now', ...snapshots.keys(), ...worlds.all().map(({ world }) => WORLD + world.id)]
  return new ControlError(422, `There is no state ${name.slice(0, 100)} to compare. ${nameHint(name, names, NAMED_MAX)}`)
}

/** Maximum number of states named in an error. */
const NAMED_MAX = 10
