import { DEFAULT_SETTINGS, mergeSettings } from '../../../kernel/contract/settings.ts'
import { OWN_ADDRESS } from '../../rules/urls/own-address.ts'
import { react } from '../../resources/index.ts'
import { type Millis, realNow, yieldToEventLoop } from '../../../kernel/support/time.ts'
import type { Pausable } from '../../../kernel/world/pausable.ts'
import { Tx, type WorldRules } from '../../../kernel/world/tx.ts'
import { emptyWorld, type WorldState } from '../../../kernel/world/world.ts'
import { belowWithPauses } from '../read/scenario-error.ts'
import type { Scenario } from '../read/scenario-source.ts'
import { loadParts, plant, type PlantingContext } from './plant.ts'

/** Longest time that planting blocks other calls, unless it works on something large that has no pause. */
const SLICE_MS = 10

/** The data of a scenario at an instant. Worlds share them until they write. */
export type Planted = Pick<WorldState, 'tables' | 'counters'>

/** No job runs while a world is planted. */
export const PLANTING: WorldRules = { react, jobs: {} }

/** Plants the data in an empty world with only the starting instant. Throws a `ScenarioDataError` if data are invalid. */
export async function plantOnce(scenario: Scenario, context: PlantingContext, now: Millis): Promise<Planted> {
  const { tables, counters } = await plantedWorld(scenario, context, now)
  return { tables, counters }
}

/** Like `plantOnce`, but returns the whole world. */
export async function plantedWorld(scenario: Scenario, context: PlantingContext, now: Millis): Promise<WorldState> {
  const ground = emptyWorld({
    id: 'scenario',
    scenario: scenario.name,
    seed: scenario.seed,
    base_url: OWN_ADDRESS,
    clock: { now: Math.floor(now / 1000) * 1000, mode: 'frozen', rate: 0 },
    settings: mergeSettings(DEFAULT_SETTINGS, scenario.settings),
    credentials: { api_key: '', dc: '', client_id: '', client_secret: '', redirect_uri: '' },
  })
  await loadParts(scenario, context, ground.settings)
  const tx = new Tx(ground, PLANTING)
  await workInSlices(belowWithPauses([], plant(tx, scenario, context)))
  return tx.commit()
}

/** Does pausable work, and lets other calls be served between its slices. */
async function workInSlices(work: Pausable): Promise<void> {
  let began = realNow()
  while (!work.next().done) {
    if (realNow() - began < SLICE_MS) continue
    await yieldToEventLoop()
    began = realNow()
  }
}
