import type { World } from '../world/world.ts'
import { armedIn } from './armed.ts'
import type { Blow } from './blow.ts'
import { blowOf } from './blows.ts'
import type { FaultyCall } from './call.ts'
import { meetingsOf } from './meet.ts'
import { isInstead, Striking, type Due, type Strikes } from './striking.ts'
import type { FaultTallies } from './tallies.ts'

export type { FaultCall, FaultyCall } from './call.ts'
export type { Strikes } from './striking.ts'

/** Whether a world has any faults. */
export function isArmed(world: World): boolean {
  return armedIn(world).faults.length > 0
}

/** Whether faults of a world look into bodies. */
export function wantsBody(world: World): boolean {
  return armedIn(world).wantsBody
}

/** Counts a call for every fault that matches it, and says what is done to it; nothing for most. */
export function strike(world: World, tallies: FaultTallies, call: FaultyCall): Strikes | undefined {
  const { seed, clock } = world
  const { request_id } = call.origin
  const meetings = meetingsOf(armedIn(world).faults, call, { seed, now: clock.now, tallies })
  const due: readonly Due[] = meetings
    .filter(({ isDue }) => isDue)
    .map((meeting) => ({ fault: meeting.fault, before: tallies.of(meeting.fault), blow: blowOf(meeting, call, seed) }))
  const instead = due.find(isInstead)
  const firing = due.filter(({ blow }) => hasItsWay(blow, instead?.blow))
  for (const { fault } of meetings) tallies.count({ fault, fires: firing.some((each) => each.fault === fault), request_id })
  return firing.length === 0 ? undefined : new Striking(firing, instead, tallies, call)
}

/** A call is answered in place of the service only once, and what changes an answer, or how it is sent, needs one. */
function hasItsWay(blow: Blow, instead: Extract<Blow, { readonly kind: 'instead' }> | undefined): boolean {
  switch (blow.kind) {
    case 'wait':
      return true
    case 'instead':
      return blow === instead
    case 'shape':
      return !instead || instead.needsAnswer
    case 'sending':
      return !instead?.breaks
  }
}
