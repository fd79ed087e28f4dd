import { fieldError, pointerIn, type SchemaError, type ValidateFunction } from '../../contract/check.ts'
import { scenarioValidators, type Schemas } from '../../contract/scenario.ts'
import { nearest } from '../../support/nearest.ts'
import { pointerTo, ScenarioError, sentence, stepsOf, type Mistake, type Path } from './scenario-error.ts'
import { readYaml, Unreadable, type Written } from './parse-yaml.ts'

/** What a file can be: a scenario, a data set, or the settings that all scenarios of a folder begin with. */
export type FileKind = 'Scenario' | 'Fixture' | 'Settings'

/** A file that keeps to the schema of its kind. */
export interface ScenarioFile<Kind extends FileKind> {
  readonly data: Schemas[Kind]
  /** The error that names a place of this file. */
  readonly mistake: (path: Path, message: string) => ScenarioError
}

/** A file as it was read: keeping to its schema, or with all the places at which it does not. */
export type Looked<Kind extends FileKind> = ScenarioFile<Kind> | readonly Mistake[]

/** Reads a file and holds it against the schema of its kind. `file` is the name that errors give it. */
export async function parseFile<Kind extends FileKind>(text: string, file: string, kind: Kind): Promise<ScenarioFile<Kind>> {
  const looked = await lookAt(text, file, kind)
  if ('data' in looked) return looked
  const [first] = looked
  throw first ? errorOf(first) : new ScenarioError(`${file} cannot be used.`)
}

/** The same without an error: what is wrong is answered, all of it. */
export async function lookAt<Kind extends FileKind>(
  text: string,
  file: string,
  kind: Kind,
  read = readYaml,
): Promise<Looked<Kind>> {
  try {
    const [written, checks] = await Promise.all([read(text), scenarioValidators()])
    const validate = checks[kind]
    if (!validate || validate(written.data)) return fileOf<Kind>(written, file)
    return mistakesIn(validate).map(({ path, message }) => mistakeAt(file, written, path, message))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return error.places.map(({ line, message }) => ({ file, line, pointer: '', message }))
  }
}

function fileOf<Kind extends FileKind>(written: Written, file: string): ScenarioFile<Kind> {
  return {
    // The check is what makes the step from data to its type true.
    data: written.data as Schemas[Kind],
    mistake: (path, message) => errorOf(mistakeAt(file, written, path, message)),
  }
}

function mistakeAt(file: string, written: Written, path: Path, message: string): Mistake {
  return { file, line: written.lineOf(path), pointer: pointerTo(path), message }
}

function errorOf(mistake: Mistake): ScenarioError {
  const { file, line, pointer, message } = mistake
  return new ScenarioError(`${file}:${line}: ${sentence(stepsOf(pointer), message)}`, mistake)
}

interface Misplaced {
  readonly path: Path
  readonly message: string
}

/** Everything that a check found, each thing once. */
function mistakesIn(validate: ValidateFunction): Misplaced[] {
  const found = new Map<string, Misplaced>()
  const errors = validate.errors ?? []
  for (const [i, error] of errors.entries()) {
    // What these come to was said just before.
    if (SUMMARIES.has(error.keyword)) continue
    const path = placeOf(error, errors[i + 1])
    const message = `${fieldError(error).message.replace(/^Value must /, 'must ')}${hintFor(error)}`
    const key = `${pointerTo(path)} ${message}`
    if (!found.has(key)) found.set(key, { path, message })
  }
  return [...found.values()]
}

/** Keywords that only say that one of several ways, or a name, or what follows from something, is wrong. */
const SUMMARIES: ReadonlySet<string> = new Set(['anyOf', 'propertyNames', 'if'])

/** Where the schema is broken; a name that is wrong itself is part of the way, as the error behind says. */
function placeOf(error: SchemaError, behind: SchemaError | undefined): Path {
  const steps = stepsOf(pointerIn(error))
  const isName = behind?.keyword === 'propertyNames' && behind.instancePath === error.instancePath
  const name = isName ? behind.params['propertyName'] : undefined
  return typeof name === 'string' ? [...steps, name] : steps
}

/** What may have been meant by a name that is none. */
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
