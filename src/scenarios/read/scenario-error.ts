import { Defect } from '../../world/errors.ts'

/** The way to a place in a scenario: names of members and positions in lists. */
export type Path = readonly (string | number)[]

/** One place of a scenario that is wrong. */
export interface Mistake {
  readonly file: string
  readonly line: number
  /** A JSON pointer into the file. */
  readonly pointer: string
  /** What was expected there. */
  readonly message: string
}

/** A scenario that cannot be used, or that is not there. The message names the file, the line and what was expected. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  /** The place that is wrong, if it is one in a file. */
  readonly mistake: Mistake | undefined

  constructor(message: string, mistake?: Mistake) {
    super(message)
    this.mistake = mistake
  }
}

/** Something in a scenario's data that does not fit; whoever knows the file says where it stands. */
export class Misfit extends Error {
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

/** The way that a JSON pointer goes. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Runs something at a place below the current one, so that what does not fit there is named with the whole way. */
export function below<Result>(path: Path, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof Misfit) throw new Misfit([...path, ...error.path], error.message)
    // What no rule of ours has foreseen is a mistake in the scenario all the same.
    throw error instanceof Defect ? new Misfit(path, error.message) : error
  }
}
