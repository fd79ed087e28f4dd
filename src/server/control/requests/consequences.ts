import { describeDelivery } from '../words/delivery-view.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Call } from '../../log/call.ts'
import type { DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { type HistoryEntry, netChanges } from '../../../kernel/world/history.ts'
import type { JobRow } from '../../../kernel/world/job.ts'
import type { ControlContext } from '../context.ts'
import { cut } from '../words/fields.ts'
import { jobIn, jobSummary, subjectOfJob } from '../words/job-kinds.ts'
import { findMade, isMadeBy, Links, rootFinder } from '../words/links.ts'
import { isSameTable, tableDiffView } from '../words/table-diff.ts'

type Consequence = ControlSchemas['Consequence']

/** What a call changed and caused, and what caused it. */
type Consequences = Pick<ControlSchemas['RequestDetail'], 'changes' | 'caused' | 'caused_total' | 'cause'>

/** Maximum number of rows in each list of changes. */
const CHANGES_SHOWN = 100

/** Maximum number of consequences in an answer. */
const CAUSED_SHOWN = 1_000

/** The changes and consequences of a call, as far as they are stored. */
export function findConsequences(context: ControlContext, handle: WorldHandle, entry: Call): Consequences {
  const links = new Links(handle.world)
  const { first: own, all } = links.following(isMadeBy(entry))
  const caused = consequences(context, handle, entry, links, all)
  // Only an operation of a batch has a cause of its own: the batch.
  const operation = own.find(({ cause }) => cause && 'job' in cause)
  return {
    changes: changesIn(handle, own),
    caused: caused.slice(0, CAUSED_SHOWN),
    caused_total: caused.length,
    cause: rootFinder(handle.world, links)(operation?.cause, operation),
  }
}

function changesIn({ log }: WorldHandle, own: readonly HistoryEntry[]): ControlSchemas['TableDiff'][] {
  const changes = netChanges(own.flatMap((each) => each.changes))
  const tables = [...new Set(changes.map(({ table }) => table))].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return tables
    .map((table) => {
      const rows = changes.filter((change) => change.table === table)
      return tableDiffView(log.secrets, table, rows, { limit: CHANGES_SHOWN, offset: 0 })
    })
    .filter((each) => !isSameTable(each))
}

/** A consequence, and the instant for sorting. */
type Timed = Omit<Consequence, 'at' | 'url'> & { readonly at: number; readonly path: string }

function consequences(
  { publicUrl }: ControlContext,
  handle: WorldHandle,
  entry: Call,
  links: Links,
  all: readonly HistoryEntry[],
): Consequence[] {
  const { world } = handle
  const made = findMade(world, links, all, entry)
  const found: Timed[] = [
    ...jobsThatRan(handle, all),
    ...operationsIn(handle, entry, new Set(all.map(({ number }) => number))),
    ...made.deliveries.map((row) => deliveryLink(handle, row)),
    ...made.emails.map(({ id, at, to, kind }) => link('email', id, at * 1000, `${kind} to ${to}`, `emails/${id}`)),
    ...made.jobs.map((row) => jobLink(handle, row)),
  ]
  const root = `${publicUrl}/_control/worlds/${encodeURIComponent(world.id)}`
  // Sorting is stable, so that each kind stays in the order of its creation.
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, path, ...rest }) => ({ ...rest, at: isoMillis(at), url: `${root}/${path}` }))
}

function link(kind: Consequence['kind'], id: string | number, at: number, summary: string, path: string): Timed {
  return { kind, id: String(id), at, summary: cut(summary), path }
}

function deliveryLink({ log }: WorldHandle, delivery: DeliveryRow): Timed {
  const { id, created_at, status } = delivery
  return link('delivery', id, created_at, `${describeDelivery(log.secrets, delivery)}, ${status}`, `deliveries/${id}`)
}

function jobLink(handle: WorldHandle, { id, due_at, kind, subject }: JobRow): Timed {
  return link('job', id, due_at, jobSummary(handle, kind, subject), `jobs/${id}`)
}

/** The finished jobs. Jobs for operations of batches are left out, since these operations are calls. */
function jobsThatRan(handle: WorldHandle, all: readonly HistoryEntry[]): Timed[] {
  return all.flatMap(({ at, cause }) => {
    if (!cause || !('job' in cause)) return []
    const { kind, subject } = jobIn(cause.job)
    if (kind === 'batches.operate') return []
    const { entity, id } = subjectOfJob(kind, subject)
    const path = `why?entity=${entity}&id=${encodeURIComponent(id)}`
    return [link('job', cause.job, at, jobSummary(handle, kind, subject), path)]
  })
}

/** The operations of batches that the transactions performed. */
function operationsIn({ log: { journal } }: WorldHandle, entry: Call, numbers: ReadonlySet<number>): Timed[] {
  if (numbers.size === 0) return []
  return journal
    .after(entry.number)
    .filter(({ via, historyEntry }) => via === 'batch' && historyEntry !== undefined && numbers.has(historyEntry))
    .map(({ id, at, method, path, status }) =>
      link('request', id, at, `${method} ${path}, answered ${status}`, `requests/${encodeURIComponent(id)}`),
    )
}
