import type { BodyOf, Schemas } from '../../contract/control.ts'
import { ReplayGate } from '../../recording/replay-gate.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { faults } from '../../faults/definition.ts'
import { credentialsOf } from '../../scenarios/credentials.ts'
import { ScenarioError } from '../../scenarios/read/scenario-error.ts'
import { peek } from '../../world/tx.ts'
import { digestOf } from '../../world/rows.ts'
import type { World } from '../../world/world.ts'
import { heldIn, Placeholders } from './placeholders.ts'
import { readMoment, readState } from './bundle-state.ts'
import { unusable } from '../errors.ts'
import { assertKeyFree, freeId, keptOrThrow } from '../worlds/new-world.ts'
import type { ReplaySandbox, ControlContext } from '../context.ts'
import { Replay } from './replay-steps.ts'
import { worldView } from '../worlds/world-view.ts'

type Wish = NonNullable<BodyOf<'createWorld'>> & { readonly bundle: Schemas['Bundle'] }

/**
 * Makes a world from a bundle: what it began with, and then every step once more, in a place of its own where nobody else comes
 * and nothing is sent. Only what came to its end there comes here.
 */
export async function replayed(stage: ControlContext, wish: Wish, gone: AbortSignal): Promise<Schemas['World']> {
  const { bundle, api_key } = wish
  for (const name of Object.keys(wish)) {
    if (!BESIDE.has(name)) throw unusable(`/${name}`, 'is said by the bundle; only id and api_key can stand beside one.')
  }
  const { worlds } = stage
  const isFree = !worlds.byId(bundle.world.id) && !worlds.unreadable.of(bundle.world.id)
  const known = isFree ? bundle.world.id : undefined
  const id = freeId(stage, wish.id ?? known)
  assertKeyFree(stage, api_key)
  const rehearsal = stage.rehearse()
  const origin = await originOf(rehearsal, bundle, { id, api_key, base_url: `${stage.publicUrl}/_worlds/${id}` })
  const { handle, placeholders } = begun(rehearsal, bundle, origin)
  const replay = await new Replay(rehearsal, handle, bundle, placeholders).run(gone)
  // Another request may have taken the name or the key meanwhile.
  freeId(stage, id)
  assertKeyFree(stage, api_key)
  handle.log.replaying = false
  handle.log.steps.turns = undefined
  handle.inFlight = 0
  stage.worlds.take(handle)
  stage.pacer.watch(handle)
  await keptOrThrow(handle)
  return { ...worldView(handle), replay }
}

const BESIDE = new Set(['bundle', 'id', 'api_key'])

type Named = Pick<World, 'id' | 'base_url'> & { readonly api_key: string | undefined }

/** The world as its scenario makes it, if that is the same here. */
async function originOf({ stage }: ReplaySandbox, { world, origin }: Schemas['Bundle'], named: Named): Promise<World> {
  const { seed, dc, client_id, redirect_uri } = world
  const { scenario, now, clock, settings, digest } = origin
  readMoment(now, '/bundle/origin/now')
  const { id, api_key } = named
  const oauth = { redirect_uri, ...(client_id === undefined ? {} : { client_id }) }
  try {
    const made = await stage.build({ ...named, scenario, seed, now, clock, settings, oauth })
    if (digestOf(made) !== digest) {
      throw unusable(
        '/bundle/origin/digest',
        `shows that the scenario ${scenario} holds something else here than where the bundle was made.`,
      )
    }
    return { ...made, credentials: credentialsOf(seed, id, { api_key, oauth }, dc) }
  } catch (error) {
    if (error instanceof ScenarioError) throw unusable('/bundle/origin/scenario', error.message)
    throw error
  }
}

/** The world as it was before the first step. */
function begun(
  { stage }: ReplaySandbox,
  bundle: Schemas['Bundle'],
  origin: World,
): { handle: WorldHandle; placeholders: Placeholders } {
  const { world, state, begins, snapshots } = bundle
  const { ancestors } = world
  const held = heldIn(origin)
  const early = new Placeholders({ world: origin, ancestors, held, seals: undefined })
  const start = state ? readState(state, origin, early, '/bundle/state') : origin
  const handle = stage.worlds.add(start, origin, ancestors)
  const { log } = handle
  log.replaying = true
  log.requestNumber = begins.requests
  log.jobs = begins.jobs
  handle.epoch = begins.epoch
  const armed = peek(start, (tx) => tx.range(faults.key).all())
  for (const { id, ...tally } of begins.faults) {
    const fault = armed.find((each) => each.id === id)
    if (fault) log.faults.put(fault, tally)
  }
  log.steps.begin()
  // They are from before the steps.
  const mark = { ...log.steps.start.mark, round: -1 }
  for (const [i, each] of snapshots.entries()) {
    handle.snapshots.set(each.name, { world: readState(each.state, origin, early, `/bundle/snapshots/${i}/state`), mark })
  }
  log.steps.turns = new ReplayGate()
  return { handle, placeholders: new Placeholders({ world: start, ancestors, held, seals: log.seals }) }
}
