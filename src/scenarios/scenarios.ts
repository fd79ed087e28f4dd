import { DEFAULT_SETTINGS, mergeSettings } from '../contract/settings.ts'
import { CLOCK_MAX, CLOCK_MIN, isoMillis, readInstantMillis, realNow } from '../support/time.ts'
import { emptyWorld, type Clock, type World } from '../world/world.ts'
import { credentialsOf } from './credentials.ts'
import { ScenarioError } from './read/scenario-error.ts'
import { sharedFrom } from './shared-scenarios.ts'
import type { Scenario, ScenarioSource } from './read/scenario-source.ts'
import { shippedScenarios } from './read/shipped-scenarios.ts'
import type { Pace, WorldWish } from './world-options.ts'

export type { WorldWish } from './world-options.ts'

/** Makes a world from a scenario that ships with the package. */
export function buildWorld(wish: WorldWish): Promise<World> {
  return buildWorldFrom(shippedScenarios, wish)
}

/** Makes a world from a scenario of a source. Worlds of one scenario and one instant share its data until they write. */
export async function buildWorldFrom(source: ScenarioSource, wish: WorldWish): Promise<World> {
  const shared = sharedFrom(source)
  const loaded = await shared.load(wish.scenario ?? 'starter')
  const { scenario } = loaded
  const clock = clockOf(scenario, wish)
  const { tables, counters } = await shared.plant(loaded, clock.now)
  const seed = wish.seed === undefined ? scenario.seed : seedText(wish.seed)
  return {
    ...emptyWorld({
      id: wish.id,
      scenario: scenario.name,
      seed,
      base_url: wish.base_url,
      clock,
      settings: mergeSettings(DEFAULT_SETTINGS, scenario.settings, wish.settings),
      credentials: credentialsOf(seed, wish.id, wish),
    }),
    tables,
    counters,
  }
}

/** A seed as the text that chance depends on. Other numbers than safe integers have more than one notation, or stand for others as well. */
function seedText(seed: string | number): string {
  if (typeof seed === 'string' || Number.isSafeInteger(seed)) return String(seed)
  const range = `from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`
  throw new ScenarioError(`The seed ${String(seed)} is no whole number ${range}. Give such a number, or a text.`)
}

const NOW = '2026-01-15T09:00:00Z'

/** The clock of a world of a scenario, as far as nothing else is wished. */
export function clockOf(scenario: Scenario, wish: Pick<WorldWish, 'clock' | 'defaultClock' | 'now'> = {}): Clock {
  const { mode, rate } = wish.clock ?? paceOf(scenario) ?? wish.defaultClock ?? FROZEN
  // A clock that is asked for to go with the real time shows it, whatever the scenario says.
  const begins = wish.clock && mode === 'realtime' ? undefined : scenario.clock.now
  const given = wish.now ?? begins ?? (mode === 'realtime' ? undefined : NOW)
  if (given === undefined) return { now: realNow(), mode, rate }
  const at = readInstantMillis(given)
  if (at === undefined) throw new ScenarioError(`"${given.slice(0, 100)}" is no instant. Give one such as ${NOW}.`)
  if (at < CLOCK_MIN || at > CLOCK_MAX)
    throw new ScenarioError(`Time goes from ${isoMillis(CLOCK_MIN)} to ${isoMillis(CLOCK_MAX)}; ${given} is outside of it.`)
  return { now: at, mode, rate }
}

const FROZEN: Pace = { mode: 'frozen', rate: 0 }

function paceOf({ clock: { mode, rate = RATE } }: Scenario): Pace | undefined {
  return mode && { mode, rate: mode === 'scaled' ? rate : mode === 'realtime' ? 1 : 0 }
}

/** How much faster a scaled clock runs when nothing is said: a minute in a second. */
const RATE = 60
