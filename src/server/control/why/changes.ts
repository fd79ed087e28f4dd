import type { ControlQueryOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { upperFirst } from '../../../kernel/support/words.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { type HistoryEntry, historyEntries } from '../../../kernel/world/history.ts'
import type { JobRow } from '../../../kernel/world/job.ts'
import type { ControlOperations } from '../context.ts'
import { instantOrThrow, SHOWN } from '../parameters.ts'
import { tableOrThrow } from '../worlds/state.ts'
import { type CauseDescriber, causeDescriber } from '../words/cause.ts'
import { jobSummary, subjectOfJob } from '../words/job-kinds.ts'
import { type RootFinder, rootFinder } from '../words/links.ts'
import { tablesIn } from '../words/table-diff.ts'

export const changeOperations = {
  getChanges({ context, handle, query: { limit = SHOWN, offset = 0, order = 'asc', ...wanted } }) {
    context.scheduler.sync(handle)
    const { history } = handle.world
    const fits = changeTest(wanted)
    // The history is iterated from the latest entry.
    const found = [...historyEntries(history)].filter(fits)
    const ordered = order === 'desc' ? found : found.toReversed()
    const describe = causeDescriber(handle)
    const rootOf = rootFinder(handle.world)
    return {
      changes: ordered.slice(offset, offset + limit).map((each) => changeView(handle, each, describe, rootOf)),
      total: found.length,
      evicted: history.evicted,
    }
  },
} satisfies Partial<ControlOperations>

type ChangeFilter = Pick<ControlQueryOf<'getChanges'>, 'cause' | 'table' | 'since' | 'until' | 'after' | 'before'>

function changeTest({
  cause: kind,
  table: name,
  since,
  until,
  after = 0,
  before = Number.POSITIVE_INFINITY,
}: ChangeFilter): (entry: HistoryEntry) => boolean {
  const table = name === undefined ? undefined : tableOrThrow(name, 422)
  const from = since === undefined ? 0 : instantOrThrow('since', since)
  const to = until === undefined ? Number.POSITIVE_INFINITY : instantOrThrow('until', until)
  return ({ number, at, cause, job, changes }) =>
    number > after &&
    number < before &&
    at >= from &&
    at < to &&
    (kind === undefined || (cause !== undefined && kind in cause) || (kind === 'job' && job !== undefined)) &&
    (!table || changes.some((each) => each.table === table))
}

function changeView(
  handle: WorldHandle,
  entry: HistoryEntry,
  describe: CauseDescriber,
  rootOf: RootFinder,
): ControlSchemas['Change'] {
  const { number, at, cause, job } = entry
  const by = describe(entry)
  return {
    event: number,
    at: isoMillis(at),
    cause: rootOf(cause, entry),
    by,
    ...(job ? { job: jobView(handle, job, by) } : {}),
    tables: tablesIn(entry),
  }
}

function jobView(
  handle: WorldHandle,
  { kind, subject }: Pick<JobRow, 'kind' | 'subject'>,
  by: string,
): NonNullable<ControlSchemas['Change']['job']> {
  // A batch has gone on to its next operation since.
  const summary = kind === 'batches.operate' ? upperFirst(by) : jobSummary(handle, kind, subject)
  return { kind, subject: subjectOfJob(kind, subject), summary }
}
