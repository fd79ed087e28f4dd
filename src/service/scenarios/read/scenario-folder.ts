import { join } from 'node:path'
import { mergeSettings, type GivenSettings } from '../../../kernel/contract/settings.ts'
import { nameHint, nearest } from '../../../kernel/support/nearest.ts'
import { fold, type Library } from './fold.ts'
import { fileNamesIn, readBelow } from './read-below.ts'
import { ScenarioError } from './scenario-error.ts'
import { parseFile, parseRest, type FileKind, type ScenarioFile } from './scenario-file.ts'
import type { LoadedScenario, ScenarioSource } from './scenario-source.ts'

/** Maximum length of a chain of scenarios that extend each other. */
const EXTENDS_MAX = 10

/** The layout of a folder, and the source behind it. */
export interface FolderLayout {
  readonly folder: string
  /** The subfolder of the scenarios, and the one of the data sets. */
  readonly scenarios: string
  readonly fixtures: string
  /** The name of the file with the default settings of its scenarios. */
  readonly settings?: string
  /** A fallback source. The folder's own files take precedence. */
  readonly behind?: ScenarioSource
  /** The name of the folder in errors; empty by default. */
  readonly shownAs?: string
  /** Takes the mistakes of files, which are then read without their invalid parts. By default a mistake is thrown. */
  readonly note?: (mistake: ScenarioError) => void
}

/** Scenarios as YAML in `scenarios/` below a folder, with data sets in `fixtures/`. */
export function scenarioFolder(root: string): ScenarioSource {
  const { own: _own, ...source } = folderSource({ folder: root, scenarios: 'scenarios', fixtures: 'fixtures' })
  return source
}

/** Scenarios as files in a folder. A scenario stays the same object until one of its files changes. */
export function folderSource(layout: FolderLayout): ScenarioSource {
  const { folder, scenarios, settings, behind } = layout
  const cache = new Map<string, { readonly reader: Reader; readonly loaded: LoadedScenario }>()
  const own = async (): Promise<readonly string[]> => {
    const names = await fileNamesIn(folder, scenarios, ENDINGS)
    return names.filter((name) => NAME.test(name) && name !== settings)
  }
  const load = async (name: string): Promise<LoadedScenario | undefined> => {
    const before = cache.get(name)
    if (await before?.reader.isUpToDate()) return before?.loaded
    cache.delete(name)
    const reader = new Reader(layout, names)
    const loaded = await reader.load(name, [])
    if (!loaded) return behind?.load(name)
    cache.set(name, { reader, loaded })
    return loaded
  }
  const names = async () => [...new Set([...(await own()), ...((await behind?.names()) ?? [])])].toSorted()
  return {
    names,
    own,
    text: async (name) => (await new Reader(layout, names).text(name)) ?? behind?.text(name),
    fixture: (path) => new Reader(layout, names).fixture(path),
    settings: () => new Reader(layout, names).settings(),
    load,
  }
}

/** Valid names of scenarios. */
export const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/

/** The extensions of scenario files. If several files have the same name, the first extension wins. */
export const ENDINGS = ['.yaml', '.yml', '.json']

/** Loads a scenario and everything it refers to, and remembers the files that were read. */
class Reader {
  readonly #layout: FolderLayout
  readonly #names: () => Promise<readonly string[]>
  readonly #read = new Map<string, { readonly part: string; readonly path: string; readonly text: string | undefined }>()

  constructor(layout: FolderLayout, names: () => Promise<readonly string[]>) {
    this.#layout = layout
    this.#names = names
  }

