import { mistakesIn } from '../../../kernel/contract/mistakes.ts'
import { scenarioValidators, type ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { pointerTo, parsePointer } from '../../../kernel/support/json-pointer.ts'
import { mendData } from './mend.ts'
import { ScenarioError, sentence, someLines, type ScenarioMistake, type Path } from './scenario-error.ts'
import { readYaml, UnreadableError, type ParsedText } from './parse-yaml.ts'
import { nearest } from '../../../kernel/support/nearest.ts'

/** The kind of a file: a scenario, a data set, the default settings of a folder, or the words of a deployment. */
export type FileKind = 'Scenario' | 'Fixture' | 'Settings' | 'Vocabulary'

/** A file that is valid against the schema of its kind. */
export interface ScenarioFile<Kind extends FileKind> {
  readonly data: ScenarioSchemas[Kind]
  /** Creates an error about a place in this file. */
  readonly mistake: (path: Path, message: string) => ScenarioError
  /** Without its invalid parts, if it has any. */
  readonly mended?: Mended
}

/** What is missing in a file whose invalid parts were left out. */
export interface Mended {
  /** The names, ids and other values that were left out. */
  readonly removed: ReadonlySet<string>
  /** Whether the file refers to a file that was left out. */
  readonly isPartial: boolean
}

/** A valid file, or all of its mistakes. */
export type ParsedFile<Kind extends FileKind> = ScenarioFile<Kind> | readonly ScenarioMistake[]

/** Parses a text. Throws an `UnreadableError` if that is not possible. */
type ReadText = (text: string) => Promise<ParsedText>

/**
 * Parses a file and validates it against the schema of its kind. `file` is its name in errors. Throws a `ScenarioError` about all
 * mistakes.
 */
export async function parseFile<Kind extends FileKind>(
  text: string,
  file: string,
  kind: Kind,
  read?: ReadText,
): Promise<ScenarioFile<Kind>> {
  const result = await checkFile(text, file, kind, read)
  if ('data' in result) return result
  throw makeScenarioError(result)
}

/** Like `parseFile`, but returns the mistakes instead of throwing them. */
export async function checkFile<Kind extends FileKind>(
  text: string,
  file: string,
  kind: Kind,
  read: ReadText = readYaml,
): Promise<ParsedFile<Kind>> {
  try {
    const written = await read(text)
    const mistakes = await schemaMistakes(written, file, kind)
    return mistakes.length === 0 ? makeScenarioFile<Kind>(written, file) : mistakes
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    return syntaxMistakes(error, file)
  }
}

/**
 * Like `parseFile`, but notes mistakes instead of throwing them, and returns the file without its invalid parts. Throws a
 * `ScenarioError` if nothing of it can be used. A scenario without a valid name gets `name`.
 */
export async function parseRest<Kind extends FileKind>(
  text: string,
  file: string,
  kind: Kind,
  note: (mistake: ScenarioError) => void,
  name?: string,
  read: ReadText = readYaml,
): Promise<ScenarioFile<Kind>> {
  const written = await read(text).catch((error: unknown) => {
    if (!(error instanceof UnreadableError)) throw error
    throw makeScenarioError(syntaxMistakes(error, file))
  })
  const mistakes = await schemaMistakes(written, file, kind)
  if (mistakes.length === 0) return makeScenarioFile<Kind>(written, file)
  if (mistakes.length > MENDED_MAX) throw makeScenarioError(mistakes)
  for (const each of mistakes) note(makeScenarioError([each]))
  const validate = (await scenarioValidators())[kind]
  const draft = validate && mendData(validate, written.data, name)
  if (!draft) throw makeScenarioError(mistakes)
  const isPartial = FILES.some((each) => Object(written.data)[each] !== undefined && draft.at([each]) === undefined)
  return {
    ...makeScenarioFile<Kind>({ data: draft.data, positionOf: written.positionOf }, file),
    mistake: (path, message) => makeScenarioError([mistakeAt(file, written, draft.origin(path), message)]),
    mended: { removed: draft.removed, isPartial },
  }
}

/** Maximum number of mistakes in a file of which the rest is used. */
const MENDED_MAX = 1_000

/** The members that name other files. */
const FILES = ['extends', 'fixtures']

async function schemaMistakes(written: ParsedText, file: string, kind: FileKind): Promise<ScenarioMistake[]> {
  const validate = (await scenarioValidators())[kind]
  const mistakes = validate ? mistakesIn(validate, written.data) : []
  return Promise.all(
    mistakes.map(async (mistake) => {
      const hint = kind === 'Scenario' ? await placeHint(mistake.pointer) : undefined
      const message = (hint ?? mistake.message).replace(/^Value must /, 'must ')
      return mistakeAt(file, written, parsePointer(mistake.pointer), message)
    }),
  )
}

function syntaxMistakes({ places }: UnreadableError, file: string): ScenarioMistake[] {
  return places.map((place) => ({ ...place, file, pointer: '' }))
}

function makeScenarioFile<Kind extends FileKind>(parsed: ParsedText, file: string): ScenarioFile<Kind> {
  return {
    // The validation above justifies the cast.
    data: parsed.data as ScenarioSchemas[Kind],
    mistake: (path, message) => makeScenarioError([mistakeAt(file, parsed, path, message)]),
  }
}

function mistakeAt(file: string, parsed: ParsedText, path: Path, message: string): ScenarioMistake {
  return { file, ...parsed.positionOf(path), pointer: pointerTo(path), message }
}

function makeScenarioError(mistakes: readonly ScenarioMistake[]): ScenarioError {
  const lines = mistakes.map(({ file, line, pointer, message }) => `${file}:${line}: ${sentence(parsePointer(pointer), message)}`)
  return new ScenarioError(someLines(lines), mistakes)
}

/**
 * What is said about an unknown name at the top of a scenario that is the name of a member one level below, such as `now`, which
 * belongs in `clock`. Returns `undefined` for all other places and names.
 */
export async function placeHint(pointer: string): Promise<string | undefined> {
  const [name, ...further] = parsePointer(pointer)
  if (name === undefined || further.length > 0) return undefined
  // Loaded on demand: it is large, and only mistakes need it.
  const { default: schema } = await import('../../../kernel/contract/generated/scenario/schema.json', { with: { type: 'json' } })
  const whole: HintSchema = schema
  const top = whole.properties ?? {}
  // A name that looks like one of the top is more likely a slip.
  if (Object.hasOwn(top, name) || nearest(name, Object.keys(top)).length > 0) return undefined
  const groups = Object.entries(top).flatMap(([group, member]) => (listMemberNames(whole, member).has(name) ? [group] : []))
  if (groups.length === 0) return undefined
  const written = groups.map((group) => `\`${group}: { ${name}: … }\``).join(' or ')
  return `There is no member ${name} here. It belongs in ${groups.join(' or ')}: write ${written}.`
}

/** The parts of a JSON Schema that are read here. */
interface HintSchema {
  readonly description?: string
  readonly $ref?: string
  readonly properties?: { readonly [name: string]: HintSchema }
  readonly $defs?: { readonly [name: string]: HintSchema }
}

/** The names of the members of an object. */
function listMemberNames({ $defs = {} }: HintSchema, { $ref, properties = {} }: HintSchema): ReadonlySet<string> {
  const named = $ref === undefined ? undefined : $defs[$ref.slice($ref.lastIndexOf('/') + 1)]
  return new Set([...Object.keys(properties), ...Object.keys(named?.properties ?? {})])
}
