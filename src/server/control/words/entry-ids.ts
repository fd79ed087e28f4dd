import type { HistoryEntry } from '../../../kernel/world/history.ts'
import type { JobRow } from '../../../kernel/world/job.ts'
import type { Call } from '../../log/call.ts'

/** Jobs whose work is shown by another entry: an operation of a batch is a call, and a retried delivery an attempt. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set(['batches.operate', 'deliveries.release', 'deliveries.retry'])

/** The id of the entry of a job that ran. Returns `undefined` if another entry shows its work. */
export function jobEntry({ id, kind }: JobRow): string | undefined {
  return SHOWN_OTHERWISE.has(kind) ? undefined : `job:${id}`
}

/** The id of the entry of an attempt, counted from 0, to send a webhook. The first one stands for the webhook as well. */
export function deliveryEntry(id: number, attempt = 0): string {
  return attempt === 0 ? `delivery:${id}` : `delivery:${id}:${attempt + 1}`
}

/** The calls of a journal, with the transactions that they made. */
export class Makers {
  readonly calls: ReadonlyMap<string, Call>
  /** The operations of batches by the numbers of their transactions. */
  readonly operations: ReadonlyMap<number, Call>

  constructor(calls: readonly Call[]) {
    this.calls = new Map(calls.map((call) => [call.id, call]))
    this.operations = new Map(calls.flatMap((call) => (call.historyEntry === undefined ? [] : [[call.historyEntry, call]])))
  }

  /** The id of the entry of the call, job or trigger that made a transaction. Returns `undefined` if it has none. */
  entryOf({ number, cause, job }: HistoryEntry): string | undefined {
    const operation = this.operations.get(number)
    if (operation) return `request:${operation.id}`
    if (job) return jobEntry(job)
    if (cause && 'request' in cause && this.calls.has(cause.request)) return `request:${cause.request}`
    return `${cause && 'trigger' in cause ? 'trigger' : 'change'}:${number}`
  }
}
