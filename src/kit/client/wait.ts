import type { Duration } from './contract.ts'
import { WaitTimeoutError } from './errors.ts'
import { aligned, span, describeFilter } from './wording.ts'

/** How long to wait. */
export interface Wait {
  /**
   * In real time, an ISO 8601 duration or milliseconds. The default, PT3S, is shorter than the usual test timeout of five seconds. Must
   * be less than PT5M, since `fetch` waits no longer for an answer.
   */
  readonly wait?: Duration | number
}

/** The default wait. */
export const WAIT = 'PT3S'

/** Maximum number of other items in a message. */
const SHOWN = 5

interface ThingsPage<Thing> {
  readonly total: number
  readonly things: readonly Thing[]
}

/** A wait that timed out, and how to show the other items. */
interface TimedOutWait<Thing> {
  /** What was waited for: `No such delivery was attempted`. `such` is empty without a filter. */
  readonly missed: (such: string) => string
  readonly filter: object
  readonly wait: Duration | number
  readonly page: (query: { readonly limit: number; readonly offset?: number }) => Promise<ThingsPage<Thing>>
  /** The columns of an item's line. */
  readonly line: (thing: Thing) => readonly string[]
  /** The message if there is nothing at all. */
  readonly nothing: string
}

export async function waitTimeoutError<Thing>(vain: TimedOutWait<Thing>): Promise<WaitTimeoutError> {
  const { total } = await vain.page({ limit: 0 })
  const { things } = await vain.page({ limit: SHOWN, offset: Math.max(total - SHOWN, 0) })
  const filter = describeFilter(vain.filter)
  return new WaitTimeoutError(
    [
      `${vain.missed(filter && 'such ')} within ${span(vain.wait)}${filter && ` (${filter})`}.`,
      '',
      ...(things.length === 0
        ? [vain.nothing]
        : [`Other items, latest first${things.length < total ? ` (${SHOWN} of ${total})` : ''}:`]),
      ...aligned(things.toReversed().map(vain.line)),
    ].join('\n'),
  )
}
