import { writtenBundle } from '../../bundle/write.ts'
import type { Snapshot } from '../../log/entry.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import { snapshotOrThrow } from './snapshots.ts'

/** Maximum number of characters of a bundle. A larger one could not be replayed. */
const CHARS_MAX = 256 * 1024 * 1024

export const bundleOperations = {
  getBundle({ context, handle, query: { from } }) {
    context.scheduler.sync(handle)
    const bundle = writtenBundle(handle, findBundleStart(handle, from), context.version)
    if (measureBundle(bundle) <= CHARS_MAX) return bundle
    throw new ControlError(
      409,
      'The bundle would be larger than 256 MiB, the maximum. Delete snapshots that are no longer needed, or start from a later one: ?from=<name>.',
    )
  },
} satisfies Partial<ControlOperations>

/** Returns the snapshot at which a bundle starts. Throws if a later step is missing. */
function findBundleStart(handle: WorldHandle, from: string | undefined): Snapshot {
  const { entries } = handle.log
  const begin = from === undefined ? entries.start : snapshotOrThrow(handle, from)
  if (!entries.isWholeSince(begin.mark))
    throw new ControlError(409, `${explainUnreplayable(handle, from, begin)} ${alternativeTo(handle)}`)
  const { position } = begin.mark
  const wasUnderWay = entries.from(position).some((entry) => entry.kind === 'resume' && entry.of.arrival.position < position)
  if (!wasUnderWay) return begin
  throw new ControlError(
    409,
    `Calls were in flight when the snapshot ${from} was taken, so a bundle can't start there. ${alternativeTo(handle, from)}`,
  )
}

function explainUnreplayable({ log: { entries } }: WorldHandle, from: string | undefined, { mark }: Snapshot): string {
  if (entries.isStartUnknown)
    return `The steps ${from === undefined ? 'from the beginning' : `since the snapshot ${from}`} are not known: the world was loaded from a store, and steps are not stored.`
  if (from === undefined) return `The first ${entries.evicted} steps were dropped, since there were too many.`
  if (mark.round !== entries.start.mark.round)
    return `The snapshot ${from} was taken before the last reset, and steps are only recorded since then.`
  return `Steps that came after the snapshot ${from} were dropped, since there were too many.`
}

/** Names the earliest snapshot from which all steps are recorded. */
function alternativeTo({ snapshots, log: { entries } }: WorldHandle, not?: string): string {
  const whole = [...snapshots].filter(([name, { mark }]) => name !== not && entries.isWholeSince(mark))
  const [first] = whole.toSorted(([, a], [, b]) => a.mark.position - b.mark.position)
  if (first) return `They are complete from the snapshot ${first[0]} on: GET .../bundle?from=${first[0]}.`
  return entries.isWholeSince(entries.start.mark)
    ? 'They are complete from the beginning: GET .../bundle.'
    : 'No snapshot has complete steps: take one with POST .../snapshots, and start from it.'
}

function measureBundle(bundle: object): number {
  try {
    return JSON.stringify(bundle).length
  } catch (error) {
    // The text is longer than a string may be.
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
}
