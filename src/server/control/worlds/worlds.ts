import { mergeSettings } from '../../../kernel/contract/settings.ts'
import { makeCredentials } from '../../../service/scenarios/credentials.ts'
import { rules } from '../../runtime/rules.ts'
import { restartDeliveryFaults } from '../../../service/rules/deliveries/fault.ts'
import { CLOCK_MAX, CLOCK_MIN, isoMillis, readInstantMillis } from '../../../kernel/support/time.ts'
import { emptyHistoryAfter } from '../../../kernel/world/history.ts'
import { transact } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { ControlBodyOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { summarizeActivity, summaryView, unreadableView, worldView } from './world-view.ts'
import { resetWorld } from './reset.ts'
import { requestedClock } from '../clock/clock.ts'
import { ControlError, makeUnusableError } from '../errors.ts'
import { addWorld, assertKeyFree, buildOrThrow, freeId, usableOrThrow, withRoom } from './new-world.ts'
import type { ControlOperations, ControlContext } from '../context.ts'
import { recheckWaits } from '../waits/wait.ts'

export const worldOperations = {
  async getWorlds({ context, query: { activity = false } }) {
    const summaries = await context.persistence.summaries()
    const unreadable = [...context.worlds.unreadable.values()].toSorted((a, b) => (a.world < b.world ? -1 : 1))
    const worlds = summaries.map(summaryView)
    return {
      worlds: activity ? worlds.map((world) => withActivity(context, world)) : worlds,
      unreadable: unreadable.map(unreadableView),
    }
  },

  createWorld({ context, body = {}, signal }) {
    const { bundle } = body
    return withRoom(context, body, async () => {
      if (!bundle) return created(context, body)
      const { replayBundle } = await import('./replay.ts')
      return replayBundle(context, { ...body, bundle }, signal)
    })
  },

  getWorld({ context, handle, query: { activity = false } }) {
    context.scheduler.sync(handle)
    const world = worldView(handle)
    return activity ? withActivity(context, world) : world
  },

  deleteWorld({ context, handle }) {
    if (handle.world.id === 'default') {
      throw new ControlError(409, 'The world `default` cannot be deleted. POST /_control/reset resets it.')
    }
    context.scheduler.stopTimer(handle)
    context.worlds.delete(handle)
    recheckWaits(context, handle)
  },

  resetWorld({ context, handle }) {
    resetWorld(context, handle)
    return worldView(handle)
  },

  forkWorld({ context, handle, body = {} }) {
    return withRoom(context, body, async () => {
      // An unsaved state may be rolled back, and must not be forked.
      await handle.commit(() => context.scheduler.sync(handle))
      if (body.settings?.vocabulary) await usableOrThrow(body.settings.vocabulary, '/settings/vocabulary')
      return forked(context, handle, body)
    })
  },
} satisfies Partial<ControlOperations>

/** Adds what has happened in a world, if this process has it in memory. */
function withActivity({ worlds }: ControlContext, world: ControlSchemas['World']): ControlSchemas['World'] {
  const handle = worlds.byId(world.id)
  return handle ? { ...world, activity: summarizeActivity(handle) } : world
}

async function created(
  context: ControlContext,
  body: NonNullable<ControlBodyOf<'createWorld'>>,
): Promise<ControlSchemas['World']> {
  const id = freeId(context, body.id)
  assertKeyFree(context, body.api_key)
  const options = {
    ...given(body),
    id,
    base_url: `${context.publicUrl}/_worlds/${id}`,
    clock: requestedClock(body.clock ?? {}, { mode: 'frozen', rate: 0 }, '/clock'),
  }
  const world = await buildOrThrow(context, options, body.vocabulary ? '/vocabulary' : '/settings/vocabulary')
  // Another request may have taken the id or the key while the scenario was being loaded.
  freeId(context, id)
  assertKeyFree(context, body.api_key)
  return worldView(await addWorld(context, world))
}

async function forked(
  context: ControlContext,
  handle: WorldHandle,
  body: NonNullable<ControlBodyOf<'forkWorld'>>,
): Promise<ControlSchemas['World']> {
  const id = freeId(context, body.id)
  assertKeyFree(context, body.api_key)
  context.scheduler.sync(handle)
  const { dc, redirect_uri } = handle.world.credentials
  const named = (world: WorldState): WorldState => ({
    ...world,
    id,
    base_url: `${context.publicUrl}/_worlds/${id}`,
    credentials: makeCredentials(world.seed, id, { api_key: body.api_key, oauth: { redirect_uri } }, dc),
    settings: mergeSettings(world.settings, body.settings),
    // Like its journal: the calls that caused earlier changes are not calls of the fork.
    history: emptyHistoryAfter(world.history.total),
  })
  const { world } = transact(handle.world, rules, restartDeliveryFaults)
  return worldView(await addWorld(context, named(world), named(handle.origin), [...handle.ancestors, handle.world.id]))
}

function given(body: NonNullable<ControlBodyOf<'createWorld'>>) {
  const { settings, credentials, vocabulary, ...rest } = body
  const { scenario, scenario_inline, now } = rest
  const at = now === undefined ? undefined : readInstantMillis(now)
  if (now !== undefined && at === undefined) {
    throw makeUnusableError('/now', `must be an ISO 8601 instant such as 2026-01-15T09:00:00Z; ${JSON.stringify(now)} is none.`)
  }
  if (at !== undefined && (at < CLOCK_MIN || at > CLOCK_MAX)) {
    throw makeUnusableError('/now', `must lie between ${isoMillis(CLOCK_MIN)} and ${isoMillis(CLOCK_MAX)}; ${now} does not.`)
  }
  if (scenario !== undefined && scenario_inline !== undefined) {
    throw makeUnusableError('/scenario_inline', 'is a scenario, and /scenario names another one; give only one of them.')
  }
  if (vocabulary !== undefined && settings?.vocabulary !== undefined) {
    throw makeUnusableError('/vocabulary', 'is the same setting as /settings/vocabulary; give only one of them.')
  }
  return {
    ...rest,
    settings: {
      ...settings,
      ...(credentials === undefined ? {} : { credentials }),
      ...(vocabulary === undefined ? {} : { vocabulary }),
    },
  }
}
