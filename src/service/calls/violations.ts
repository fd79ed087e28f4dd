import { ApiError, Defect } from '../../kernel/world/errors.ts'

/** Where a call, or its answer, violates the contract. */
export interface Violation {
  readonly side: 'request' | 'response'
  /** The invalid field, query parameter or path, as the service names it; empty for the body as a whole. */
  readonly at: string
  readonly message: string
}

/** An answer that violates the contract: a bug in maildouble. */
export class InvalidAnswer extends Defect {
  readonly at: string
  readonly problem: string

  constructor(operation: string, at: string, complaint: string) {
    super(`The answer of ${operation} breaks the contract at ${at || 'its top'}: ${complaint}`)
    this.at = at
    this.problem = complaint
  }
}

/** The contract violations for which a call failed. The list is empty if it failed for other reasons. */
export function violationsOf(error: unknown, operation: string | undefined): readonly Violation[] {
  if (error instanceof InvalidAnswer) return [{ side: 'response', at: error.at, message: error.problem }]
  if (!(error instanceof ApiError)) return NONE
  const { word, refusal } = error
  const fields = refusal.errors ?? NONE
  if (fields.length > 0) return fields.map(({ field, message }) => ({ side: 'request', at: field, message }))
  const at = placeOf(word, operation)
  return at === undefined ? NONE : [{ side: 'request', at, message: refusal.detail }]
}

/** The part of a call that violates the contract, for errors that name no field. */
function placeOf(word: string, operation: string | undefined): string | undefined {
  if (word === 'JSONParseError') return ''
  if (word === 'InvalidMethodOverride') return 'method'
  if (word === 'ResourceNestingTooDeep') return 'path'
  // If an operation was found, the resource does not exist, or its state forbids the method.
  if (operation !== undefined) return undefined
  if (word === 'ResourceNotFound') return 'path'
  return word === 'MethodNotAllowed' ? 'method' : undefined
}

const NONE: readonly never[] = []
