import { MaildoubleError } from '../client/errors.ts'
import type { World } from '../client/index.ts'
import { readInstantMillis } from '../support/time.ts'
import { journey, type Journey } from './journey.ts'
import { outlook, type FakeTimers } from './timers.ts'

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
