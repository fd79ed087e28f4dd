import { parsePointer } from '../../../kernel/support/json-pointer.ts'
import { ApiError, Defect, pathTo } from '../../../kernel/world/errors.ts'
import type { Pausable } from '../../../kernel/world/pausable.ts'
import { TriggerRefusal } from '../../triggers/trigger.ts'

/** The name in errors of a scenario that is given instead of a file. */
export const INLINE = 'scenario_inline'

/** The path to a place in a scenario: member names and array indexes. */
export type Path = readonly (string | number)[]

/** An invalid place of a scenario. */
export interface ScenarioMistake {
  readonly file: string
  readonly line: number
  readonly column: number
  /** A JSON pointer into the file. */
  readonly pointer: string
  /** What was expected there. */
  readonly message: string
}

/** A scenario that is invalid or does not exist. The message names the file, the line and what was expected. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  /** The invalid places, if they are in files. */
  readonly mistakes: readonly ScenarioMistake[]

  constructor(message: string, mistakes: readonly ScenarioMistake[] = []) {
    super(message)
    this.mistakes = mistakes
  }

  /** The first invalid place. */
  get mistake(): ScenarioMistake | undefined {
    return this.mistakes[0]
  }
}

/** A scenario that does not exist. */
export class UnknownScenarioError extends ScenarioError {}

/** Invalid data of a scenario: the place, and what would be valid. */
export interface DataError {
  readonly path: Path
  readonly message: string
  /** Whether this is a note and no error, since a call of the API may create the missing thing. */
  readonly isNote?: true
}

/** Invalid data of a scenario. A caller that knows the file adds the file and the line. */
export class ScenarioDataError extends Error {
  override readonly name = 'ScenarioDataError'
  readonly path: Path
  /** Further invalid data, found at the same time. */
  readonly further: readonly DataError[]

  constructor(path: Path, message: string, further: readonly DataError[] = []) {
    super(message)
    this.path = path
    this.further = further
  }
}

/** Maximum number of mistakes in a message. */
const LINES_MAX = 20

/** The lines of a message about several mistakes, with a last line that says how many are left out. */
export function someLines(lines: readonly string[]): string {
  const more = lines.length - LINES_MAX
  return [...lines.slice(0, LINES_MAX), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

/** Several errors as one. */
export function joinErrors([first, ...others]: readonly [ScenarioError, ...ScenarioError[]]): ScenarioError {
  if (others.length === 0) return first
  const all = [first, ...others]
  return new ScenarioError(
    someLines(all.map(({ message }) => message)),
    all.flatMap(({ mistakes }) => mistakes),
  )
}

/** A sentence about a place: `lists/0/name must be ...`. `whole` is the name of the place without a path. */
export function sentence(path: Path, message: string, whole = 'the file'): string {
  const place = path.join('/') || whole
  return message.startsWith('must ') ? `${place} ${message}` : `${place}: ${message}`
}

/** Runs a function for a part of a scenario. A refusal becomes an error of the scenario, whose path begins with `path`. */
export function runBelowPath<Result>(path: Path, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw prefixError(path, error)
  }
}

/** Runs a rule whose refusals are about `path`, unless they name a member. */
export function runAbout<Result>(path: Path, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw asDataError(error, path)
  }
}

/** What a rule or a trigger refuses is an error of the scenario, at `path` unless the refusal names a member. */
function asDataError(error: unknown, path: Path = []): unknown {
  if (error instanceof TriggerRefusal) return new ScenarioDataError(parsePointer(error.pointer ?? ''), error.message)
  if (!(error instanceof ApiError)) return error
  const { field, message } = error.mistake
  return new ScenarioDataError(field === '' ? path : pathTo(field), asCondition(message))
}

/** The message of an error as what its value must be. */
export function asCondition(message: string): string {
  return message
    .replace(/^Value must /, 'must ')
    .replace(/^Please enter /, 'must be ')
    .replace(/\.$/, '')
}

/** Does pausable work for a place below the current one, like `runBelowPath`. */
export function* belowWithPauses<Result>(path: Path, work: Pausable<Result>): Pausable<Result> {
  try {
    return yield* work
  } catch (error) {
    throw prefixError(path, error)
  }
}

function prefixError(path: Path, thrown: unknown): unknown {
  const error = asDataError(thrown)
  if (error instanceof ScenarioDataError) {
    const further = error.further.map((each) => ({ path: [...path, ...each.path], message: each.message }))
    return new ScenarioDataError([...path, ...error.path], error.message, further)
  }
  // A Defect while a scenario is built is a mistake of the scenario that no rule anticipates.
  return error instanceof Defect ? new ScenarioDataError(path, error.message) : error
}
