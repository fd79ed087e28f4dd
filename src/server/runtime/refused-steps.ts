import { timeline } from '../../service/triggers/step.ts'
import { peek } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { WorldRegistry } from './worlds.ts'

/** Logs timeline steps that were refused, since in a world with a running clock no caller asks for their outcome. */
export function logRefusedSteps(worlds: WorldRegistry, log: (message: string) => void): void {
  const { number } = timeline
  worlds.subscribe(({ handle: { world }, before }) => {
    if (world.tables[number] === before.tables[number] || refusedIn(world).length === refusedIn(before).length) return
    const pending = new Set(peek(before, (tx) => tx.range(timeline.byOutcome, { outcome: 'pending' }).all()).map(({ id }) => id))
    for (const { id, refused } of refusedIn(world)) {
      if (pending.has(id)) log(`The step ${id} of the timeline of the world ${world.id} was refused: ${refused}`)
    }
  })
}

function refusedIn(world: WorldState) {
  return peek(world, (tx) => tx.range(timeline.byOutcome, { outcome: 'refused' }).all())
}
