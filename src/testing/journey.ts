import { MaildoubleError } from '../client/errors.ts'
import type { Schemas, World } from '../client/index.ts'
import { readDuration, readInstantMillis } from '../support/time.ts'
import { Settling } from './settling.ts'
import type { Outlook } from './timers.ts'

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