  /** Whether no file that was read has changed. */
  async isUpToDate(): Promise<boolean> {
    const { folder } = this.#layout
    for (const { part, path, text } of this.#read.values()) if ((await readBelow(folder, part, path)) !== text) return false
    return true
  }

  /** The file of a scenario of the folder. */
  async text(name: string): Promise<string | undefined> {
    return name === this.#layout.settings ? undefined : (await this.#scenario(name))?.text
  }

  async fixture(path: string): Promise<ScenarioFile<'Fixture'> | undefined> {
    const { fixtures, behind, shownAs = '' } = this.#layout
    const text = await this.#textOf(fixtures, path)
    if (text === undefined) return behind?.fixture(path)
    return this.#parse(text, join(shownAs, fixtures, path), 'Fixture')
  }

  /** Loads a scenario of the folder by its name. `via` are the names of the scenarios that extend this one. */
  async load(name: string, via: readonly string[]): Promise<LoadedScenario | undefined> {
    const found = name === this.#layout.settings ? undefined : await this.#scenario(name)
    if (!found) return undefined
    const { note } = this.#layout
    const file = await this.#parse(found.text, found.file, 'Scenario', name)
    if (file.data.name !== name) {
      const mistake = file.mistake(['name'], `must be ${name}, as the file is called`)
      if (!note) throw mistake
      note(mistake)
    }
    const settings = await this.settings()
    const extended = (base: string) => this.#extended(base, [...via, name], settings)
    const library: Library = {
      extended,
      fixture: async (path) => (await this.fixture(path)) ?? noFixture(path),
      settings,
      ...(note ? { note, meant: (base) => this.#meant(base, extended) } : {}),
    }
    return fold(file, library)
  }

  /** The scenario whose name is the nearest to a misspelled one. */
  async #meant(base: string, load: (name: string) => Promise<LoadedScenario | string>): Promise<LoadedScenario | undefined> {
    const names = await this.#names()
    const [name] = names.includes(base) ? [] : nearest(base, names)
    const found = name === undefined ? undefined : await load(name)
    return typeof found === 'string' ? undefined : found
  }

  #parse<Kind extends FileKind>(text: string, file: string, kind: Kind, name?: string): Promise<ScenarioFile<Kind>> {
    const { note } = this.#layout
    return note ? parseRest(text, file, kind, note, name) : parseFile(text, file, kind)
  }

  async #extended(base: string, way: readonly string[], settings: GivenSettings): Promise<LoadedScenario | string> {
    const behind = (await this.#layout.behind?.load(base)) ?? undefined
    // A scenario may extend the fallback's scenario of the same name.
    const isItself = base === way.at(-1) && behind !== undefined
    if (!isItself && way.includes(base)) return `must not lead back to itself: ${[...way, base].join(' → ')}`
    if (way.length > EXTENDS_MAX) return `must not go on for more than ${EXTENDS_MAX} scenarios`
    const own = isItself ? undefined : await this.load(base, way)
    if (own) return own
    return behind ? withSettings(behind, settings) : noScenario(base, await this.#names())
  }

  /** The default settings of the folder. */
  async settings(): Promise<GivenSettings> {
    const { settings } = this.#layout
    const found = settings === undefined ? undefined : await this.#scenario(settings)
    if (!found) return {}
    try {
      return (await this.#parse(found.text, found.file, 'Settings')).data
    } catch (error) {
      const { note } = this.#layout
      if (!note || !(error instanceof ScenarioError)) throw error
      note(error)
      return {}
    }
  }

  async #scenario(name: string): Promise<{ readonly text: string; readonly file: string } | undefined> {
    const { scenarios, shownAs = '' } = this.#layout
    for (const ending of ENDINGS) {
      const text = await this.#textOf(scenarios, name + ending)
      if (text !== undefined) return { text, file: join(shownAs, scenarios, name + ending) }
    }
    return undefined
  }

  async #textOf(part: string, path: string): Promise<string | undefined> {
    const text = await readBelow(this.#layout.folder, part, path)
    this.#read.set(join(part, path), { part, path, text })
    return text
  }
}

/** A scenario of the fallback source with the folder's settings applied. */
export function withSettings(loaded: LoadedScenario, settings: GivenSettings): LoadedScenario {
  const { scenario } = loaded
  return { ...loaded, scenario: { ...scenario, settings: mergeSettings(scenario.settings, settings) } }
}

/** Why a data set cannot be loaded. */
export function noFixture(path: string): string {
  return `must be a file below fixtures/, but there is no ${path} in it`
}

/** Why `extends` cannot be followed. */
export function noScenario(name: string, names: readonly string[]): string {
  return `must be the name of a scenario, but there is no ${name}. ${nameHint(name, names)}`
}
