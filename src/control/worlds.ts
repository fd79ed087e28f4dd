import { credentialsOf } from '../scenarios/credentials.ts'
import { ScenarioError } from '../scenarios/scenario-error.ts'
import type { WorldWish } from '../scenarios/scenarios.ts'
import { WORLDS_MAX, type Cell } from '../host/worlds.ts'
import { CLOCK_MAX, CLOCK_MIN, isoMillis, readInstantMillis } from '../support/time.ts'
import type { World } from '../world/world.ts'
import type { BodyOf } from '../contract/control.ts'
import { clockOf } from './clock.ts'
import { ControlError, unusable } from './errors.ts'
import type { ControlOperations, Stage } from './operation.ts'
import { endWaits } from './wait.ts'
import { worldView } from './world-view.ts'

export const worldOperations = {
  getWorlds({ stage }) {
    const cells = stage.worlds.all()
    for (const cell of cells) stage.pacer.sync(cell)
    return { worlds: cells.map(worldView) }
  },

  async createWorld({ stage, body = {} }) {
    const id = freeId(stage, body.id)
    assertKeyFree(stage, body.api_key)
    const world = await built(stage, {
      id,
      base_url: `${stage.publicUrl}/_worlds/${id}`,
      ...given(body),
      clock: clockOf(body.clock ?? {}, { mode: 'frozen', rate: 0 }, '/clock'),
    })
    // Another request may have taken the name or the key while the scenario was loaded.
    freeId(stage, id)
    assertKeyFree(stage, body.api_key)
    return worldView(added(stage, world))
  },

  getWorld({ stage, cell }) {
    stage.pacer.sync(cell)
    return worldView(cell)
  },

  deleteWorld({ stage, cell }) {
    if (cell.world.id === 'default') {
      throw new ControlError(
        409,
        'The world `default` stays for as long as the server runs. POST /_control/reset puts it back to its start.',
      )
    }
    stage.pacer.forget(cell)
    stage.worlds.delete(cell)
    endWaits(stage, cell)
  },

  resetWorld({ stage, cell }) {
    cell.reset()
    // A world that had not changed is the very same afterwards, of which nobody hears.
    endWaits(stage, cell)
    stage.pacer.watch(cell)
    return worldView(cell)
  },

  forkWorld({ stage, cell, body = {} }) {
    const id = freeId(stage, body.id)
    assertKeyFree(stage, body.api_key)
    stage.pacer.sync(cell)
    const { dc, redirect_uri } = cell.world.credentials
    const named = (world: World): World => ({
      ...world,
      id,
      base_url: `${stage.publicUrl}/_worlds/${id}`,
      credentials: credentialsOf(world.seed, id, { api_key: body.api_key, oauth: { redirect_uri } }, dc),
    })
    return worldView(added(stage, named(cell.world), named(cell.origin)))
  },
} satisfies Partial<ControlOperations>

function given(body: NonNullable<BodyOf<'createWorld'>>) {
  const { scenario, seed, now, api_key, oauth, settings, credentials } = body
  const at = now === undefined ? undefined : readInstantMillis(now)
  if (now !== undefined && at === undefined) {
    throw unusable('/now', `must be an ISO 8601 instant such as 2026-01-15T09:00:00Z; ${JSON.stringify(now)} is none.`)
  }
  if (at !== undefined && (at < CLOCK_MIN || at > CLOCK_MAX)) {
    throw unusable('/now', `must lie between ${isoMillis(CLOCK_MIN)} and ${isoMillis(CLOCK_MAX)}; ${now} does not.`)
  }
  return {
    ...(scenario === undefined ? {} : { scenario }),
    ...(seed === undefined ? {} : { seed }),
    ...(now === undefined ? {} : { now }),
    ...(api_key === undefined ? {} : { api_key }),
    ...(oauth === undefined ? {} : { oauth }),
    settings: { ...settings, ...(credentials === undefined ? {} : { credentials }) },
  }
}

async function built(stage: Stage, wish: WorldWish): Promise<World> {
  try {
    return await stage.build(wish)
  } catch (error) {
    if (error instanceof ScenarioError) throw unusable('/scenario', error.message)
    throw error
  }
}

function added(stage: Stage, world: World, origin: World = world): Cell {
  const cell = stage.worlds.add(world, origin)
  stage.pacer.watch(cell)
  return cell
}

/** A refusal names so many worlds. */
const NAMED_MAX = 10

function freeId({ worlds }: Stage, wanted: string | undefined): string {
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

function assertKeyFree({ worlds }: Stage, key: string | undefined): void {
  if (key === undefined || typeof worlds.byKey(key) !== 'object') return
  throw new ControlError(409, 'The api_key is in use by another world. Leave it out to get one that is not.', [
    { pointer: '/api_key', message: 'is in use' },
  ])
}
