import { timeline } from '../triggers/step.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from './worlds.ts'

/** Tells of steps of timelines that could not happen: in a world that runs by itself nobody asks what has. */
export function logRefusedSteps(worlds: Worlds, log: (message: string) => void): void {
  const { number } = timeline
  worlds.follow(({ world }, before) => {
    if (world.tables[number] === before.tables[number] || refusedIn(world).length === refusedIn(before).length) return
    const pending = new Set(peek(before, (tx) => tx.range(timeline.byOutcome, { outcome: 'pending' }).all()).map(({ id }) => id))
    for (const { id, refused } of refusedIn(world)) {
      if (pending.has(id)) log(`The step ${id} of the timeline of the world ${world.id} could not happen: ${refused}`)
    }
  })
}

function refusedIn(world: World) {
  return peek(world, (tx) => tx.range(timeline.byOutcome, { outcome: 'refused' }).all())
}
