/** Fake timers of a test suite: `vi` and `jest` are some. */
export interface FakeTimers {
  /** Lets their time pass, in milliseconds, and fires what falls due. */
  advanceTimersByTimeAsync(ms: number): Promise<unknown>
  /** Says what time `Date` tells from now on, in milliseconds since 1970. */
  setSystemTime(now: number): unknown
  /** Whether they are in the place of the real ones. */
  isFakeTimers?(): boolean
}

/** What the library that Vitest and Jest take their fake timers from keeps at the functions that it puts in the place of the real ones. */
interface Clock {
  readonly now: number
  readonly timers?: Iterable<readonly [unknown, Timer]> | { readonly [id: string]: Timer }
}

interface Timer {
  readonly callAt: number
  readonly func?: { readonly name?: string }
}

/** What fake timers are going to do. */
export interface Outlook {
  /** Whether something is due already and has not been done. */
  readonly isDue: boolean
  /** In how many milliseconds something falls due after that; `Infinity` where nothing does. */
  readonly next: number
}

/** What the fake timers of this process are going to do; nothing where that cannot be seen. */
export function outlook(): Outlook | undefined {
  const clock = clockBehind(setTimeout) ?? clockBehind(Date)
  if (!clock) return undefined
  const { now, timers = {} } = clock
  const all = Symbol.iterator in timers ? Array.from(timers, ([, timer]) => timer) : Object.values(timers)
  const due = all.filter((timer) => !isOfFetch(timer)).map(({ callAt }) => callAt - now)
  return { isDue: due.some((ms) => ms <= 0), next: Math.min(Number.POSITIVE_INFINITY, ...due.filter((ms) => ms > 0)) }
}

function clockBehind(fake: object): Clock | undefined {
  return 'clock' in fake ? (fake.clock as Clock) : undefined
}

/** Node's `fetch` leaves timers of its own whenever something is sent, and each would be a stop. */
function isOfFetch({ func }: Timer): boolean {
  return func?.name === 'onTick' || func?.name === 'onParserTimeout' || /\[kResume\]|\bresume\(this, /.test(String(func))
}
