import { conditionValidators, type ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { mergeSettings, type GivenSettings } from '../../../kernel/contract/settings.ts'
import { ScenarioError, type Path } from './scenario-error.ts'
import type { Mended, ScenarioFile } from './scenario-file.ts'
import { COLLECTIONS, NOTHING, type Collection, type LoadedScenario, type Scenario } from './scenario-source.ts'

type File = ScenarioFile<'Scenario'> | ScenarioFile<'Fixture'>

/** Finds the scenarios and the data sets to which a scenario refers, or returns the reason why one cannot be found. */
export interface Library {
  readonly extended: (name: string) => Promise<LoadedScenario | string>
  readonly fixture: (path: string) => Promise<ScenarioFile<'Fixture'> | string>
  /** The default settings of a scenario that extends none. */
  readonly settings: GivenSettings
  /** Called with each mistake. The rest of the scenario is then combined without the invalid part. By default, a mistake is thrown. */
  readonly note?: (mistake: ScenarioError) => void
  /** Finds the scenario that a misspelled name probably means; used only with `note`. */
  readonly meant?: (name: string) => Promise<LoadedScenario | undefined>
}

/** Combines a scenario with its base scenario and its data sets. */
export async function fold(file: ScenarioFile<'Scenario'>, library: Library): Promise<LoadedScenario> {
  const { data } = file
  const base = data.extends === undefined ? undefined : await extended(file, data.extends, library)
  const fixtures = await loadFixtures(file, library)
  const files: readonly File[] = [...fixtures.filter((each) => each !== undefined), file]
  const { name, seed, settings, generate, description, faults, delivery_faults, outages, timeline, shoppers = {} } = data
  const start = base?.scenario ?? { ...NOTHING, seed: name, settings: library.settings }
  const clock = { ...start.clock, ...data.clock }
  if (data.clock?.rate !== undefined && clock.mode !== 'scaled') {
    object(library, file.mistake(['clock', 'rate'], 'must be left out, or go with the mode scaled'))
  }
  const collections = joinCollections(start, files)
  const stores = withShoppers(collections.stores, shoppers, (id) => object(library, file.mistake(['shoppers', id], NO_STORE)))
  const scenario: Scenario = {
    name,
    description,
    seed: seed === undefined ? start.seed : String(seed),
    clock,
    account: files.reduce((account, each) => withAccount(account, each.data.account), start.account),
    ...collections,
    stores,
    generate: {
      lists: [...start.generate.lists, ...(generate?.lists ?? [])],
      members: [...start.generate.members, ...(generate?.members ?? [])],
      campaigns: [...start.generate.campaigns, ...(generate?.campaigns ?? [])],
      shops: [...start.generate.shops, ...(generate?.shops ?? [])],
    },
    settings: mergeSettings(start.settings, settings),
    faults: [...start.faults, ...(faults ?? [])],
    delivery_faults: [...start.delivery_faults, ...(delivery_faults ?? [])],
    outages: { ...start.outages, ...outages },
    timeline: [...start.timeline, ...(timeline ?? [])],
  }
  const hasConditions = scenario.lists.some((list) => list.segments?.some((segment) => segment.options))
  return {
    scenario,
    mistake: mistakeLocator(file, files, start, base, stores),
    ...uniteGaps(files, base?.gaps, (data.extends !== undefined && !base) || fixtures.includes(undefined)),
    ...(hasConditions ? { conditions: await conditionValidators() } : {}),
  }
}

/** Throws a mistake unless the library takes it. */
function object({ note }: Library, mistake: ScenarioError): void {
  if (!note) throw mistake
  note(mistake)
}

/** What `find` returns. If it is missing or invalid and the library takes mistakes, the result is `undefined`. */
async function partOrNote<Part>(
  library: Library,
  find: () => Promise<Part | string>,
  mistake: (message: string) => ScenarioError,
): Promise<Part | undefined> {
  try {
    const part = await find()
    if (typeof part === 'string') throw mistake(part)
    return part
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    object(library, error)
    return undefined
  }
}

async function extended(file: ScenarioFile<'Scenario'>, name: string, library: Library): Promise<LoadedScenario | undefined> {
  const base = await partOrNote(
    library,
    () => library.extended(name),
    (message) => file.mistake(['extends'], message),
  )
  return base ?? library.meant?.(name)
}

function loadFixtures(
  file: ScenarioFile<'Scenario'>,
  library: Library,
): Promise<readonly (ScenarioFile<'Fixture'> | undefined)[]> {
  const paths = file.data.fixtures ?? []
  return Promise.all(
    paths.map((path, position) =>
      partOrNote(
        library,
        () => library.fixture(path),
        (message) => file.mistake(['fixtures', position], message),
      ),
    ),
  )
}

/** What is missing in a scenario of which some files are. */
function uniteGaps(files: readonly File[], ofBase: Mended | undefined, isPartial: boolean): { readonly gaps?: Mended } {
  const all = [ofBase, ...files.map(({ mended }) => mended)].filter((each) => each !== undefined)
  if (all.length === 0 && !isPartial) return {}
  const removed = new Set(all.flatMap((each) => [...each.removed]))
  return { gaps: { removed, isPartial: isPartial || all.some((each) => each.isPartial) } }
}

function withAccount(
  before: ScenarioSchemas['Account'],
  given: ScenarioSchemas['Account'] | undefined,
): ScenarioSchemas['Account'] {
  if (!given) return before
  const contact = { ...before.contact, ...given.contact }
  return { ...before, ...given, ...(Object.keys(contact).length > 0 ? { contact } : {}) }
}

/** The data of the files, appended to the data of the base scenario. */
function joinCollections(start: Pick<Scenario, Collection>, files: readonly File[]): Pick<Scenario, Collection> {
  const parts: readonly Partial<Pick<Scenario, Collection>>[] = [start, ...files.map(({ data }) => data)]
  const all = COLLECTIONS.map((name) => [name, parts.flatMap((part): readonly unknown[] => part[name] ?? [])])
  return Object.fromEntries(all) as Pick<Scenario, Collection>
}

const NO_STORE = 'must be about a store of this scenario or of the one that it extends'

/** The stores with what shoppers do in some of them. */
function withShoppers(
  stores: Scenario['stores'],
  shoppers: NonNullable<ScenarioSchemas['Scenario']['shoppers']>,
  refuse: (id: string) => void,
): Scenario['stores'] {
  for (const id of Object.keys(shoppers)) if (!stores.some((store) => store.id === id)) refuse(id)
  return stores.map((store) => {
    const given = Object.hasOwn(shoppers, store.id ?? '') ? shoppers[store.id ?? ''] : undefined
    return given ? { ...store, shoppers: { ...store.shoppers, ...given } } : store
  })
}

type MergedArray = Collection | 'faults' | 'delivery_faults' | 'timeline'

/** The arrays of a scenario that several files contribute to. */
const ARRAYS: readonly (readonly [MergedArray] | readonly ['generate', keyof Scenario['generate']])[] = [
  ...COLLECTIONS.map((name) => [name] as const),
  ['faults'],
  ['delivery_faults'],
  ['timeline'],
  ['generate', 'lists'],
  ['generate', 'members'],
  ['generate', 'campaigns'],
  ['generate', 'shops'],
]

type MergedData = { readonly [Name in MergedArray | 'generate']: ScenarioSchemas['Scenario'][Name] | undefined }

/** A part of a folded array: the array, where the part begins, and the file it comes from. */
interface ArrayPart {
  readonly array: Path
  readonly begins: number
  readonly file: File
}

/** Maps a place of the folded scenario to its file and its place there. */
function mistakeLocator(
  file: ScenarioFile<'Scenario'>,
  files: readonly File[],
  start: MergedData,
  base: LoadedScenario | undefined,
  stores: Scenario['stores'],
): LoadedScenario['mistake'] {
  const stretches = ARRAYS.flatMap((array): ArrayPart[] => {
    let begins = lengthAt(start, array)
    return files.map((each) => {
      const stretch = { array, begins, file: each }
      begins += lengthAt(each.data, array)
      return stretch
    })
  })
  return (path, message) => {
    // An outage comes as a whole from the last file that names it.
    if (path[0] === 'outages' && base && !Object.hasOwn(file.data.outages ?? {}, path[1] ?? ''))
      return base.mistake(path, message)
    const store = path[0] === 'stores' && path[2] === 'shoppers' ? stores[Number(path[1])]?.id : undefined
    if (store !== undefined && Object.hasOwn(file.data.shoppers ?? {}, store))
      return file.mistake(['shoppers', store, ...path.slice(3)], message)
    const within = stretches.filter(({ array }) => array.every((step, depth) => path[depth] === step))
    const [first] = within
    const position = first && path[first.array.length]
    if (typeof position !== 'number') return file.mistake(path, message)
    const found = within.findLast(({ begins }) => position >= begins)
    if (!found) return base ? base.mistake(path, message) : file.mistake(path, message)
    const { array, begins, file: from } = found
    return from.mistake([...array, position - begins, ...path.slice(array.length + 1)], message)
  }
}

function lengthAt(data: Partial<MergedData>, [first, second]: (typeof ARRAYS)[number]): number {
  return (first === 'generate' ? data.generate?.[second] : data[first])?.length ?? 0
}
