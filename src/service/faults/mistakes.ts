import { didYouMean } from '../../kernel/support/nearest.ts'

/** What is wrong at a place of a fault: a JSON pointer, and what would be right there. */
export interface FaultMistake {
  readonly pointer: string
  readonly message: string
}

/** The mistakes of a part of a fault. */
export type FaultMistakes = Iterable<FaultMistake>

/** A fault that is invalid. It was not created. */
export class InvalidFaultError extends Error {
  override readonly name = 'InvalidFaultError'
  /** The mistakes in the fault; none if there are too many faults. */
  readonly mistakes: readonly FaultMistake[]

  constructor(problem: string | readonly FaultMistake[]) {
    super(typeof problem === 'string' ? problem : problem.map(({ pointer, message }) => `${pointer}: ${message}`).join(' '))
    this.mistakes = typeof problem === 'string' ? [] : problem
  }
}

/** Throws an `InvalidFaultError` with all mistakes of a fault, if it has any. */
export function assertValid(...parts: readonly FaultMistakes[]): void {
  const mistakes = parts.flatMap((part) => [...part])
  if (mistakes.length > 0) throw new InvalidFaultError(mistakes)
}

export function* checkHeaderName(name: string, pointer: string): FaultMistakes {
  if (!/^[!#$%&'*+\-.^_`|~\dA-Za-z]{1,200}$/.test(name))
    yield { pointer, message: `has ${quoteValue(name)}, which is not a valid header name.` }
}

export function unknownName(what: string, name: string, names: readonly string[]): string {
  const hint = didYouMean(name, names) || 'GET /_control/contract/openapi.json lists them.'
  return `There is no ${what} ${name.slice(0, 100)}. ${hint}`
}

export function quoteValue(text: unknown): string {
  return JSON.stringify(text).slice(0, 100)
}
