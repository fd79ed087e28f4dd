import { expect } from 'vitest'
import type { Records } from '../../../src/server/persistence/store.ts'
import { OWN_ADDRESS } from '../../../src/service/resources/urls/own-address.ts'
import { tableNamed } from '../../../src/server/runtime/tables.ts'
import { rowName } from '../../../src/server/persistence/write-records.ts'
import { rowsOf } from '../../../src/kernel/world/rows.ts'
import type { WorldState } from '../../../src/kernel/world/world.ts'

/** Fields of earlier formats that are gone, or whose values an upgrade changes, in rows and in objects in rows. */
const CHANGED: { readonly [table: string]: readonly string[] } = {
  campaigns: ['segment_id'],
  jobs: ['subject'],
  list_stats: ['emails_sent', 'emails_opened', 'emails_clicked'],
}

/** Tables of earlier formats whose rows are in other tables now. */
const GONE = new Set(['readerships'])

/** Fields that also differ in a world whose base could not be had: the order of creation, and counts that follow from the base. */
const CHANGED_ON_OTHER_BASE: typeof CHANGED = {
  list_stats: ['campaigns', 'campaigns_sent', 'open_rates', 'click_rates'],
}

/** Worlds of a scenario whose earlier bases can't be made again. */
function isOnOtherBase({ scenario }: Pick<WorldState, 'scenario'>): boolean {
  return scenario === 'newsletter-live'
}

/** Expects that a world has each saved row with each of its fields, and none that was saved as deleted. */
export function expectRows(id: string, world: WorldState, saved: Records): void {
  const isOther = isOnOtherBase(world)
  const rows = [...saved].filter(([name]) => name.startsWith('row '))
  const found = new Map<string, Map<string, object>>()
  const missing: string[] = []
  for (const [name, value] of rows) {
    const table = name.split(' ', 2)[1] ?? ''
    if (GONE.has(table)) continue
    const own = found.get(table) ?? indexed(world, table)
    found.set(table, own)
    const changed = [...(CHANGED[table] ?? []), ...(isOther ? ['seq', ...(CHANGED_ON_OTHER_BASE[table] ?? [])] : [])]
    // The place in the order of creation is part of some keys.
    const row = own.get(name) ?? (isOther ? [...own.values()].find((each) => holds(each, value, changed)) : undefined)
    if (value === null ? row !== undefined : !row || !holds(row, value, changed)) missing.push(`${id}: ${name}`)
  }
  expect(missing).toEqual([])
}

function indexed(world: WorldState, name: string): Map<string, object> {
  const table = tableNamed(name)
  if (!table) throw new Error(`There is no table ${name}, and no upgrade that says where its rows are.`)
  return new Map(rowsOf(world, table).map((row) => [rowName(table, row), row]))
}

/** The address of a recorded world, before its pages. */
const RECORDED_AT = /http:\/\/127\.0\.0\.1:\d+(?:\/_worlds\/[\w-]+)?(?=\/_public\/)/g

/** Whether a row has all fields of an earlier row, at every depth. */
function holds(row: unknown, saved: unknown, changed: readonly string[]): boolean {
  if (typeof saved === 'string') return row === saved.replaceAll(RECORDED_AT, OWN_ADDRESS)
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) return JSON.stringify(row) === JSON.stringify(saved)
  if (typeof row !== 'object' || row === null) return JSON.stringify(row) === JSON.stringify(saved)
  const now = new Map<string, unknown>(Object.entries(row))
  return Object.entries(saved).every(([name, value]) => changed.includes(name) || holds(now.get(name), value, changed))
}
