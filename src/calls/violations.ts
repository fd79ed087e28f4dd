import { ApiError, Defect } from '../world/errors.ts'

/** A place at which a call, or what was answered, breaks the contract. */
export interface Violation {
  readonly side: 'request' | 'response'
  /** The field, query parameter or path that is wrong, as the service names it; empty for the body as a whole. */
  readonly at: string
  readonly message: string
}

/** An answer of ours that is not as the contract says. */
export class BrokenAnswer extends Defect {
  readonly at: string
  readonly complaint: string

  constructor(operation: string, at: string, complaint: string) {
    super(`The answer of ${operation} breaks the contract at ${at || 'its top'}: ${complaint}`)
    this.at = at
    this.complaint = complaint
  }
}

/** Where a call that failed broke the contract, or we did; nothing where it failed for other reasons. */
export function violationsOf(error: unknown, operation: string | undefined): readonly Violation[] {
  if (error instanceof BrokenAnswer) return [{ side: 'response', at: error.at, message: error.complaint }]
  if (!(error instanceof ApiError)) return NONE
  const { word, refusal } = error
  const fields = refusal.errors ?? NONE
  if (fields.length > 0) return fields.map(({ field, message }) => ({ side: 'request', at: field, message }))
  const at = placeOf(word, operation)
  return at === undefined ? NONE : [{ side: 'request', at, message: refusal.detail }]
}

/** What is wrong with a call that breaks the contract as a whole. */
function placeOf(word: string, operation: string | undefined): string | undefined {
  if (word === 'JSONParseError') return ''
  if (word === 'InvalidMethodOverride') return 'method'
  if (word === 'ResourceNestingTooDeep') return 'path'
  // Where an operation was found, it is the resource that is not there, or its state that forbids the method.
  if (operation !== undefined) return undefined
  if (word === 'ResourceNotFound') return 'path'
  return word === 'MethodNotAllowed' ? 'method' : undefined
}

const NONE: readonly never[] = []
