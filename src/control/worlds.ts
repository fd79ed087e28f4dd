import { credentialsOf } from '../scenarios/credentials.ts'
import { rules } from '../host/rules.ts'
import { restartDeliveryFaults } from '../resources/deliveries/fault.ts'
import { CLOCK_MAX, CLOCK_MIN, isoMillis, readInstantMillis } from '../support/time.ts'
import { transact } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import type { BodyOf } from '../contract/control.ts'
import { beginAnew } from './begin-anew.ts'
import { clockOf } from './clock.ts'
import { ControlError, unusable } from './errors.ts'
import { added, assertKeyFree, built, freeId } from './new-world.ts'
import type { ControlOperations } from './operation.ts'
import { replayed } from './replay.ts'
import { endWaits } from './wait.ts'
import { worldView } from './world-view.ts'

export const worldOperations = {
  getWorlds({ stage }) {
    const cells = stage.worlds.all()
    for (const cell of cells) stage.pacer.sync(cell)
    return { worlds: cells.map(worldView) }
  },

  async createWorld({ stage, body = {}, gone }) {
    if (body.bundle) return replayed(stage, { ...body, bundle: body.bundle }, gone)
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
    beginAnew(stage, cell)
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
    const { world } = transact(cell.world, rules, restartDeliveryFaults)
    return worldView(added(stage, named(world), named(cell.origin), [...cell.ancestors, cell.world.id]))
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
