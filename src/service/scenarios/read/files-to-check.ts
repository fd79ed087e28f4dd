import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ScenarioError } from './scenario-error.ts'
import type { FileKind } from './scenario-file.ts'
import { ENDINGS } from './scenario-folder.ts'

export interface WrittenFile {
  readonly folder: string
  /** The part of the folder that the file is in. */
  readonly part: '.' | 'fixtures'
  readonly path: string
  readonly kind: FileKind
}

/** The files at a path: the file itself, or the files of a scenario folder. */
export async function filesToCheck(path: string): Promise<WrittenFile[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new ScenarioError(`There is no file or folder ${path} to check.`)
  if (!found.isDirectory()) return [fileAt(path)]
  const files = await listScenarioFiles(path)
  if (files.length > 0) return files
  throw new ScenarioError(
    `There is no scenario in ${path}. Scenarios are files such as checkout.yaml; maildouble scenario new creates one.`,
  )
}

/** All files of a scenario folder, including data sets and settings. */
export async function listScenarioFiles(folder: string): Promise<WrittenFile[]> {
  return [...(await filesOf(folder, '.')), ...(await filesOf(folder, 'fixtures'))]
}

function fileAt(path: string): WrittenFile {
  const folder = dirname(path)
  if (!isScenarioFile(path)) throw new ScenarioError(`${path} is not a scenario: scenario files end in ${ENDINGS.join(', ')}.`)
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

/** Editor schemas in the folder are not scenarios. */
function isScenarioFile(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(ending)) && !path.endsWith('.schema.json')
}
