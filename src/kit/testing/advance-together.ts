import { connect } from '../client/connect.ts'
import { MaildoubleError } from '../client/errors.ts'
import type { Duration, Schemas, World } from '../client/index.ts'
import { readDuration, readInstantMillis, realDelay } from '../../kernel/support/time.ts'
import { callsInFlight } from './calls-in-flight.ts'

/** Fake timers of a test suite, such as `vi` and `jest`. */
export interface FakeTimers {
  /** Advances the fake time by milliseconds and fires due timers. */
  advanceTimersByTimeAsync(ms: number): Promise<unknown>
  /** Sets the time of `Date`, in milliseconds since 1970. */
  setSystemTime(now: number): unknown
  /** Whether the fake timers are installed. */
  isFakeTimers?(): boolean
}

/** The state that the library behind Vitest's and Jest's fake timers keeps on its functions. */
interface FakeClock {
  readonly now: number
  readonly timers?: Iterable<readonly [unknown, Timer]> | { readonly [id: string]: Timer }
}

interface Timer {
  readonly callAt: number
  readonly func?: { readonly name?: string }
}

/** The pending work of fake timers. */
interface PendingTimers {
  /** Whether a timer is already due. */
  readonly isDue: boolean
  /** Milliseconds until the next timer after that; `Infinity` if there is none. */
  readonly next: number
}

/** The pending fake timers of this process. Returns `undefined` if they can't be inspected. */
export function pendingTimers(): PendingTimers | undefined {
  const clock = clockBehind(setTimeout) ?? clockBehind(Date)
  if (!clock) return undefined
  const { now, timers = {} } = clock
  const all = Symbol.iterator in timers ? Array.from(timers, ([, timer]) => timer) : Object.values(timers)
  const due = all.filter((timer) => !isOfFetch(timer)).map(({ callAt }) => callAt - now)
  return { isDue: due.some((ms) => ms <= 0), next: Math.min(Number.POSITIVE_INFINITY, ...due.filter((ms) => ms > 0)) }
}

function clockBehind(fake: object): FakeClock | undefined {
  return 'clock' in fake ? (fake.clock as FakeClock) : undefined
}

