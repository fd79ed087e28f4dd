import { ScenarioError } from '../scenarios/scenario-error.ts'
import type { WorldWish } from '../scenarios/scenarios.ts'
import { WORLDS_MAX, type Cell } from '../host/worlds.ts'
import type { World } from '../world/world.ts'
import { ControlError, unusable } from './errors.ts'
import type { Stage } from './operation.ts'

/** Makes a world from a scenario. */
export async function built(stage: Stage, wish: WorldWish): Promise<World> {
  try {
    return await stage.build(wish)
  } catch (error) {
    if (error instanceof ScenarioError) throw unusable('/scenario', error.message)
    throw error
  }
}

/** Takes a new world in, and lets its time begin. */
export function added(stage: Stage, world: World, origin: World = world, ancestors: readonly string[] = []): Cell {
  const cell = stage.worlds.add(world, origin, ancestors)
  stage.pacer.watch(cell)
  return cell
}

/** A refusal names so many worlds. */
const NAMED_MAX = 10

/** The id that a new world is to have: one that is wanted, if it is free, or a fresh one. */
export function freeId({ worlds }: Stage, wanted: string | undefined): string {
  if (worlds.size >= WORLDS_MAX) {
    const idle = worlds.idlest(NAMED_MAX).map(({ world }) => world.id)
    throw new ControlError(
      409,
      `This server holds ${WORLDS_MAX} worlds, which is as many as it may. Delete some; unused for the longest: ${idle.join(', ')}.`,
    )
  }
  if (wanted === undefined) return worlds.nextId()
  if (!worlds.byId(wanted)) return wanted
  throw new ControlError(
    409,
    `The id ${wanted} is in use. Choose another, leave it out to get a fresh one, or delete that world first.`,
    [{ pointer: '/id', message: 'is in use' }],
  )
}

/** Refuses a key that opens another world. */
export function assertKeyFree({ worlds }: Stage, key: string | undefined): void {
  if (key === undefined || typeof worlds.byKey(key) !== 'object') return
  throw new ControlError(409, 'The api_key is in use by another world. Leave it out to get one that is not.', [
    { pointer: '/api_key', message: 'is in use' },
  ])
}
