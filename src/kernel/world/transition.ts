import type { Change } from './history.ts'
import type { JobRow } from './job.ts'
import type { Row, Table } from './table.ts'

/** The states of a job's subject before and after the job. A subject that was created or removed has no state on that side. */
export interface Transition {
  readonly from_state?: string
  readonly to_state?: string
  /** Why the job could not do its work. */
  readonly refused?: string
}

/** The state of a job's subject before and after the job. The kind of the job names the subject's table. */
export function findTransition(changes: readonly Change[], { kind, subject }: Pick<JobRow, 'kind' | 'subject'>): Transition {
  const name = kind.slice(0, kind.indexOf('.')).replaceAll('-', '_')
  const own = changes.filter(
    ({ table, before, after }) => table.name === name && writeSubject(table, after ?? before) === subject,
  )
  const from_state = readStatusOrOutcome(own[0]?.before)
  const to_state = readStatusOrOutcome(own.at(-1)?.after)
  const refused = readRefusal(own.at(-1)?.after)
  return {
    ...(from_state === undefined ? {} : { from_state }),
    ...(to_state === undefined ? {} : { to_state }),
    ...(refused === undefined ? {} : { refused }),
  }
}

function readRefusal(row: Row | undefined): string | undefined {
  const { refused } = (row ?? {}) as { readonly refused?: unknown }
  return typeof refused === 'string' && refused !== '' ? refused : undefined
}

function writeSubject({ key }: Table<Row>, row: Row | undefined): string {
  return key.fields.map((field) => String(row && Reflect.get(row, field))).join('/')
}

/** Rows with a state machine have a status; one-time actions have an outcome. */
function readStatusOrOutcome(row: Row | undefined): string | undefined {
  const { status, outcome } = (row ?? {}) as { readonly status?: unknown; readonly outcome?: unknown }
  const state = status ?? outcome
  return typeof state === 'string' ? state : undefined
}
