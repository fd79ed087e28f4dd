import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { UnreadableWorld } from '../../runtime/persistence-error.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { summarizeWorld, type WorldSummary } from '../../runtime/persistence.ts'
import { isoMillis } from '../../../kernel/support/time.ts'

/** View of a world, with everything an application needs to connect to it. */
export function worldView({ world }: WorldHandle): ControlSchemas['World'] {
  return summaryView(summarizeWorld(world))
}

export function summaryView(world: WorldSummary): ControlSchemas['World'] {
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
    assistants: world.settings.assistants,
    counts: world.counts,
  }
}

/** The address of the server that holds a world. */
function rootOf({ id, base_url }: Pick<WorldSummary, 'id' | 'base_url'>): string {
  const below = `/_worlds/${id}`
  return base_url.endsWith(below) ? base_url.slice(0, -below.length) : base_url
}

export function unreadableView({ world, message }: UnreadableWorld): ControlSchemas['UnreadableWorld'] {
  return { id: world, reason: message }
}
