import { DEFAULT_SETTINGS, mergeSettings } from '../../kernel/contract/settings.ts'
import { CLOCK_MAX, CLOCK_MIN, isoMillis, readInstantMillis, realNow } from '../../kernel/support/time.ts'
import { assertUsable, type GivenVocabulary } from '../vocabulary/definition.ts'
import { emptyWorld, type Clock, type WorldState } from '../../kernel/world/world.ts'
import { makeCredentials } from './credentials.ts'
import { ScenarioError } from './read/scenario-error.ts'
import { sharedFrom } from './shared-scenarios.ts'
import type { LoadedScenario, Scenario, ScenarioSource } from './read/scenario-source.ts'
import { vocabularyErrors } from './read/vocabulary-file.ts'
import { shippedScenarios } from './read/shipped-scenarios.ts'
import type { Pace, NewWorldOptions } from './world-options.ts'

/** Creates a world from a scenario of the package. */
export function buildWorld(options: NewWorldOptions): Promise<WorldState> {
  return buildWorldFrom(shippedScenarios, options)
}

/** Creates a world from a scenario of a source, or from one that is given instead. Worlds of the same scenario and instant share its data until they write. Throws an
 * `UnknownOutageError` or an `InvalidFaultError` if the world can't start in the outage of the options. */
export async function buildWorldFrom(source: ScenarioSource, options: NewWorldOptions): Promise<WorldState> {
  const shared = sharedFrom(source)
  const { scenario_inline: given } = options
  const loaded = await (given === undefined ? shared.load(options.scenario ?? 'starter') : shared.loadInline(given))
  const { scenario } = loaded
  const clock = scenarioClock(scenario, options)
  const { tables, counters } = await shared.plant(loaded, clock.now)
  const seed = options.seed === undefined ? scenario.seed : seedText(options.seed)
  const { defaultVocabulary } = options
  const common =
    defaultVocabulary && !scenario.settings.vocabulary && !options.settings?.vocabulary ? { vocabulary: defaultVocabulary } : {}
  const settings = mergeSettings(DEFAULT_SETTINGS, common, scenario.settings, options.serverSettings, options.settings)
  if (settings.vocabulary) await assertUsableIn(loaded, settings.vocabulary)
  const world = {
    ...emptyWorld({
      id: options.id,
      scenario: scenario.name,
      seed,
      base_url: options.base_url,
      clock,
      settings,
      credentials: makeCredentials(seed, options.id, options),
      ...(loaded.standalone === undefined ? {} : { scenario_inline: loaded.standalone }),
    }),
    tables,
    counters,
  }
  if (options.outage === undefined) return world
  // Loaded on demand: few worlds start in an outage.
  const { worldInOutage } = await import('./plant/outage.ts')
  return worldInOutage(world, options.outage)
}

/** Throws unless a vocabulary can be used. Errors in that of the scenario name its file and the line. */
async function assertUsableIn({ scenario, mistake }: LoadedScenario, vocabulary: GivenVocabulary): Promise<void> {
  const [own] = scenario.settings.vocabulary ? await vocabularyErrors(scenario.settings.vocabulary) : []
  if (own) throw mistake(own.path, own.message)
  await assertUsable(vocabulary)
}

/** The seed as text. Numbers other than safe integers are rejected: they have several notations or are imprecise. */
function seedText(seed: string | number): string {
  if (typeof seed === 'string' || Number.isSafeInteger(seed)) return String(seed)
  const range = `from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`
  throw new ScenarioError(`The seed ${String(seed)} is not a whole number ${range}. Use such a number, or a text.`)
}

/** Where a frozen clock starts, unless the scenario or the options say otherwise. */
export const NOW = '2026-01-15T09:00:00Z'

/** The clock of a world of a scenario, unless the options set another. */
export function scenarioClock(scenario: Scenario, options: Pick<NewWorldOptions, 'clock' | 'defaultClock' | 'now'> = {}): Clock {
  const { mode, rate: given = RATE } = options.clock ?? readPace(scenario) ?? options.defaultClock ?? FROZEN
  const rate = mode === 'scaled' ? given : mode === 'realtime' ? 1 : 0
  // If realtime is requested, the clock shows the real time, whatever the scenario says.
  const scenarioStart = options.clock && mode === 'realtime' ? undefined : scenario.clock.now
  const start = options.now ?? scenarioStart ?? (mode === 'realtime' ? undefined : NOW)
  if (start === undefined) return { now: realNow(), mode, rate }
  const at = readInstantMillis(start)
  if (at === undefined) throw new ScenarioError(`"${start.slice(0, 100)}" is not an instant. Use one such as ${NOW}.`)
  if (at < CLOCK_MIN || at > CLOCK_MAX)
    throw new ScenarioError(`An instant must be between ${isoMillis(CLOCK_MIN)} and ${isoMillis(CLOCK_MAX)}; ${start} is not.`)
  return { now: at, mode, rate }
}

const FROZEN: Pace = { mode: 'frozen' }

function readPace({ clock: { mode, rate } }: Scenario): Pace | undefined {
  return mode && { mode, rate }
}

/** Default rate of a scaled clock: a minute per second. */
const RATE = 60
