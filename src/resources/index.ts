import { routes, type OperationId } from '../contract/service.ts'
import type { Validators } from '../contract/validator.ts'
import { Defect } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'
import { activityOperations } from './activity/operations.ts'
import { eventOperations } from './events/operations.ts'
import { interestOperations } from './interests/operations.ts'
import { listReportOperations } from './list-reports/operations.ts'
import { listOperations } from './lists/operations.ts'
import { mergeFieldOperations } from './merge-fields/operations.ts'
import { memberBatchOperations } from './members/batch-subscribe.ts'
import { memberOperations } from './members/operations.ts'
import { noteOperations } from './notes/operations.ts'
import type { Caller, Operations } from './operation.ts'
import { rootOperations } from './root/operations.ts'
import { tagOperations } from './tags/operations.ts'
import { searchOperations } from './search/operations.ts'
import { segmentOperations } from './segments/operations.ts'
import { webhookOperations } from './webhooks/operations.ts'

/** The table of contents: one handler for each operation of the contract. A missing one does not compile. */
const operations = {
  ...segmentOperations,
  ...searchOperations,
  ...memberOperations,
  ...memberBatchOperations,
  ...tagOperations,
  ...webhookOperations,
  ...rootOperations,
  ...mergeFieldOperations,
  ...listOperations,
  ...listReportOperations,
  ...interestOperations,
  ...noteOperations,
  ...eventOperations,
  ...activityOperations,
} satisfies Partial<Operations>

/** A call whose parts have been checked against the contract of the operation it names. */
export interface CheckedCall {
  readonly tx: Tx
  readonly path: { readonly [parameter: string]: string }
  readonly query: { readonly [parameter: string]: unknown }
  readonly body: unknown
  readonly caller: Caller
  readonly checks: Validators
  readonly prepared?: unknown
}

/** Runs an operation. The edge has checked the call, which is what makes the step from data to types true. */
export function runOperation(id: string, call: CheckedCall): unknown {
  const handler = (operations as { readonly [id: string]: (call: never) => unknown })[id]
  if (!handler) throw new Defect(`The operation ${id} has no handler; there are ${routes.length} operations in the contract.`)
  return handler(call as never)
}

export type { OperationId }
