import type { Schemas } from '../../contract/control.ts'
import type { UnreadableWorld } from '../../persistence/store.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { worldSummaryOf, type WorldSummary } from '../../persistence/summary.ts'
import { isoMillis } from '../../support/time.ts'

/** Shows a world with all that an application needs to be pointed at it. */
export function worldView({ world }: WorldHandle): Schemas['World'] {
  return sketchView(worldSummaryOf(world))
}

/** Shows a world of which no more is known here. */
export function sketchView(world: WorldSummary): Schemas['World'] {
  const { api_key, dc, client_id, client_secret, redirect_uri } = world.credentials
  return {
    id: world.id,
    scenario: world.scenario,
    seed: world.seed,
    now: isoMillis(world.clock.now),
    clock: { mode: world.clock.mode, rate: world.clock.rate },
    api_key,
    dc,
    base_url: world.base_url,
    root_url: rootOf(world),
    auth_url: world.base_url,
    oauth: { client_id, client_secret, redirect_uri },
    counts: world.counts,
  }
}

/** The address of the server that a world is at. */
function rootOf({ id, base_url }: Pick<WorldSummary, 'id' | 'base_url'>): string {
  const below = `/_worlds/${id}`
  return base_url.endsWith(below) ? base_url.slice(0, -below.length) : base_url
}

/** Shows a world that can't be read. */
export function unreadableView({ world, message }: UnreadableWorld): Schemas['UnreadableWorld'] {
  return { id: world, reason: message }
}
