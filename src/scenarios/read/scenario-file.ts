import { mistakesIn } from '../../contract/mistakes.ts'
import { scenarioValidators, type ScenarioSchemas } from '../../contract/scenario.ts'
import { pointerTo, stepsOf } from '../../support/json-pointer.ts'
import { placeHint } from './place-hint.ts'
import { ScenarioError, sentence, someLines, type Mistake, type Path } from './scenario-error.ts'
import { readYaml, UnreadableError, type ParsedText } from './parse-yaml.ts'

/** The kind of a file: a scenario, a data set, the default settings of a folder, or the words of a deployment. */
export type FileKind = 'Scenario' | 'Fixture' | 'Settings' | 'Vocabulary'

/** A file that is valid against the schema of its kind. */
export interface ScenarioFile<Kind extends FileKind> {
  readonly data: ScenarioSchemas[Kind]
  /** Creates an error about a place in this file. */
  readonly mistake: (path: Path, message: string) => ScenarioError
}

/** A valid file, or all of its mistakes. */
export type ParsedFile<Kind extends FileKind> = ScenarioFile<Kind> | readonly Mistake[]

/**
 * Parses a file and validates it against the schema of its kind. `file` is its name in errors. Throws a `ScenarioError` about all
 * mistakes.
 */
export async function parseFile<Kind extends FileKind>(text: string, file: string, kind: Kind): Promise<ScenarioFile<Kind>> {
  const result = await checkFile(text, file, kind)
  if ('data' in result) return result
  throw errorOf(result)
}

/** Like `parseFile`, but returns the mistakes instead of throwing them. */
export async function checkFile<Kind extends FileKind>(
  text: string,
  file: string,
  kind: Kind,
  read = readYaml,
): Promise<ParsedFile<Kind>> {
  try {
    const [written, checks] = await Promise.all([read(text), scenarioValidators()])
    const validate = checks[kind]
    const mistakes = validate ? mistakesIn(validate, written.data) : []
    if (mistakes.length === 0) return fileOf<Kind>(written, file)
    return await Promise.all(
      mistakes.map(async (mistake) => {
        const hint = kind === 'Scenario' ? await placeHint(mistake.pointer) : undefined
        const message = (hint ?? mistake.message).replace(/^Value must /, 'must ')
        return mistakeAt(file, written, stepsOf(mistake.pointer), message)
      }),
    )
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    return error.places.map(({ line, message }) => ({ file, line, pointer: '', message }))
  }
}

function fileOf<Kind extends FileKind>(parsed: ParsedText, file: string): ScenarioFile<Kind> {
  return {
    // The validation above justifies the cast.
    data: parsed.data as ScenarioSchemas[Kind],
    mistake: (path, message) => errorOf([mistakeAt(file, parsed, path, message)]),
  }
}

function mistakeAt(file: string, parsed: ParsedText, path: Path, message: string): Mistake {
  return { file, line: parsed.lineOf(path), pointer: pointerTo(path), message }
}

function errorOf(mistakes: readonly Mistake[]): ScenarioError {
  const lines = mistakes.map(({ file, line, pointer, message }) => `${file}:${line}: ${sentence(stepsOf(pointer), message)}`)
  return new ScenarioError(someLines(lines), mistakes[0])
}
