import { isObject } from '../../kernel/support/is-object.ts'
import { type Millis, readInstantMillis } from '../../kernel/support/time.ts'
import type { CheckResult } from '../drift/check.ts'
import type { Recorded } from '../recordings/recording.ts'

/** How far apart two instants may be: the clocks of a client and of a service differ, and an answer takes its time. */
export const TOLERANCE_MS = 120_000

/** The start of a world for a recording without times: that of the scenarios. */
const NO_TIME: Millis = 1_768_467_600_000

/** The time of the service at each exchange of a recording. */
interface ServiceClock {
  readonly times: readonly Millis[]
  /** Whether the recorder noted no time, or another than the service's, whose clock may stand still: instants cannot be predicted then. */
  readonly isForeign: boolean
}

interface CheckedExchange {
  readonly exchange: Recorded
  readonly checked: CheckResult
}

/** Finds out the time of the service. What a write has just made or changed shows it. */
export function readServiceClock(exchanges: readonly CheckedExchange[]): ServiceClock {
  const newest = exchanges.map(({ exchange, checked }) => (exchange.status < 300 ? newestIn(checked.answer) : undefined))
  const written = exchanges.flatMap(({ exchange: { method, at } }, index) => {
    const instant = method === 'GET' ? undefined : newest[index]
    return instant === undefined ? [] : [{ index, isNow: at !== undefined && Math.abs(instant - at) <= TOLERANCE_MS }]
  })
  const recorded = exchanges.map(({ exchange }) => exchange.at)
  const isTimed = recorded.every((each) => each !== undefined)
  if (isTimed && (written.length === 0 || written.some(({ isNow }) => isNow))) return { times: recorded, isForeign: false }
  let latest = Math.max(...newest.slice(0, (written[0]?.index ?? newest.length) + 1).map((each) => each ?? 0))
  if (latest === 0) latest = recorded[0] ?? NO_TIME
  return { times: newest.map((each) => (latest = Math.max(latest, each ?? 0))), isForeign: true }
}

/** The latest instant that an answer shows, of those that never lie in the future. */
function newestIn(value: unknown): Millis | undefined {
  if (!isObject(value) && !Array.isArray(value)) return undefined
  const instants = Object.entries(value).flatMap(([name, member]) => {
    const own = typeof member === 'string' && PAST.has(name) ? readInstantMillis(member) : newestIn(member)
    return own ?? []
  })
  return instants.length === 0 ? undefined : Math.max(...instants)
}

const PAST: ReadonlySet<string> = new Set([
  'created_at',
  'create_time',
  'date_created',
  'date_added',
  'date_edited',
  'last_changed',
  'timestamp_opt',
  'timestamp_signup',
  'updated_at',
])
