import { DAY_S } from '../../../kernel/support/units-of-time.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import type { Millis, Seconds } from '../../../kernel/support/time.ts'
import type { TraceContext } from '../../../kernel/support/traceparent.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { Settings } from '../../../kernel/world/world.ts'
import { errors, refuseMissing } from '../errors.ts'
import type { BodySource } from '../../../kernel/support/reply.ts'
import type { JobName } from '../../../kernel/world/job.ts'

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
export const KEPT_S: Seconds = 7 * DAY_S

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

/** The result of an operation of a batch, or of one of its pages. */
export interface BatchResultRow extends Row {
  readonly batch_id: string
  /** Its position among the results of the batch, from 1. */
  readonly number: number
  readonly status_code: number
  readonly operation_id: string | null
  /** The JSON of the answer without the address of the world, or the source that it is rendered from, which is smaller; empty if there is none. */
  readonly response: string | BodySource
}

export const batchResults = defineTable<BatchResultRow>()('batch_results', {
  key: ['batch_id', 'number'],
  ownedBy: [[batches, 'key']],
})

/** Removes expired results, so that a long-running world does not grow without limit. */
export function removeOldResults(tx: Tx): void {
  const finished = tx.range(batches.byStatus, { status: 'finished' })
  const old = finished.countWhile(({ completed_at }) => completed_at + KEPT_S <= tx.now)
  // Batches finish in order, so those without results come first.
  const bare = finished.part(0, old).countWhile(({ id }) => tx.range(batchResults.key, { batch_id: id }).count === 0)
  for (const { id } of finished.part(bare, old).all()) tx.removeAll(batchResults.key, { batch_id: id })
}

/** The outcome of an operation, or of one of its pages. */
export interface OperationOutcome {
  readonly operation_id: string | null
  readonly status: number
  /** The JSON of the answer; empty if there is none. */
  readonly body: string
  /** A source that the body can be rendered from again. */
  readonly source?: BodySource | undefined
  /** Where the next page begins (empty if there is none), and how many pages are left. */
  readonly rest: { readonly next: string; readonly left: number }
}

/** A batch that a fault holds at the end of one of its phases. */
export interface BatchHoldRow extends Row {
  readonly batch_id: string
  readonly phase: BatchRow['status']
  /** How long the batch is held; `null` until the fault is deleted. */
  readonly lasts: Millis | null
  readonly fault_id: number
  /** The job that waits while the batch is held; `null` until the end of the phase. */
  readonly held: JobName | null
  /** The id of the scheduled job that ends the hold; 0 if none is scheduled. */
  readonly job: number
}

export const batchHolds = defineTable<BatchHoldRow>()('batch_holds', {
  key: ['batch_id'],
  indexes: { byFault: ['fault_id'] },
  ownedBy: [[batches, 'key']],
})