/** Node's `fetch` sets timers of its own for each request, which must not cause stops. */
function isOfFetch({ func }: Timer): boolean {
  return func?.name === 'onTick' || func?.name === 'onParserTimeout' || /\[kResume\]|\bresume\(this, /.test(String(func))
}

/** Number of checks without changes that counts as quiet. */
const QUIET_CHECKS = 2
const CHECK_INTERVAL_MS = 2
/** Maximum number of checks without changes while calls are open: a call may hang. */
const UNCHANGED_CHECKS_MAX = 200
/** Maximum number of checks: an application may call without a pause. */
const CHECKS_MAX = 5_000
/** Number of the latest calls that are checked. */
const CALLS_SEEN = 20

/**
 * Waits for the calls of an application: a call started by a timer takes a moment of real time to reach the world, to be answered, and
 * to be read. The journal has all arrived calls, and this process knows its sent calls.
 */
class CallWaiter {
  readonly #world: World
  #overSocket: Promise<World> | undefined
  /** Calls that are no longer waited for, for example because a fault leaves them hanging. */
  readonly #givenUp = new Set<string | object>()

  constructor(world: World) {
    this.#world = world
  }

  /**
   * Returns the latest calls. The fixtures reach their own server without its socket, but here the socket is used on purpose: a check that
   * takes the way of the application's calls does not overtake them.
   */
  async #latest(): Promise<readonly Schemas['Request'][]> {
    this.#overSocket ??= connect(this.#world.target).worlds.get(this.#world.id)
    return (await this.#overSocket).requests.list({ order: 'desc', limit: CALLS_SEEN })
  }

  /** Resolves when all calls have been answered and read, and no more are made. */
  async idle(): Promise<void> {
    let last = ''
    let unchanged = 0
    for (let checks = 0; checks < CHECKS_MAX; checks++) {
      await realDelay(CHECK_INTERVAL_MS)
      const calls = await this.#latest()
      const open = this.#open(calls)
      const state = [open.length, ...calls.map(({ id, status }) => `${id} ${status}`)].join()
      unchanged = state === last ? unchanged + 1 : 0
      last = state
      if (unchanged >= (open.length === 0 ? QUIET_CHECKS : UNCHANGED_CHECKS_MAX)) {
        for (const each of open) this.#givenUp.add(each)
        return
      }
    }
  }

  /** The calls that have not ended: ids of the journal, and requests of this process. */
  #open(calls: readonly Schemas['Request'][]): readonly (string | object)[] {
    const arrived = calls.filter(({ status }) => status === null).map(({ id }) => id)
    return [...arrived, ...callsInFlight(this.#world)].filter((each) => !this.#givenUp.has(each))
  }
}

/** A time that advances together with the time of a world. */
interface OtherTime {
  /** Advances it by milliseconds and runs what falls due. */
  pass(ms: number): Promise<unknown>
  /** Its pending work. Returns `undefined` if that can't be inspected. */
  pendingTimers(): PendingTimers | undefined
}

/** What happened during an advance, as in the answer of the control API. */
export type Journey = Pick<Schemas['Advanced'], 'from' | 'to' | 'ran' | 'deliveries'>

/** Maximum number of stops at exact due times. */
const STOPS_MAX = 400
/** Number of equal steps for the rest of the advance. */
const REST_STEPS = 100
/** Step size if pending timers can't be inspected: a second, or a fraction of the advance. */
const BLIND_STEP_MS = 1_000
const BLIND_STEPS = 60

/**
 * Advances a world and another time together. It stops wherever a timer or something in the world falls due: a timer sees the world
 * at the timer's instant, and an effect of the world sees the other time at its own instant.
 */
export async function advanceTogether(world: World, far: Duration | number, other: OtherTime): Promise<Journey> {
  const whole = readDuration(far)
  if (whole === undefined || whole < 0) {
    throw new MaildoubleError(`${JSON.stringify(far)} is not a duration. Use one such as 'PT31S', or milliseconds.`)
  }
  const calls = new CallWaiter(world)
  const happens = async (pass: () => Promise<unknown>): Promise<void> => {
    await pass()
    await calls.idle()
  }
  await freezeClock(world)
  // Earlier code of the application may be calling already. The consequences of its calls belong to this instant.
  await calls.idle()
  const start = await freezeClock(world)
  const journeys: Journey[] = [{ from: start.now, to: start.now, ran: [], deliveries: [] }]
  let left = whole
  let pending = untilJob(start)
  for (let stops = 0; left > 0; stops++) {
    if (other.pendingTimers()?.isDue) await happens(() => other.pass(0))
    const timer = other.pendingTimers()?.next
    const least = timer === undefined ? Math.max(BLIND_STEP_MS, whole / BLIND_STEPS) : leastStep(left, stops)
    const step = Math.ceil(Math.min(left, pending, Math.max(least, timer ?? least)))
    // The time that is only observed advances first. If both have something due, the timers get the last millisecond.
    const before = pending > step || timer === undefined || timer < pending ? 0 : timer > step ? step : step - 1
    if (before > 0) await other.pass(before)
    const moved = await advanceWorld(world, step)
    journeys.push(moved)
    // The application may answer a webhook first, and make its calls afterwards.
    if (timer === undefined || timer <= step || moved.deliveries.length > 0) await happens(() => other.pass(step - before))
    else await other.pass(step - before)
    left -= step
    pending = untilJob(await world.clock.get())
  }
  return joinParts(journeys)
}

/** Minimum step, which bounds the number of stops. */
function leastStep(left: number, stops: number): number {
  return stops < STOPS_MAX ? 0 : left / Math.max(1, STOPS_MAX + REST_STEPS - stops)
}

async function freezeClock(world: World): Promise<Schemas['Clock']> {
  const clock = await world.clock.get()
  if (clock.mode === 'frozen') return clock
  throw new MaildoubleError(
    `The clock of the world ${world.id} is ${clock.mode}, not frozen. Freeze it with world.clock.set({ mode: 'frozen' }) to travel.`,
  )
}

/** Milliseconds until the next pending job of the world. */
function untilJob({ now, pending: [next] }: Schemas['Clock']): number {
  const due = next === undefined ? undefined : readInstantMillis(next.due_at)
  return due === undefined ? Number.POSITIVE_INFINITY : Math.max(1, due - (readInstantMillis(now) ?? due))
}

async function advanceWorld(world: World, by: number): Promise<Journey> {
  const moved = await world.clock.advance({ by })
  if (moved.stopped === undefined) return moved
  throw new MaildoubleError(
    `The world ${world.id} stopped at ${moved.to}: webhook deliveries are not being answered. A receiver that waits for a fake timer ` +
      'before it answers waits forever.',
  )
}

/** Merges the parts of an advance. Deliveries at the boundary of two parts are in both. */
function joinParts(parts: readonly Journey[]): Journey {
  const deliveries = new Map(parts.flatMap((part) => part.deliveries.map((delivery) => [delivery.id, delivery])))
  return {
    from: parts[0]?.from ?? '',
    to: parts.at(-1)?.to ?? '',
    ran: parts.flatMap(({ ran }) => ran),
    deliveries: [...deliveries.values()],
  }
}

/**
 * Advances the time of a world and that of fake timers together, by an ISO 8601 duration or milliseconds. It stops wherever a timer
 * or something in the world falls due (at most 400 times; the rest is divided into 100 equal steps), so that a timer of the
 * application sees the world at the timer's instant, and a webhook of the world finds `Date` at the webhook's. It first
 * waits for calls that are in flight, and after timers and webhooks for the calls that they cause.
 *
 * @throws MaildoubleError if the clock of the world is not frozen, or the timers are not fake.
 * @example
 * import { travel } from 'maildouble'
 * jest.useFakeTimers()
 * await travel(world, 'PT31S', jest)
 */
export async function travel(world: World, far: Duration | number, timers: FakeTimers): Promise<Journey> {
  if (timers.isFakeTimers?.() === false) throw notFake('travel')
  return advanceTogether(world, far, { pass: (ms) => timers.advanceTimersByTimeAsync(ms), pendingTimers })
}

/**
 * Sets `Date` to the time of a world, so that both stay in step. Needs fake timers.
 *
 * @throws MaildoubleError if the timers are not fake.
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
    `${what}() needs fake timers, and none are installed: call vi.useFakeTimers() first. To advance only the world, use world.clock.advance().`,
  )
}
