import { isArmedInBatch, strikeInBatch } from '../faults/batch.ts'
import type { FaultCall } from '../faults/call.ts'
import type { HandedIn } from '../resources/batches/order.ts'
import { ApiError } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'
import { callIn } from './batch-call.ts'
import { findRoute, pathOf } from './find.ts'
import { drawInstance } from './instance.ts'
import { jsonIn } from './json.ts'
import { LAST } from './pages.ts'
import type { Outcome } from './perform.ts'

/** What comes of an operation of a batch, or what a fault answers instead. */
export function withFaults(tx: Tx, operation: HandedIn, run: () => Outcome): Outcome {
  if (!isArmedInBatch(tx)) return run()
  const call = faultCallOf(tx, operation)
  const struck = call && strikeInBatch(tx, call)
  if (!struck) return run()
  if (struck.stage === 'after') run()
  return { status: struck.status, body: struck.body, rest: LAST }
}

/** Faults see what has an operation. */
function faultCallOf(tx: Tx, operation: HandedIn): FaultCall | undefined {
  const call = orNothing(() => callIn(operation))
  const path = call && orNothing(() => pathOf(call.path))
  const route = path === undefined ? undefined : findRoute(path)?.item[call?.method ?? '']
  if (!call || path === undefined || !route) return undefined
  let request_id: string | undefined
  return {
    via: 'batch',
    operation: route.id,
    method: route.method,
    path,
    header: () => undefined,
    query: call.query,
    body: jsonIn(call.body),
    origin: {
      base_url: tx.world.base_url,
      get request_id() {
        // Drawn only for what a fault has met.
        return (request_id ??= drawInstance(tx))
      },
    },
  }
}

function orNothing<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
