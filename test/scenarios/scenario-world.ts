import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { scenarioFolder } from '../../src/service/scenarios/read/scenario-folder.ts'
import type { ScenarioSource } from '../../src/service/scenarios/read/scenario-source.ts'
import { buildWorldFrom } from '../../src/service/scenarios/scenarios.ts'
import type { NewWorldOptions } from '../../src/service/scenarios/world-options.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { definedTables } from '../../src/kernel/world/table.ts'
import { transact, type Tx } from '../../src/kernel/world/tx.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'

/** The root folder of this project. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** In tables with more rows than this, one in a hundred is compared: if randomness diverges, all later rows differ. */
const ROWS_COMPARED_MAX = 10_000

/** The rows and counters of a world, as text. */
export function bytes(world: WorldState): string {
  const tables = definedTables().map((table) => {
    const state = world.tables[table.number]
    const key = state?.rowsBy(table.key)
    const rows = key ? key.between(0, key.size) : []
    return [table.name, rows.length, rows.length > ROWS_COMPARED_MAX ? rows.filter((_row, i) => i % 100 === 0) : rows]
  })
  return JSON.stringify([tables, [...world.counters]])
}

/** Creates a reader of a world. */
export function readWorld<Result>(world: WorldState, read: (tx: Tx) => Result): Result {
  return transact(world, rules, read).result
}

/** The options for a world of a scenario. */
export function worldOptions(scenario: string, more: Partial<NewWorldOptions> = {}): NewWorldOptions {
  return { id: 'w', base_url: 'http://w.test', scenario, ...more }
}

const folders: string[] = []

/** A folder that `removeFolders` deletes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-'))
  folders.push(folder)
  return folder
}

/** Deletes the folders; call it after each test. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

type Files = { readonly [path: string]: string }

/** A folder with the given scenario files. */
export function folderWith(files: Files): ScenarioSource & { readonly root: string } {
  const root = temporaryFolder()
  for (const [path, text] of Object.entries({ 'scenarios/.keep': '', 'fixtures/.keep': '', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { ...scenarioFolder(root), root }
}

/** A source with the scenario `mine` of the given content, and other files. */
export function scenarioNamedMine(yaml: string, others: Files = {}): ScenarioSource & { readonly root: string } {
  return folderWith({ ...others, 'scenarios/mine.yaml': `name: mine\ndescription: Mine.\n${yaml}` })
}

/** Creates a world from the scenario `mine` of a source. */
export function build(source: ScenarioSource, more: Partial<NewWorldOptions> = {}): Promise<WorldState> {
  return buildWorldFrom(source, worldOptions('mine', more))
}
