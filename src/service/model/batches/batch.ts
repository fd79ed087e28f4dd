import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import type { Millis, Seconds } from '../../../kernel/support/time.ts'
import type { TraceContext } from '../../../kernel/support/traceparent.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { Settings } from '../../../kernel/world/world.ts'
import { errors, refuseMissing } from '../errors.ts'

/** An operation of a batch, as submitted. */
export type BatchOperation = ServiceSchemas['BatchOperation']

/**
 * The operations of a batch. They stay in one row until the batch is finished: ten thousand rows would take longer to create than
 * to run.
 */
export interface BatchOrderRow extends Row {
  readonly batch_id: string
  readonly operations: readonly BatchOperation[]
}

/** Rejects operations with a method that batches do not allow. */
export function checkMethods(operations: readonly BatchOperation[], { batch }: Settings): void {
  const methods = batch.delete_operations === 'on' ? [...METHODS, 'DELETE'] : METHODS
  const place = operations.findIndex(({ method }) => !methods.includes(method.toUpperCase()))
  if (place === -1) return
  throw errors.invalid({ field: `operations.item:${place}.method`, message: `Value must be one of: ${methods.join(', ')}.` })
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH']

/** Operations that were submitted together and run one after the other, later. */
export interface BatchRow extends Row, TraceContext {
  readonly id: string
  readonly status: ServiceSchemas['Batch']['status']
  /** Whether it is not finished yet. */
  readonly open: boolean
  /** The access token that it was submitted with; empty for an API key of the account. */
  readonly token: string
  /** The number of operations. */
  readonly operations: number
  /** The index of the next operation, and where its next page begins; empty for the first page. */
  readonly next: number
  readonly next_page: string
  readonly total_operations: number
  readonly finished_operations: number
  readonly errored_operations: number
  readonly submitted_at: Seconds
  readonly completed_at: Seconds
}

export const batches = defineTable<BatchRow>()('batches', {
  key: ['id'],
  indexes: { byStatus: ['status'], byTurn: ['open'], bySubmission: ['submitted_at'] },
  word: 'batch',
  parameters: ['batch_id'],
  hiddenBecause: (tx: ReadTx, { submitted_at }) =>
    submitted_at + KEPT_S <= tx.now ? 'It is older than seven days: the collection of batches leaves it out.' : undefined,
})

export const batchOrders = defineTable<BatchOrderRow>()('batch_orders', { key: ['batch_id'], ownedBy: [[batches, 'key']] })

/** How long batches are listed and results are kept: seven days. */
export const KEPT_S: Seconds = 7 * 86_400

/** Returns the batch with an id. Throws a 404 if there is none. */
export function batchOrThrow(tx: ReadTx, id: string): BatchRow {
  return tx.first(batches.key, { id }) ?? refuseMissing('there is no batch', id)
}

/** Whether the results of a batch can be downloaded. */
export function hasResults(tx: ReadTx, { status, completed_at }: BatchRow): boolean {
  return status === 'finished' && tx.now < completed_at + KEPT_S
}

/** The path of the results of a batch, below the URL of its world. */
export function archivePath(batch: BatchRow): string {
  return `/_files/batches/${batch.id}.tar.gz`
}

/** Maximum number of pending batches. */
export const PENDING_MAX = 500

/** Whether it is a batch's turn: it is the oldest unfinished one. */
export function isNext(tx: ReadTx, { id }: BatchRow): boolean {
  return tx.range(batches.byTurn, { open: true }).first()?.id === id
}

/** How long a phase lasts; for `started`, the time until the first operation runs. */
export function phaseMs({ batch }: Settings, phase: BatchRow['status']): Millis {
  if (phase === 'finished') return 0
  return durationMs(batch.phases[phase] ?? (phase === 'started' ? batch.operation : batch.phase))
}
