import type { WorldHandle } from '../../runtime/world-handle.ts'
import { batches, batchOrders, type BatchOperation } from '../../../service/model/batches/batch.ts'
import { historyEntries, type HistoryEntry } from '../../../kernel/world/history.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { readRowField } from './entities.ts'
import { cut } from './fields.ts'
import { jobIn } from './job-kinds.ts'

/** Describes the cause of a transaction. */
export type CauseDescriber = (historyEntry: HistoryEntry) => string

/** Creates the describer of causes for a world. The journal is indexed once. */
export function causeDescriber({ world, log: { journal, secrets } }: WorldHandle): CauseDescriber {
  let calls: Map<string, string> | undefined
  return (historyEntry) => {
    const { cause } = historyEntry
    if (!cause) return 'the double itself'
    if ('trigger' in cause) return `the trigger ${cause.trigger}`
    if ('job' in cause) return secrets.hide(jobInWords(world, cause.job, historyEntry))
    calls ??= new Map(journal.all().map(({ id, method, path }) => [id, `${method} ${path}`]))
    return cut(calls.get(cause.request) ?? 'a request that the journal does not hold (any more)', BY_CHARS_MAX)
  }
}

const BY_CHARS_MAX = 500

function jobInWords(world: WorldState, job: string, historyEntry: HistoryEntry): string {
  const { kind, subject } = jobIn(job)
  if (kind === 'batches.operate') return operationInWords(world, subject, historyEntry)
  const about = kind.startsWith('batches.') ? `the batch ${subject}` : subject
  return `the job ${kind} of ${about}`
}

/** Describes an operation of a batch. Its number is the batch's progress, which is updated in the same transaction. */
function operationInWords(world: WorldState, id: string, { changes }: HistoryEntry): string {
  const counted = changes.find(({ table, before }) => table === batches && before && readRowField(before, 'id') === id)
  const next = counted?.before ? readRowField(counted.before, 'next') : undefined
  if (typeof next !== 'number') return `an operation of the batch ${id}`
  const operation = findBatchOperations(world, id)?.[next]
  const detail = operation ? ` (${cut(`${operation.method} ${operation.path}`, BY_CHARS_MAX)})` : ''
  return `operation ${next + 1} of the batch ${id}${detail}`
}

/** The operations of a batch. The row that holds them is deleted when the batch finishes. */
function findBatchOperations(world: WorldState, batch_id: string): readonly BatchOperation[] | undefined {
  const order = peek(world, (tx) => tx.first(batchOrders.key, { batch_id }))
  if (order) return order.operations
  for (const { changes } of historyEntries(world.history)) {
    for (const { table, before } of changes) {
      if (table === batchOrders && before && isOrderOf(before, batch_id)) return before.operations
    }
  }
  return undefined
}

function isOrderOf(row: object, batch_id: string): row is { readonly operations: readonly BatchOperation[] } {
  return Reflect.get(row, 'batch_id') === batch_id
}
