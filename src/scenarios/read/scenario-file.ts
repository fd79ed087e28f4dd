import { fieldError, pointerIn, type SchemaError, type ValidateFunction } from '../../contract/check.ts'
import { scenarioValidators, type ScenarioSchemas } from '../../contract/scenario.ts'
import { nearest } from '../../support/nearest.ts'
import { pointerTo, ScenarioError, sentence, stepsOf, type Mistake, type Path } from './scenario-error.ts'
import { readYaml, UnreadableError, type ParsedText } from './parse-yaml.ts'

/** The kind of a file: a scenario, a data set, or the default settings of a folder. */
export type FileKind = 'Scenario' | 'Fixture' | 'Settings'

/** A file that is valid against the schema of its kind. */
export interface ScenarioFile<Kind extends FileKind> {
  readonly data: ScenarioSchemas[Kind]
  /** Creates an error about a place in this file. */
  readonly mistake: (path: Path, message: string) => ScenarioError
}

/** A valid file, or all of its mistakes. */
export type ParsedFile<Kind extends FileKind> = ScenarioFile<Kind> | readonly Mistake[]

/** Parses a file and validates it against the schema of its kind. `file` is its name in errors. */
export async function parseFile<Kind extends FileKind>(text: string, file: string, kind: Kind): Promise<ScenarioFile<Kind>> {
  const result = await checkFile(text, file, kind)
  if ('data' in result) return result
  const [first] = result
  throw first ? errorOf(first) : new ScenarioError(`${file} cannot be used.`)
}

/** Like `parseFile`, but returns all mistakes instead of throwing the first. */
export async function checkFile<Kind extends FileKind>(
  text: string,
  file: string,
  kind: Kind,
  read = readYaml,
): Promise<ParsedFile<Kind>> {
  try {
    const [written, checks] = await Promise.all([read(text), scenarioValidators()])
    const validate = checks[kind]
    if (!validate || validate(written.data)) return fileOf<Kind>(written, file)
    return mistakesIn(validate).map(({ path, message }) => mistakeAt(file, written, path, message))
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    return error.places.map(({ line, message }) => ({ file, line, pointer: '', message }))
  }
}

function fileOf<Kind extends FileKind>(parsed: ParsedText, file: string): ScenarioFile<Kind> {
  return {
    // The validation above justifies the cast.
    data: parsed.data as ScenarioSchemas[Kind],
    mistake: (path, message) => errorOf(mistakeAt(file, parsed, path, message)),
  }
}

function mistakeAt(file: string, parsed: ParsedText, path: Path, message: string): Mistake {
  return { file, line: parsed.lineOf(path), pointer: pointerTo(path), message }
}

function errorOf(mistake: Mistake): ScenarioError {
  const { file, line, pointer, message } = mistake
  return new ScenarioError(`${file}:${line}: ${sentence(stepsOf(pointer), message)}`, mistake)
}

interface SchemaMistake {
  readonly path: Path
  readonly message: string
}

/** All mistakes that the validator found, without duplicates. */
function mistakesIn(validate: ValidateFunction): SchemaMistake[] {
  const found = new Map<string, SchemaMistake>()
  const errors = validate.errors ?? []
  for (const [i, error] of errors.entries()) {
    // The errors that they summarize come just before them.
    if (SUMMARIES.has(error.keyword)) continue
    const path = placeOf(error, errors[i + 1])
    const message = `${fieldError(error).message.replace(/^Value must /, 'must ')}${hintFor(error)}`
    const key = `${pointerTo(path)} ${message}`
    if (!found.has(key)) found.set(key, { path, message })
  }
  return [...found.values()]
}

/** Keywords that only summarize errors reported by other keywords. */
const SUMMARIES: ReadonlySet<string> = new Set(['anyOf', 'propertyNames', 'if'])

/** The path of an error. An invalid property name is part of the path. */
function placeOf(error: SchemaError, next: SchemaError | undefined): Path {
  const steps = stepsOf(pointerIn(error))
  const isName = next?.keyword === 'propertyNames' && next.instancePath === error.instancePath
  const name = isName ? next.params['propertyName'] : undefined
  return typeof name === 'string' ? [...steps, name] : steps
}

/** Suggests the name that was probably meant. */
function hintFor({ keyword, params, schema, data, parentSchema }: SchemaError): string {
  const [wrong, known] =
    keyword === 'additionalProperties'
      ? [params['additionalProperty'], Object.keys(Object(parentSchema?.['properties']))]
      : keyword === 'enum'
        ? [data, schema]
        : keyword === 'discriminator'
          ? [params['tagValue'], parentSchema?.['x-tags']]
          : []
  const meant = typeof wrong === 'string' && Array.isArray(known) ? nearest(wrong, known.map(String)) : []
  return meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : ''
}
