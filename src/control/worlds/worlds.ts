import { credentialsOf } from '../../scenarios/credentials.ts'
import { rules } from '../../runtime/rules.ts'
import { restartDeliveryFaults } from '../../resources/deliveries/fault.ts'
import { CLOCK_MAX, CLOCK_MIN, isoMillis, readInstantMillis } from '../../support/time.ts'
import { transact } from '../../world/tx.ts'
import type { World } from '../../world/world.ts'
import type { BodyOf, Schemas } from '../../contract/control.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { durably } from '../../runtime/conflicts.ts'
import { beginAnew } from './reset.ts'
import { clockOf } from '../clock/clock.ts'
import { ControlError, unusable } from '../errors.ts'
import { added, assertKeyFree, built, freeId, withRoom } from './new-world.ts'
import type { ControlOperations, ControlContext } from '../context.ts'
import { replayed } from '../recording/replay.ts'
import { endWaits } from '../requests/wait.ts'
import { sketchView, unreadableView, worldView } from './world-view.ts'

export const worldOperations = {
  async getWorlds({ stage }) {
    const unreadable = () => stage.worlds.unreadable.all().map(unreadableView)
    if (stage.attendance) {
      const sketches = await stage.attendance.summaries()
      return { worlds: sketches.map(sketchView), unreadable: unreadable() }
    }
    const handles = stage.worlds.all()
    for (const handle of handles) stage.pacer.sync(handle)
    await Promise.all(handles.map((handle) => handle.persisted()))
    return { worlds: handles.map(worldView), unreadable: unreadable() }
  },

  createWorld({ stage, body = {}, gone }) {
    const { bundle } = body
    return withRoom(stage, body, () => (bundle ? replayed(stage, { ...body, bundle }, gone) : created(stage, body)))
  },

  getWorld({ stage, handle }) {
    stage.pacer.sync(handle)
    return worldView(handle)
  },

  deleteWorld({ stage, handle }) {
    if (handle.world.id === 'default') {
      throw new ControlError(
        409,
        'The world `default` stays for as long as the server runs. POST /_control/reset puts it back to its start.',
      )
    }
    stage.pacer.forget(handle)
    stage.worlds.delete(handle)
    endWaits(stage, handle)
  },

  resetWorld({ stage, handle }) {
    beginAnew(stage, handle)
    return worldView(handle)
  },

  forkWorld({ stage, handle, body = {} }) {
    return withRoom(stage, body, async () => {
      // What is not kept may have to give way, and the fork would be one of what never was.
      if (handle.isPersistent) await durably(handle, () => stage.pacer.sync(handle))
      return forked(stage, handle, body)
    })
  },
} satisfies Partial<ControlOperations>

async function created(stage: ControlContext, body: NonNullable<BodyOf<'createWorld'>>): Promise<Schemas['World']> {
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

async function forked(
  stage: ControlContext,
  handle: WorldHandle,
  body: NonNullable<BodyOf<'forkWorld'>>,
): Promise<Schemas['World']> {
  const id = freeId(stage, body.id)
  assertKeyFree(stage, body.api_key)
  stage.pacer.sync(handle)
  const { dc, redirect_uri } = handle.world.credentials
  const named = (world: World): World => ({
    ...world,
    id,
    base_url: `${stage.publicUrl}/_worlds/${id}`,
    credentials: credentialsOf(world.seed, id, { api_key: body.api_key, oauth: { redirect_uri } }, dc),
  })
  const { world } = transact(handle.world, rules, restartDeliveryFaults)
  return worldView(await added(stage, named(world), named(handle.origin), [...handle.ancestors, handle.world.id]))
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
