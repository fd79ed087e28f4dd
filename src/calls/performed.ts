import type { Route } from '../contract/route.ts'
import type { HandedIn } from '../resources/batches/order.ts'
import { emit } from '../resources/reactions.ts'
import { ApiError } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'
import { callIn } from './batch-call.ts'
import { findRoute, pathOf } from './find.ts'
import type { Outcome } from './perform.ts'
import { violationsOf, type Violation } from './violations.ts'

/** An operation of a batch, or a page of one, as a call that was answered. */
export interface PerformedCall {
  /** What its problem object names it by, where it was refused. */
  readonly id: string | undefined
  readonly method: string
  /** Below the address of the world. */
  readonly path: string
  readonly search: string
  readonly operation: string | undefined
  readonly sent: string
  readonly status: number
  readonly answered: string
  /** The word of the error catalogue that it was refused with. */
  readonly error: string | undefined
  readonly violations: readonly Violation[]
}

declare module '../resources/reactions.ts' {
  interface Events {
    /** An operation of a batch was performed: it stands in the journal once the transaction does. */
    'operation.performed': PerformedCall
  }
}

/** Tells of an operation of a batch, and of what came of it; `error` is what it failed with, if it did. */
export function tellPerformed(tx: Tx, operation: HandedIn, outcome: Outcome, error: unknown = outcome.error): void {
  // A body that cannot be sent is not there.
  const { method, path, query, body } = callIn({ ...operation, body: typeof operation.body === 'string' ? operation.body : '' })
  const route = outcome.route ?? routeAt(method, path)
  emit(tx, 'operation.performed', {
    id: outcome.instance,
    method,
    path: `/3.0${path}`,
    search: searchOf(outcome.query ?? query),
    operation: route?.id,
    sent: body,
    status: outcome.status,
    answered: outcome.body,
    error: error instanceof ApiError ? error.word : undefined,
    violations: violationsOf(error, route?.id),
  })
}

function routeAt(method: string, path: string): Route | undefined {
  try {
    return findRoute(pathOf(path))?.item[method]
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

function searchOf(query: ReadonlyMap<string, string> | undefined): string {
  return query && query.size > 0 ? new URLSearchParams([...query]).toString() : ''
}
