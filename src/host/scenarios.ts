import { settings as described } from '../contract/generated/control/settings.ts'
import { rules } from '../resources/rules.ts'
import type { SettingValues } from '../resources/settings.ts'
import { hmac } from '../support/digest.ts'
import { readInstantMillis, realNow, type Millis } from '../support/time.ts'
import { transact } from '../world/tx.ts'
import { emptyWorld, type Clock, type Credentials, type World } from '../world/world.ts'
import { needsPools, plant } from './plant.ts'
import { standardPools } from './pools.ts'
import { Misfit, ScenarioError } from './scenario-error.ts'
import { loadOrThrow, type LoadedScenario, type Scenario, type ScenarioSource } from './scenario-source.ts'
import { shippedScenarios } from './shipped-scenarios.ts'
import { keyFor } from './worlds.ts'

/** What a world is to be made of. */
export interface WorldWish {
  readonly id: string
  readonly base_url: string
  /** The name of a scenario; `starter` if not given. */
  readonly scenario?: string
  /** What chance depends on from then on; the scenario's own if not given. The scenario's data do not depend on it. */
  readonly seed?: string
  /** ISO 8601; the scenario's own instant if not given, or the machine's time in a world that runs in real time. */
  readonly now?: string
  readonly clock?: { readonly mode: Clock['mode']; readonly rate: number }
  readonly api_key?: string
  readonly oauth?: { readonly client_id?: string; readonly client_secret?: string; readonly redirect_uri?: string }
  readonly settings?: Partial<SettingValues>
}

/** Makes a world from a scenario that ships with the package. */
export function buildWorld(wish: WorldWish): Promise<World> {
  return buildWorldFrom(shippedScenarios, wish)
}

/** Makes a world from a scenario of a source. Worlds of one scenario and one instant share its data until they write. */
export async function buildWorldFrom(source: ScenarioSource, wish: WorldWish): Promise<World> {
  const loaded = await loadOrThrow(source, wish.scenario ?? 'starter')
  const { scenario } = loaded
  const clock = clockOf(wish, scenario)
  const { tables, counters } = await plantedOnce(source, loaded, clock.now)
  const seed = wish.seed ?? scenario.seed
  return {
    ...emptyWorld({
      id: wish.id,
      scenario: scenario.name,
      seed,
      base_url: wish.base_url,
      clock,
      settings: { ...DEFAULTS, ...scenario.settings, ...wish.settings },
      credentials: credentialsOf(seed, wish),
    }),
    tables,
    counters,
  }
}

/** The data of a scenario at an instant. */
type Planted = Pick<World, 'tables' | 'counters'>

/** Scenarios that nobody uses at present are kept up to so many rows in all, so that the next world need not wait. */
const ROWS_KEPT_MAX = 250_000

interface Kept {
  readonly planted: Promise<Planted>
  rows: number
}

const kept = new WeakMap<ScenarioSource, Map<string, Kept>>()

function plantedOnce(source: ScenarioSource, loaded: LoadedScenario, now: Millis): Promise<Planted> {
  let ofSource = kept.get(source)
  if (!ofSource) kept.set(source, (ofSource = new Map()))
  const key = `${loaded.scenario.name} ${Math.floor(now / 1000)}`
  const known = ofSource.get(key)
  if (known) return known.planted
  const made: Kept = { planted: plantNow(loaded, now), rows: 0 }
  ofSource.set(key, made)
  made.planted.then(
    ({ counters }) => {
      made.rows = counters.get('seq') ?? 0
      letGo(ofSource, made)
    },
    () => ofSource.delete(key),
  )
  return made.planted
}

/** Lets the oldest go until what is left is few enough; the newest stays whatever its size. */
function letGo(ofSource: Map<string, Kept>, newest: Kept): void {
  let rows = [...ofSource.values()].reduce((sum, each) => sum + each.rows, 0)
  for (const [key, each] of ofSource) {
    if (rows <= ROWS_KEPT_MAX) return
    if (each === newest || each.rows === 0) continue
    ofSource.delete(key)
    rows -= each.rows
  }
}

/** Plants the data in a world that has nothing of the one to be but its instant. */
async function plantNow(loaded: LoadedScenario, now: Millis): Promise<Planted> {
  const { scenario, conditions } = loaded
  const pools = needsPools(scenario) ? (loaded.pools ?? (await standardPools())) : undefined
  const ground = emptyWorld({
    id: 'scenario',
    scenario: scenario.name,
    seed: scenario.seed,
    base_url: '',
    clock: { now: Math.floor(now / 1000) * 1000, mode: 'frozen', rate: 0 },
    settings: { ...DEFAULTS, ...scenario.settings },
    credentials: { api_key: '', dc: '', client_id: '', client_secret: '', redirect_uri: '' },
  })
  try {
    const { world } = transact(ground, rules, (tx) => plant(tx, scenario, { ...(pools ? { pools } : {}), ...(conditions ? { conditions } : {}) }))
    return { tables: world.tables, counters: world.counters }
  } catch (error) {
    throw error instanceof Misfit ? loaded.mistake(error.path, error.message) : error
  }
}

/** Each setting as the control contract has it while nobody says otherwise. */
const DEFAULTS = Object.fromEntries(Object.entries(described).map(([name, setting]) => [name, setting.default])) as unknown as SettingValues

const NOW = '2026-01-15T09:00:00Z'

function clockOf({ clock, now }: WorldWish, scenario: Scenario): Clock {
  const mode = clock?.mode ?? scenario.clock.mode ?? 'frozen'
  const rate = clock?.rate ?? (mode === 'scaled' ? (scenario.clock.rate ?? RATE) : mode === 'realtime' ? 1 : 0)
  if (now === undefined && mode === 'realtime') return { now: realNow(), mode, rate }
  const given = now ?? scenario.clock.now ?? NOW
  const at = readInstantMillis(given)
  if (at === undefined) throw new ScenarioError(`"${given.slice(0, 100)}" is no instant. Give one such as ${NOW}.`)
  return { now: at, mode, rate }
}

/** How much faster a scaled clock runs when nothing is said: a minute in a second. */
const RATE = 60

const DATACENTER = 'dc1'

function credentialsOf(seed: string, { id, api_key, oauth = {} }: WorldWish): Credentials {
  const secret = (name: string) => hmac(`${seed}/${id}`, name)
  return {
    api_key: api_key ?? keyFor(seed, id, DATACENTER),
    dc: api_key?.slice(api_key.lastIndexOf('-') + 1) ?? DATACENTER,
    client_id: oauth.client_id ?? secret('client_id').slice(0, 12),
    client_secret: oauth.client_secret ?? secret('client_secret').slice(0, 48),
    redirect_uri: oauth.redirect_uri ?? 'http://127.0.0.1:3000/callback',
  }
}
