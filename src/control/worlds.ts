import { ScenarioError } from '../host/scenario-error.ts'
import type { WorldWish } from '../host/scenarios.ts'
import { keyFor, WORLDS_MAX, type Cell } from '../host/worlds.ts'
import { readInstantMillis } from '../support/time.ts'
import type { World } from '../world/world.ts'
import type { BodyOf } from '../contract/control.ts'
import { clockOf } from './clock.ts'
import { ControlError, unusable } from './errors.ts'
import type { ControlOperations, Stage } from './operation.ts'
import { worldView } from './world-view.ts'

export const worldOperations = {
  getWorlds({ stage }) {
    return { worlds: stage.worlds.all().map(worldView) }
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
    // Another request may have taken the name while the scenario was loaded.
    freeId(stage, id)
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
  },

  resetWorld({ stage, cell }) {
    cell.reset()
    stage.pacer.watch(cell)
    return worldView(cell)
  },

  forkWorld({ stage, cell, body = {} }) {
    const id = freeId(stage, body.id)
    assertKeyFree(stage, body.api_key)
    stage.pacer.sync(cell)
    const named = (world: World): World => ({
      ...world,
      id,
      base_url: `${stage.publicUrl}/_worlds/${id}`,
      credentials: { ...world.credentials, api_key: body.api_key ?? keyFor(world.seed, id, world.credentials.dc) },
    })
    return worldView(added(stage, named(cell.world), named(cell.origin)))
  },
} satisfies Partial<ControlOperations>

function given(body: NonNullable<BodyOf<'createWorld'>>) {
  const { scenario, seed, now, api_key, oauth, settings, credentials } = body
  if (now !== undefined && readInstantMillis(now) === undefined) {
    throw unusable('/now', `must be an ISO 8601 instant such as 2026-01-15T09:00:00Z; ${JSON.stringify(now)} is none.`)
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

function freeId({ worlds }: Stage, wanted: string | undefined): string {
  if (worlds.size >= WORLDS_MAX) {
    throw new ControlError(
      409,
      `This server holds ${WORLDS_MAX} worlds, which is as many as it may. Delete some that are no longer used.`,
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
