import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { conditionValidators, type Schemas } from '../contract/scenario.ts'
import { mergeSettings } from '../contract/settings.ts'
import type { Path } from './scenario-error.ts'
import { parseFile, readBelow, type FileKind, type ScenarioFile } from './scenario-file.ts'
import {
  COLLECTIONS,
  NOTHING,
  type Collection,
  type LoadedScenario,
  type Scenario,
  type ScenarioSource,
} from './scenario-source.ts'

/** A scenario may extend another, and that one a third, so many times. */
const EXTENDS_MAX = 10

type File = ScenarioFile<FileKind>

/** Where a stretch of a folded array came from: a file, the place of the array in it, and where the stretch begins. */
interface Origin {
  readonly array: Path
  readonly begins: number
  readonly file: File
}

interface Folded {
  readonly scenario: Scenario
  readonly origins: readonly Origin[]
  readonly file: File
}

/** Scenarios as YAML in `scenarios/` below a folder, with data sets in `fixtures/`. */
export function scenarioFolder(root: string): ScenarioSource {
  const names = async () => {
    const files = await readdir(join(root, 'scenarios')).catch(() => [])
    return files
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => file.slice(0, -'.yaml'.length))
      .toSorted()
  }
  const load = async (name: string) => {
    const folded = await fold(root, name, [])
    if (!folded) return undefined
    const { scenario } = folded
    const hasConditions = scenario.lists.some((list) => list.segments?.some((segment) => segment.options))
    return { scenario, mistake: locator(folded), ...(hasConditions ? { conditions: await conditionValidators() } : {}) }
  }
  return { names, load }
}

/** Reads a scenario and puts it on top of what it extends and loads. `via` are the scenarios that led here. */
async function fold(root: string, name: string, via: readonly string[]): Promise<Folded | undefined> {
  const text = await readBelow(join(root, 'scenarios'), `${name}.yaml`)
  if (text === undefined) return undefined
  const file = await parseFile(text, `scenarios/${name}.yaml`, 'Scenario')
  const { data } = file
  if (data.name !== name) throw file.mistake(['name'], `must be ${name}, as the file is called`)
  const base = data.extends === undefined ? undefined : await extended(root, data.extends, [...via, name], file)

  const files: File[] = [...(await fixturesOf(root, file)), file]
  const { seed, settings, generate, description } = data
  const start = base?.scenario ?? { ...NOTHING, seed: name }
  const clock = { ...start.clock, ...data.clock }
  if (data.clock?.rate !== undefined && clock.mode !== 'scaled') {
    throw file.mistake(['clock', 'rate'], 'must be left out, or go with the mode scaled')
  }
  return {
    file,
    origins: [...(base?.origins ?? []), ...originsOf(files, start)],
    scenario: {
      name,
      description,
      seed: seed === undefined ? start.seed : String(seed),
      clock,
      account: files.reduce((account, each) => withAccount(account, each.data.account), start.account),
      ...collectionsOf(start, files),
      generate: {
        lists: [...start.generate.lists, ...(generate?.lists ?? [])],
        members: [...start.generate.members, ...(generate?.members ?? [])],
        campaigns: [...start.generate.campaigns, ...(generate?.campaigns ?? [])],
      },
      settings: mergeSettings(start.settings, settings),
    },
  }
}

async function extended(root: string, name: string, via: readonly string[], file: File): Promise<Folded> {
  if (via.includes(name)) throw file.mistake(['extends'], `must not lead back to itself: ${[...via, name].join(' → ')}`)
  if (via.length > EXTENDS_MAX) throw file.mistake(['extends'], `must not go on for more than ${EXTENDS_MAX} scenarios`)
  const base = await fold(root, name, via)
  if (!base) throw file.mistake(['extends'], `must be the name of a scenario, but there is no scenarios/${name}.yaml`)
  return base
}

function fixturesOf(root: string, file: ScenarioFile<'Scenario'>): Promise<File[]> {
  const paths = file.data.fixtures ?? []
  return Promise.all(
    paths.map(async (path, position) => {
      const text = await readBelow(join(root, 'fixtures'), path)
      if (text === undefined)
        throw file.mistake(['fixtures', position], `must be a file below fixtures/, but there is no ${path} in it`)
      return parseFile(text, `fixtures/${path}`, 'Fixture')
    }),
  )
}

function withAccount(before: Schemas['Account'], given: Schemas['Account'] | undefined): Schemas['Account'] {
  if (!given) return before
  const contact = { ...before.contact, ...given.contact }
  return { ...before, ...given, ...(Object.keys(contact).length > 0 ? { contact } : {}) }
}

/** What the files hold, behind what the scenario starts with. */
function collectionsOf(start: Pick<Scenario, Collection>, files: readonly File[]): Pick<Scenario, Collection> {
  const all = <Item>(
    before: readonly Item[],
    given: (data: Partial<Pick<Scenario, Collection>>) => readonly Item[] | undefined,
  ) => [...before, ...files.flatMap(({ data }) => given(data) ?? [])]
  return {
    lists: all(start.lists, (data) => data.lists),
    folders: all(start.folders, (data) => data.folders),
    templates: all(start.templates, (data) => data.templates),
    landing_pages: all(start.landing_pages, (data) => data.landing_pages),
    connected_sites: all(start.connected_sites, (data) => data.connected_sites),
    verified_domains: all(start.verified_domains, (data) => data.verified_domains),
    batch_webhooks: all(start.batch_webhooks, (data) => data.batch_webhooks),
    oauth_clients: all(start.oauth_clients, (data) => data.oauth_clients),
  }
}

/** The arrays of a scenario that are put together from several files. */
const ARRAYS: readonly (readonly [Collection] | readonly ['generate', keyof Scenario['generate']])[] = [
  ...COLLECTIONS.map((name) => [name] as const),
  ['generate', 'lists'],
  ['generate', 'members'],
  ['generate', 'campaigns'],
]

function originsOf(files: readonly File[], start: Pick<Scenario, Collection | 'generate'>): Origin[] {
  return ARRAYS.flatMap((array) => {
    let begins = lengthAt(start, array)
    return files.map((file) => {
      const origin = { array, begins, file }
      begins += lengthAt(file.data, array)
      return origin
    })
  })
}

function lengthAt(data: Partial<Schemas['Scenario']>, [first, second]: (typeof ARRAYS)[number]): number {
  return (first === 'generate' ? data.generate?.[second] : data[first])?.length ?? 0
}

/** Finds the file that a place of the folded scenario came from. */
function locator({ origins, file }: Folded): LoadedScenario['mistake'] {
  return (path, message) => {
    for (const { array, begins, file: from } of origins.toReversed()) {
      const position = path[array.length]
      if (typeof position !== 'number' || position < begins || array.some((step, depth) => path[depth] !== step)) continue
      return from.mistake([...array, position - begins, ...path.slice(array.length + 1)], message)
    }
    return file.mistake(path, message)
  }
}
