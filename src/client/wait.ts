import { WaitTimeoutError } from './errors.ts'
import { aligned, span, wished } from './wording.ts'

/** How long something is waited for. */
export interface Wait {
  /**
   * In real time, as an ISO 8601 duration or in milliseconds: PT3S if nothing is said, so that a test which may take five
   * seconds ends with what came instead; less than PT5M, since `fetch` waits no longer for an answer.
   */
  readonly wait?: string | number
}

/** What is waited for if nothing is said. */
export const WAIT = 'PT3S'

/** So many of those that came instead are shown. */
const SHOWN = 5

/** A page of what there is, and how much there is in all. */
interface Page<Thing> {
  readonly total: number
  readonly things: readonly Thing[]
}

/** What was waited for in vain, and how to show what came instead. */
interface InVain<Thing> {
  /** What was waited for: `No such delivery was attempted`; `such` is empty where any would have done. */
  readonly missed: (such: string) => string
  readonly filter: object
  readonly wait: string | number
  readonly page: (query: { readonly limit: number; readonly offset?: number }) => Promise<Page<Thing>>
  /** A thing as the columns of a line. */
  readonly line: (thing: Thing) => readonly string[]
  /** What is said where there is nothing at all. */
  readonly nothing: string
}

/** Tells that nothing came of a wait, and what did come. */
export async function waitedInVain<Thing>(vain: InVain<Thing>): Promise<WaitTimeoutError> {
  const { total } = await vain.page({ limit: 0 })
  const { things } = await vain.page({ limit: SHOWN, offset: Math.max(total - SHOWN, 0) })
  const wish = wished(vain.filter)
  return new WaitTimeoutError(
    [
      `${vain.missed(wish && 'such ')} within ${span(vain.wait)}${wish && ` (${wish})`}.`,
      '',
      ...(things.length === 0
        ? [vain.nothing]
        : [`What there is, the latest first${things.length < total ? ` (${SHOWN} of ${total})` : ''}:`]),
      ...aligned(things.toReversed().map(vain.line)),
    ].join('\n'),
  )
}
