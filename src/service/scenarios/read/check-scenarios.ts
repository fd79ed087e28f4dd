import { join, basename, dirname } from 'node:path'
import { ownScenarios } from './own-scenarios.ts'
import { readBelow } from './read-below.ts'
import { BEGINNING } from './parse-yaml.ts'
import { ScenarioError, type ScenarioMistake } from './scenario-error.ts'
import { checkFile, parseRest, type FileKind } from './scenario-file.ts'
import { ENDINGS, NAME } from './scenario-folder.ts'
import type { ScenarioSource } from './scenario-source.ts'
import { collectErrors } from './collect-errors.ts'
import { readdir, stat } from 'node:fs/promises'

/** The checked files and all of their mistakes, in order. */
export interface CheckedScenarios {
  readonly files: readonly string[]
  readonly mistakes: readonly ScenarioMistake[]
  /** What need not be a mistake. */
  readonly notes: readonly ScenarioMistake[]
  /** Whether there may be further mistakes, since there are very many or they hide each other. */
  readonly mayBeMore: boolean
}

/** Checks files as a server would load them, with the files that they extend and load. Scenarios are also planted once. */
export async function checkScenarios(files: readonly WrittenFile[]): Promise<CheckedScenarios> {
  const sources = new Map<string, Promise<ScenarioSource>>()
  const waiting = [...files]
  const seen = new Set<string>()
  const mistakes: ScenarioMistake[] = []
  const notes: ScenarioMistake[] = []
  let mayBeMore = false
  const note = (error: ScenarioError): void => void mistakes.push(...listMistakes(error))
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const { folder } = file
    const shown = shownAs(file)
    if (seen.has(shown)) continue
    seen.add(shown)
    const source = sources.get(folder) ?? ownScenarios(folder, { note })
    sources.set(folder, source)
    const found = await new FileCheck(file, await source).all()
    mistakes.push(...found.mistakes)
    notes.push(...found.notes)
    mayBeMore ||= found.mayBeMore
    waiting.push(...found.names)
  }
  return { files: [...seen].toSorted(), mistakes: sortMistakes(mistakes), notes: sortMistakes(notes), mayBeMore }
}

/** The files of a folder with a name. */
async function namedIn(folder: string, name: string, kind: WrittenFile['kind']): Promise<WrittenFile[]> {
  for (const ending of ENDINGS) {
    const path = name + ending
    if ((await readBelow(folder, '.', path)) !== undefined) return [{ folder, part: '.', path, kind }]
  }
  return []
}

/** The name of a file in errors. */
function shownAs({ folder, part, path }: WrittenFile): string {
  return join(folder, part, path)
}

/** Removes duplicates: a mistake in a file that others extend or load is found several times. */
function sortMistakes(mistakes: readonly ScenarioMistake[]): ScenarioMistake[] {
  const unique = new Map(mistakes.map((each) => [JSON.stringify([each.file, each.line, each.pointer, each.message]), each]))
  return [...unique.values()].toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

/** The mistakes of a file, and the files of the folder behind its references. */
interface FileErrors extends Omit<CheckedScenarios, 'files'> {
  readonly names: readonly WrittenFile[]
}

class FileCheck {
  readonly #file: WrittenFile
  readonly #source: ScenarioSource

  constructor(file: WrittenFile, source: ScenarioSource) {
    this.#file = file
    this.#source = source
  }

  async all(): Promise<FileErrors> {
    const { folder, part, path, kind } = this.#file
    const text = await readBelow(folder, part, path)
    if (text === undefined) return this.#wrong('leads out of the folder, and is not read')
    if (kind === 'Scenario') return this.#scenario(text)
    const looked = await checkFile(text, shownAs(this.#file), kind)
    return { ...NOTHING_WRONG, mistakes: 'data' in looked ? [] : looked }
  }

  async #scenario(text: string): Promise<FileErrors> {
    const unread = await this.#unread()
    if (unread !== undefined) return this.#wrong(unread)
    try {
      const loaded = await this.#source.load(this.#name())
      if (!loaded) return NOTHING_WRONG
      const { errors, notes, mayBeMore } = await collectErrors(loaded)
      const names = await this.#names(text)
      return { mistakes: errors.flatMap(listMistakes), notes: notes.flatMap(listMistakes), mayBeMore, names }
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      return { ...NOTHING_WRONG, mistakes: listMistakes(error), mayBeMore: true }
    }
  }

  /** Why a server would never read it. */
  async #unread(): Promise<string | undefined> {
    const { folder, path } = this.#file
    const name = this.#name()
    if (!NAME.test(name)) return 'must be called by small letters, digits and hyphens, at most 63, such as checkout.yaml'
    for (const ending of ENDINGS) {
      if (name + ending === path) return undefined
      if ((await readBelow(folder, '.', name + ending)) !== undefined)
        return `is not read, since ${name + ending} comes before it`
    }
    return undefined
  }

  /** The files of the folder that a scenario refers to. */
  async #names(text: string): Promise<readonly WrittenFile[]> {
    const { folder } = this.#file
    const { data } = await parseRest(text, '', 'Scenario', () => {}, this.#name())
    const { extends: base, fixtures = [] } = data
    const names = [
      ...(await namedIn(folder, 'settings', 'Settings')),
      ...(base === undefined ? [] : await namedIn(folder, base, 'Scenario')),
    ]
    for (const path of fixtures)
      if ((await readBelow(folder, 'fixtures', path)) !== undefined)
        names.push({ folder, part: 'fixtures', path, kind: 'Fixture' })
    return names
  }

  #name(): string {
    const { path } = this.#file
    return path.slice(0, path.lastIndexOf('.'))
  }

  #wrong(message: string): FileErrors {
    return { ...NOTHING_WRONG, mistakes: [{ file: shownAs(this.#file), ...BEGINNING, pointer: '', message }] }
  }
}

const NOTHING_WRONG: FileErrors = { mistakes: [], notes: [], mayBeMore: false, names: [] }

function listMistakes({ mistakes, message }: ScenarioError): readonly ScenarioMistake[] {
  return mistakes.length > 0 ? mistakes : [{ file: '.', ...BEGINNING, pointer: '', message }]
}

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
  return [...(await findWrittenFiles(folder, '.')), ...(await findWrittenFiles(folder, 'fixtures'))]
}

function fileAt(path: string): WrittenFile {
  const folder = dirname(path)
  if (!isScenarioFile(path)) throw new ScenarioError(`${path} is not a scenario: scenario files end in ${ENDINGS.join(', ')}.`)
  return basename(folder) === 'fixtures'
    ? makeWrittenFile(dirname(folder), 'fixtures', basename(path))
    : makeWrittenFile(folder, '.', basename(path))
}

async function findWrittenFiles(folder: string, part: WrittenFile['part']): Promise<WrittenFile[]> {
  const entries = await readdir(join(folder, part), { withFileTypes: true }).catch(() => [])
  const names = entries.filter((each) => !each.isDirectory()).map(({ name }) => name)
  return names.filter(isScenarioFile).map((path) => makeWrittenFile(folder, part, path))
}

function makeWrittenFile(folder: string, part: WrittenFile['part'], path: string): WrittenFile {
  const isSettings = part === '.' && ENDINGS.some((ending) => path === `settings${ending}`)
  return { folder, part, path, kind: part === 'fixtures' ? 'Fixture' : isSettings ? 'Settings' : 'Scenario' }
}

/** Editor schemas in the folder are not scenarios. */
function isScenarioFile(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(ending)) && !path.endsWith('.schema.json')
}
