import { join } from 'node:path'
import type { WrittenFile } from './files-to-check.ts'
import { ownScenarios } from './own-scenarios.ts'
import { readBelow } from './read-below.ts'
import { ScenarioError, type Mistake } from './scenario-error.ts'
import { checkFile, type ScenarioFile } from './scenario-file.ts'
import { ENDINGS, NAME, noFixture } from './scenario-folder.ts'
import type { ScenarioSource } from './scenario-source.ts'
import { collectErrors } from './collect-errors.ts'

/** The checked files and all of their mistakes, in order. */
export interface Checked {
  readonly files: readonly string[]
  readonly mistakes: readonly Mistake[]
}

/** Checks files as a server would load them, with what they extend and load. Scenarios are also planted once. */
export async function checkScenarios(files: readonly WrittenFile[]): Promise<Checked> {
  const sources = new Map<string, Promise<ScenarioSource>>()
  const waiting = [...files]
  const seen = new Map<string, readonly Mistake[]>()
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const { folder } = file
    const source = sources.get(folder) ?? usable(folder)
    sources.set(folder, source)
    const shown = shownAs(file)
    if (seen.has(shown)) continue
    seen.set(shown, [])
    const { mistakes, names } = await new FileCheck(file, await source).all()
    seen.set(shown, mistakes)
    waiting.push(...names)
  }
  return { files: [...seen.keys()].toSorted(), mistakes: inOrder([...seen.values()].flat()) }
}

/** The scenarios of a folder. Invalid settings are skipped, so that the other files can be checked. */
async function usable(folder: string): Promise<ScenarioSource> {
  const [settings] = await namedIn(folder, 'settings', 'Settings')
  const looked = settings ? await checkFile((await readBelow(folder, '.', settings.path)) ?? '', '', 'Settings') : { data: {} }
  return ownScenarios(folder, 'data' in looked ? {} : { settings: '' })
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
function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const unique = new Map(mistakes.map((each) => [JSON.stringify([each.file, each.line, each.pointer, each.message]), each]))
  return [...unique.values()].toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

/** The mistakes of a file, and the files of the folder that it refers to. */
interface FileErrors {
  readonly mistakes: readonly Mistake[]
  readonly names: readonly WrittenFile[]
}

/** The check of one file. */
class FileCheck {
  readonly #file: WrittenFile
  readonly #source: ScenarioSource

  constructor(file: WrittenFile, source: ScenarioSource) {
    this.#file = file
    this.#source = source
  }

  async all(): Promise<FileErrors> {
    const { folder, part, path, kind } = this.#file
    const shown = shownAs(this.#file)
    const text = await readBelow(folder, part, path)
    if (text === undefined) return { mistakes: [this.#mistake('leads out of the folder, and is not read')], names: [] }
    if (kind !== 'Scenario') {
      const looked = await checkFile(text, shown, kind)
      return { mistakes: 'data' in looked ? [] : looked, names: [] }
    }
    const unread = await this.#unread()
    if (unread !== undefined) return { mistakes: [this.#mistake(unread)], names: [] }
    const looked = await checkFile(text, shown, 'Scenario')
    return 'data' in looked ? this.#scenario(looked) : { mistakes: looked, names: [] }
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

  async #scenario(file: ScenarioFile<'Scenario'>): Promise<FileErrors> {
    const { folder } = this.#file
    const missing: Mistake[] = []
    const names: WrittenFile[] = []
    for (const [i, path] of (file.data.fixtures ?? []).entries()) {
      if ((await readBelow(folder, 'fixtures', path)) !== undefined)
        names.push({ folder, part: 'fixtures', path, kind: 'Fixture' })
      else if (!(await this.#source.fixture(path))) missing.push(...mistakesOf(file.mistake(['fixtures', i], noFixture(path))))
    }
    const { extends: base } = file.data
    if (base !== undefined) names.push(...(await namedIn(folder, base, 'Scenario')))
    names.push(...(await namedIn(folder, 'settings', 'Settings')))
    return { mistakes: [...missing, ...(await this.#whole(file))], names }
  }

  /** The mistakes of the scenario with everything that it refers to. */
  async #whole(file: ScenarioFile<'Scenario'>): Promise<readonly Mistake[]> {
    try {
      const loaded = await this.#source.load(this.#name())
      return loaded ? (await collectErrors(loaded)).flatMap(mistakesOf) : []
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      return mistakesOf(error.mistake ? error : file.mistake(['clock', 'now'], error.message))
    }
  }

  #name(): string {
    const { path } = this.#file
    return path.slice(0, path.lastIndexOf('.'))
  }

  #mistake(message: string): Mistake {
    return { file: shownAs(this.#file), line: 1, pointer: '', message }
  }
}

function mistakesOf({ mistake, message }: ScenarioError): Mistake[] {
  return mistake ? [mistake] : [{ file: '.', line: 1, pointer: '', message }]
}
