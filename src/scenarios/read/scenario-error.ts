import { Defect } from '../../world/errors.ts'

/** The path to a place in a scenario: member names and array indexes. */
export type Path = readonly (string | number)[]

/** An invalid place of a scenario. */
export interface Mistake {
  readonly file: string
  readonly line: number
  /** A JSON pointer into the file. */
  readonly pointer: string
  /** What was expected there. */
  readonly message: string
}

/** A scenario that is invalid or does not exist. The message names the file, the line and what was expected. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  /** The invalid place, if it is in a file. */
  readonly mistake: Mistake | undefined

  constructor(message: string, mistake?: Mistake) {
    super(message)
    this.mistake = mistake
  }
}

/** Invalid data of a scenario. A caller that knows the file adds the file and the line. */
export class ScenarioDataError extends Error {
  override readonly name = 'Misfit'
  readonly path: Path

  constructor(path: Path, message: string) {
    super(message)
    this.path = path
  }
}

/** A sentence about a place: `lists/0/name must be ...`. */
export function sentence(path: Path, message: string): string {
  const place = path.join('/') || 'the file'
  return message.startsWith('must ') ? `${place} ${message}` : `${place}: ${message}`
}

/** A path as a JSON pointer. */
export function pointerTo(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Parses a JSON pointer into a path. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Runs a function for a place below the current one, and prefixes the path of errors with that place. */
export function below<Result>(path: Path, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof ScenarioDataError) throw new ScenarioDataError([...path, ...error.path], error.message)
    // An unforeseen defect is also caused by the scenario.
    throw error instanceof Defect ? new ScenarioDataError(path, error.message) : error
  }
}
