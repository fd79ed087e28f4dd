import { credentialsOf } from '../../scenarios/credentials.ts'
import { rules } from '../../runtime/rules.ts'
import { restartDeliveryFaults } from '../../resources/deliveries/fault.ts'
import { CLOCK_MAX, CLOCK_MIN, isoMillis, readInstantMillis } from '../../support/time.ts'
import { transact } from '../../world/tx.ts'
import type { World } from '../../world/world.ts'
import type { BodyOf, Schemas } from '../../contract/control.ts'
import type { Cell } from '../../runtime/worlds.ts'
import { settled } from '../../runtime/conflicts.ts'
import { beginAnew } from './reset.ts'
import { clockOf } from '../clock/clock.ts'
import { ControlError, unusable } from '../errors.ts'
import { added, assertKeyFree, built, freeId, withRoom } from './new-world.ts'
import type { ControlOperations, Stage } from '../context.ts'
import { replayed } from '../recording/replay.ts'
import { endWaits } from '../requests/wait.ts'
import { sketchView, unreadableView, worldView } from './world-view.ts'

export const worldOperations = {
  async getWorlds({ stage }) {
    const unreadable = () => stage.worlds.unreadable.all().map(unreadableView)
    if (stage.attendance) {
      const sketches = await stage.attendance.sketches()
      return { worlds: sketches.map(sketchView), unreadable: unreadable() }
    }
    const cells = stage.worlds.all()
    for (const cell of cells) stage.pacer.sync(cell)
    await Promise.all(cells.map((cell) => cell.kept()))
    return { worlds: cells.map(worldView), unreadable: unreadable() }
  },

  createWorld({ stage, body = {}, gone }) {
    const { bundle } = body
    return withRoom(stage, body, () => (bundle ? replayed(stage, { ...body, bundle }, gone) : created(stage, body)))
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
    return withRoom(stage, body, async () => {
      // What is not kept may have to give way, and the fork would be one of what never was.
      if (cell.isKept) await settled(cell, () => stage.pacer.sync(cell))
      return forked(stage, cell, body)
    })
  },
} satisfies Partial<ControlOperations>

async function created(stage: Stage, body: NonNullable<BodyOf<'createWorld'>>): Promise<Schemas['World']> {
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
  return worldView(await added(stage, world))
}

async function forked(stage: Stage, cell: Cell, body: NonNullable<BodyOf<'forkWorld'>>): Promise<Schemas['World']> {
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
  return worldView(await added(stage, named(world), named(cell.origin), [...cell.ancestors, cell.world.id]))
}

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
