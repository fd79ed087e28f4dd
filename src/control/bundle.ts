import type { Marked } from '../host/mark.ts'
import type { Cell } from '../host/worlds.ts'
import { writtenBundle } from './bundle-write.ts'
import { ControlError } from './errors.ts'
import type { ControlOperations } from './operation.ts'
import { snapshotOrThrow } from './snapshots.ts'

/** A larger one could not be replayed. */
const CHARS_MAX = 256 * 1024 * 1024

export const bundleOperations = {
  getBundle({ stage, cell, query: { from } }) {
    stage.pacer.sync(cell)
    const bundle = writtenBundle(cell, beginningOf(cell, from), stage.version)
    if (sizeOf(bundle) <= CHARS_MAX) return bundle
    throw new ControlError(
      409,
      'The bundle would be larger than 256 MiB, which is as large as one may be. Forget snapshots that are not needed any more, or begin with a later one: ?from=<name>.',
    )
  },
} satisfies Partial<ControlOperations>

/** Where the steps of a bundle begin, if they are whole from there. */
function beginningOf(cell: Cell, from: string | undefined): Marked {
  const { steps } = cell.log
  const begin = from === undefined ? steps.start : snapshotOrThrow(cell, from)
  if (!steps.isWholeSince(begin.mark)) throw new ControlError(409, `${whyNot(cell, from, begin)} ${wayOut(cell)}`)
  const { position } = begin.mark
  const wasUnderWay = steps.from(position).some((step) => step.kind === 'resume' && step.of.position < position)
  if (!wasUnderWay) return begin
  throw new ControlError(
    409,
    `Calls were under way when the snapshot ${from} was taken, so that it is no place to begin. ${wayOut(cell, from)}`,
  )
}

function whyNot({ log: { steps } }: Cell, from: string | undefined, { mark }: Marked): string {
  if (steps.isLost)
    return `The steps ${from === undefined ? 'from the beginning' : `since the snapshot ${from}`} are not known: the world was kept, and went on, and steps are not kept.`
  if (from === undefined) return `The first ${steps.dropped} steps are not kept any more, since there were too many.`
  if (mark.round !== steps.start.mark.round)
    return `The snapshot ${from} was taken before the last reset, and the steps are those since then.`
  return `Steps that came after the snapshot ${from} are not kept any more, since there were too many.`
}

/** The first snapshot from which the steps are whole. */
function wayOut({ snapshots, log: { steps } }: Cell, not?: string): string {
  const whole = [...snapshots].filter(([name, { mark }]) => name !== not && steps.isWholeSince(mark))
  const [first] = whole.toSorted(([, a], [, b]) => a.mark.position - b.mark.position)
  if (first) return `They are whole from the snapshot ${first[0]} on: GET .../bundle?from=${first[0]}.`
  return steps.isWholeSince(steps.start.mark)
    ? 'They are whole from the beginning: GET .../bundle.'
    : 'There is no snapshot from which they are whole: take one with POST .../snapshots, and the steps from then on can be had.'
}

function sizeOf(bundle: object): number {
  try {
    return JSON.stringify(bundle).length
  } catch (error) {
    // A text has an end as well.
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
}
