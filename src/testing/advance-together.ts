import { MaildoubleError } from '../client/errors.ts'
import type { Schemas, World } from '../client/index.ts'
import { readDuration, readInstantMillis, realDelay } from '../support/time.ts'

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

/** Nothing new may come for so many looks. */
const QUIET_LOOKS = 2
const BETWEEN_LOOKS_MS = 2
/** Real time may go on in a call, and it may hang: it is not waited for more often than so. */
const LOOKS_MAX = 100
/** So many calls may be under way at once. */
const CALLS_SEEN = 20

/**
 * Waits for the calls of an application: what a timer starts goes over a socket, and takes a moment of real time to reach the world and to
 * be answered.
 */
export class Settling {
  readonly #world: World
  /** Calls that have been waited for long enough, such as those that a fault lets hang. */
  readonly #givenUp = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  /** Resolves when calls that came have been answered, and no more come. */
  async settled(): Promise<void> {
    let last = ''
    let open: readonly string[] = []
    for (let looks = 0, quiet = 0; looks < LOOKS_MAX && quiet < QUIET_LOOKS; looks++) {
      await realDelay(BETWEEN_LOOKS_MS)
      const calls = await this.#world.requests.list({ order: 'desc', limit: CALLS_SEEN })
      open = calls.filter(({ id, status }) => status === null && !this.#givenUp.has(id)).map(({ id }) => id)
      const seen = calls.map(({ id, status }) => `${id} ${status}`).join()
      quiet = seen === last && open.length === 0 ? quiet + 1 : 0
      last = seen
    }
    for (const id of open) this.#givenUp.add(id)
  }
}

/** The time that moves along with that of a world. */
export interface OtherTime {
  /** Lets it pass, in milliseconds, and what falls due with it happen. */
  pass(ms: number): Promise<unknown>
  /** What is going to happen with it; nothing where that cannot be seen. */
  outlook(): Outlook | undefined
}

/** What happened on the way, as the answer of an advance tells it. */
export type Journey = Pick<Schemas['Advanced'], 'from' | 'to' | 'ran' | 'deliveries'>

/** So many stops are made exactly where something falls due. */
const STOPS_MAX = 400
/** In so many equal steps goes the rest of a way with more stops. */
const REST_STEPS = 100
/** Where it cannot be seen when timers fall due, a step takes a second, or a part of the way. */
const BLIND_STEP_MS = 1_000
const BLIND_STEPS = 60

/**
 * Lets the time of a world and another one pass together. It stops wherever a timer or something in the world falls due: a timer meets
 * the world at its own instant, and what the world does then meets the other time at that instant.
 */
export async function journey(world: World, far: string | number, other: OtherTime): Promise<Journey> {
  const whole = readDuration(far)
  if (whole === undefined || whole < 0) {
    throw new MaildoubleError(`${JSON.stringify(far)} is not a way to travel. Say a duration such as 'PT31S', or milliseconds.`)
  }
  const settling = new Settling(world)
  const happens = async (pass: () => Promise<unknown>): Promise<void> => {
    await pass()
    await settling.settled()
  }
  const seen = await frozen(world)
  const told: Journey[] = [{ from: seen.now, to: seen.now, ran: [], deliveries: [] }]
  let left = whole
  let pending = untilJob(seen)
  for (let stops = 0; left > 0; stops++) {
    if (other.outlook()?.isDue) await happens(() => other.pass(0))
    const timer = other.outlook()?.next
    const least = timer === undefined ? Math.max(BLIND_STEP_MS, whole / BLIND_STEPS) : leastStep(left, stops)
    const step = Math.ceil(Math.min(left, pending, Math.max(least, timer ?? least)))
    // Whoever is only looked at by the other one goes first; where both have something to do, the last millisecond is the timers'.
    const before = pending > step || timer === undefined || timer < pending ? 0 : timer > step ? step : step - 1
    if (before > 0) await other.pass(before)
    told.push(await advanced(world, step))
    if (timer === undefined || timer <= step) await happens(() => other.pass(step - before))
    else await other.pass(step - before)
    left -= step
    pending = untilJob(await world.clock.get())
  }
  return joined(told)
}

/** How far it goes at least, so that the way has an end. */
function leastStep(left: number, stops: number): number {
  return stops < STOPS_MAX ? 0 : left / Math.max(1, STOPS_MAX + REST_STEPS - stops)
}

async function frozen(world: World): Promise<Schemas['Clock']> {
  const clock = await world.clock.get()
  if (clock.mode === 'frozen') return clock
  throw new MaildoubleError(
    `The clock of the world ${world.id} is ${clock.mode}: it moves by itself. Freeze it with world.clock.set({ mode: 'frozen' }) to travel.`,
  )
}

/** In how many milliseconds the world has something to do. */
function untilJob({ now, pending: [next] }: Schemas['Clock']): number {
  const due = next === undefined ? undefined : readInstantMillis(next.due_at)
  return due === undefined ? Number.POSITIVE_INFINITY : Math.max(1, due - (readInstantMillis(now) ?? due))
}

async function advanced(world: World, by: number): Promise<Journey> {
  const moved = await world.clock.advance({ by })
  if (moved.stopped === undefined) return moved
  throw new MaildoubleError(
    `The world ${world.id} stopped at ${moved.to}: deliveries of webhooks are not answered. A receiver that waits for a fake timer ` +
      'before it answers waits for ever.',
  )
}

/** The parts of the way as one. What belongs to the instant at which two of them meet is told by both. */
function joined(parts: readonly Journey[]): Journey {
  const deliveries = new Map(parts.flatMap((part) => part.deliveries.map((delivery) => [delivery.id, delivery])))
  return {
    from: parts[0]?.from ?? '',
    to: parts.at(-1)?.to ?? '',
    ran: parts.flatMap(({ ran }) => ran),
    deliveries: [...deliveries.values()],
  }
}

/**
 * Lets the time of a world and that of fake timers pass together: `far` is an ISO 8601 duration or milliseconds. It stops wherever a timer
 * or something in the world falls due (at most 400 times; the rest of the way goes in 100 equal steps), so that a timer of the application
 * meets the world at the timer's own instant, and a webhook of the world finds `Date` at the webhook's. After timers have fired it waits
 * until the calls that they made are answered.
 *
 * @throws MaildoubleError when the clock of the world is not frozen, or the timers are not fake.
 * @example
 * import { travel } from 'maildouble'
 * jest.useFakeTimers()
 * await travel(world, 'PT31S', jest)
 */
export async function travel(world: World, far: string | number, timers: FakeTimers): Promise<Journey> {
  if (timers.isFakeTimers?.() === false) throw notFake('travel')
  return journey(world, far, { pass: (ms) => timers.advanceTimersByTimeAsync(ms), outlook })
}

/**
 * Lets `Date` tell the time of a world: where both begin together, they stay together. Fake timers keep what is left of them.
 *
 * @throws MaildoubleError when the timers are not fake.
 * @example
 * import { alignTime } from 'maildouble'
 * jest.useFakeTimers()
 * await alignTime(world, jest)
 */
export async function alignTime(world: World, timers: FakeTimers): Promise<void> {
  if (timers.isFakeTimers?.() === false) throw notFake('alignTime')
  const { now } = await world.clock.get()
  timers.setSystemTime(readInstantMillis(now) ?? 0)
}

function notFake(what: string): MaildoubleError {
  return new MaildoubleError(
    `${what}() moves fake timers, and there are none: call vi.useFakeTimers() first. The world alone is moved by world.clock.advance().`,
  )
}
