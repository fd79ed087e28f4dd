import type { Route } from '../../kernel/contract/route.ts'
import { durationMs } from '../../kernel/contract/settings.ts'
import { type Millis, readDuration } from '../../kernel/support/time.ts'
import type { Settings, WorldState } from '../../kernel/world/world.ts'
import { compiledFaultsIn } from './select.ts'

/** How far the reads of a world may lag behind at most, by its setting and its faults; 0 if none does. */
export function stalenessMs(world: WorldState): Millis {
  let longest = durationMs(world.settings.staleness.lag)
  for (const { fault } of compiledFaultsIn(world).faults) longest = Math.max(longest, readDuration(fault.effect.staleness) ?? 0)
  return longest
}

/** How far the reads of an operation lag behind by the setting `staleness`. Writes and reads of single things never do. */
export function chooseLag(route: Route, { staleness: { lag, reads } }: Settings): Millis {
  if (route.method !== 'GET' || lag === 0) return 0
  const kind = KINDS[route.resource] ?? (route.collection ? 'collections' : undefined)
  return kind !== undefined && reads.includes(kind) ? durationMs(lag) : 0
}

type StaleKind = Settings['staleness']['reads'][number]

const KINDS: { readonly [resource: string]: StaleKind } = { search: 'search', segments: 'segments', reports: 'reports' }
