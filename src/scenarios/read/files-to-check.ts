import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ScenarioError } from './scenario-error.ts'
import type { FileKind } from './scenario-file.ts'
import { ENDINGS } from './scenario-folder.ts'

/** A file of a folder of scenarios. */
export interface WrittenFile {
  readonly folder: string
  /** The part of the folder that it is in. */
  readonly part: '.' | 'fixtures'
  readonly path: string
  readonly kind: FileKind
}

/** The files that a path stands for: itself, or what a folder of scenarios holds. */
export async function filesToCheck(path: string): Promise<WrittenFile[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new ScenarioError(`There is no file or folder ${path} to check.`)
  if (!found.isDirectory()) return [fileAt(path)]
  const files = await filesIn(path)
  if (files.length > 0) return files
  throw new ScenarioError(`There is no scenario in ${path}. Scenarios are files such as checkout.yaml; scenario new begins one.`)
}

/** All files of a folder of scenarios, with those of its data sets and of its settings. */
export async function filesIn(folder: string): Promise<WrittenFile[]> {
  return [...(await filesOf(folder, '.')), ...(await filesOf(folder, 'fixtures'))]
}

function fileAt(path: string): WrittenFile {
  const folder = dirname(path)
  if (!isScenarioFile(path)) throw new ScenarioError(`${path} is no scenario: those end in ${ENDINGS.join(', ')}.`)
  return basename(folder) === 'fixtures'
    ? fileOf(dirname(folder), 'fixtures', basename(path))
    : fileOf(folder, '.', basename(path))
}

async function filesOf(folder: string, part: WrittenFile['part']): Promise<WrittenFile[]> {
  const entries = await readdir(join(folder, part), { withFileTypes: true }).catch(() => [])
  const names = entries.filter((each) => !each.isDirectory()).map(({ name }) => name)
  return names.filter(isScenarioFile).map((path) => fileOf(folder, part, path))
}

function fileOf(folder: string, part: WrittenFile['part'], path: string): WrittenFile {
  const isSettings = part === '.' && ENDINGS.some((ending) => path === `settings${ending}`)
  return { folder, part, path, kind: part === 'fixtures' ? 'Fixture' : isSettings ? 'Settings' : 'Scenario' }
}

/** Schemas for editors stand beside what they describe. */
function isScenarioFile(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(ending)) && !path.endsWith('.schema.json')
}
