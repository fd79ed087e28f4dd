import { type Maildouble, RefusedError, type Schemas, type World, type WorldOptions } from '../client/index.ts'
import { environmentVariable } from './environment.ts'

/** The variables by which `maildouble trial` tells fixtures how their worlds start. */
export const TRIAL_SCENARIO = 'MAILDOUBLE_TRIAL_SCENARIO'
export const TRIAL_OUTAGE = 'MAILDOUBLE_TRIAL_OUTAGE'

/** Whether `maildouble trial` runs the tests. It reads their worlds afterwards, so they must not be deleted. */
export function isTrial(): boolean {
  return environmentVariable(TRIAL_SCENARIO) !== undefined
}

/**
 * Creates a world. In a trial it starts in the outage that is tried, unless a test chooses a scenario that does not have the outage.
 */
export async function createWorld(maildouble: Maildouble, options: WorldOptions): Promise<World> {
  const scenario = environmentVariable(TRIAL_SCENARIO)
  const outage = environmentVariable(TRIAL_OUTAGE)
  if (scenario === undefined) return maildouble.worlds.create(options)
  const given = options.scenario_inline === undefined ? { scenario, ...options } : options
  if (outage === undefined || given.outage !== undefined) return maildouble.worlds.create(given)
  try {
    const world = await maildouble.worlds.create({ ...given, outage })
    await enterWindow(world, outage)
    return world
  } catch (error) {
    if (error instanceof RefusedError && error.problem.errors?.some(({ pointer }) => pointer === '/outage'))
      return maildouble.worlds.create(given)
    throw error
  }
}

/**
 * Advances a frozen clock to the middle of the first window of an outage, where a ramp is highest: otherwise the window might never
 * begin. Does nothing if the clock runs, or if the outage has no window.
 */
export async function enterWindow(world: World, outage: string): Promise<void> {
  const { mode } = await world.clock.get()
  if (mode !== 'frozen') return
  const middles = (await faultsInOutage(world, outage)).flatMap(({ window }) =>
    window ? [(Date.parse(window.from) + Date.parse(window.to)) / 2] : [],
  )
  if (middles.length > 0) await world.clock.advance({ to: new Date(Math.min(...middles)).toISOString() })
}

/** The faults of an outage: of calls and of deliveries. */
export async function faultsInOutage(
  world: World,
  outage: string,
): Promise<readonly (Schemas['Fault'] | Schemas['DeliveryFault'])[]> {
  const all = [...(await world.faults.list()), ...(await world.deliveryFaults.list())]
  return all.filter((fault) => fault.outage === outage)
}
