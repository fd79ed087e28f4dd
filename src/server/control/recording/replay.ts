import type { ControlBodyOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import { ReplayGate } from '../../log/replay-gate.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { faults } from '../../../service/faults/definition.ts'
import { credentialsOf } from '../../../service/scenarios/credentials.ts'
import { ScenarioError } from '../../../service/scenarios/read/scenario-error.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { digestOf } from '../../../kernel/world/rows.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { scenarioSecretsIn, Placeholders } from './placeholders.ts'
import { readMoment, readBundleState } from './bundle-state.ts'
import { unusable } from '../errors.ts'
import { assertKeyFree, freeId, savedOrThrow } from '../worlds/new-world.ts'
import type { ReplaySandbox, ControlContext } from '../context.ts'
import { Replay } from './replay-steps.ts'
import { worldView } from '../worlds/world-view.ts'

type ReplayOptions = NonNullable<ControlBodyOf<'createWorld'>> & { readonly bundle: ControlSchemas['Bundle'] }

/**
 * Creates a world from a bundle: its initial state, and then every recorded step, in a sandbox without other callers and without
 * outgoing calls. The world is added to this server only if the replay completes.
 */
export async function replayBundle(
  context: ControlContext,
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<ControlSchemas['World']> {
  const { bundle, api_key } = options
  for (const name of Object.keys(options)) {
    if (!ALLOWED_WITH_BUNDLE.has(name))
      throw unusable(`/${name}`, 'is set by the bundle; only id and api_key can be given with one.')
  }
  const { worlds } = context
  const isFree = !worlds.byId(bundle.world.id) && !worlds.unreadable.of(bundle.world.id)
  const freeBundleId = isFree ? bundle.world.id : undefined
  const id = freeId(context, options.id ?? freeBundleId)
  assertKeyFree(context, api_key)
  const sandbox = context.openSandbox()
  const origin = await originOf(sandbox, bundle, { id, api_key, base_url: `${context.publicUrl}/_worlds/${id}` })
  const { handle, placeholders } = startWorld(sandbox, bundle, origin)
  const replay = await new Replay(sandbox, handle, bundle, placeholders).run(signal)
  // Another request may have taken the id or the key in the meantime.
  freeId(context, id)
  assertKeyFree(context, api_key)
  handle.log.replaying = false
  handle.log.recording.replayGate = undefined
  handle.inFlight = 0
  context.worlds.adopt(handle)
  context.scheduler.watch(handle)
  await savedOrThrow(handle)
  return { ...worldView(handle), replay }
}

const ALLOWED_WITH_BUNDLE = new Set(['bundle', 'id', 'api_key'])

type Named = Pick<WorldState, 'id' | 'base_url'> & { readonly api_key: string | undefined }

/** The world as created by its scenario. Throws if the scenario differs from the one the bundle was made with. */
async function originOf(
  { context }: ReplaySandbox,
  { world, origin }: ControlSchemas['Bundle'],
  named: Named,
): Promise<WorldState> {
  const { seed, dc, client_id, redirect_uri } = world
  const { scenario, now, clock, settings, digest } = origin
  readMoment(now, '/bundle/origin/now')
  const { id, api_key } = named
  const oauth = { redirect_uri, ...(client_id === undefined ? {} : { client_id }) }
  try {
    const made = await context.build({ ...named, scenario, seed, now, clock, settings, oauth })
    if (digestOf(made) !== digest) {
      throw unusable(
        '/bundle/origin/digest',
        `does not match: the scenario ${scenario} is different here from where the bundle was made.`,
      )
    }
    return { ...made, credentials: credentialsOf(seed, id, { api_key, oauth }, dc) }
  } catch (error) {
    if (error instanceof ScenarioError) throw unusable('/bundle/origin/scenario', error.message)
    throw error
  }
}

/** The world before the first step. */
function startWorld(
  { context }: ReplaySandbox,
  bundle: ControlSchemas['Bundle'],
  origin: WorldState,
): { handle: WorldHandle; placeholders: Placeholders } {
  const { world, state, begins, snapshots } = bundle
  const { ancestors } = world
  const scenarioSecrets = scenarioSecretsIn(origin)
  const early = new Placeholders({ world: origin, ancestors, scenarioSecrets, csrfTokens: undefined })
  const start = state ? readBundleState(state, origin, early, '/bundle/state') : origin
  const handle = context.worlds.add(start, origin, ancestors)
  const { log } = handle
  log.replaying = true
  log.requestNumber = begins.requests
  log.jobCount = begins.jobs
  handle.epoch = begins.epoch
  const armed = peek(start, (tx) => tx.range(faults.key).all())
  for (const { id, ...tally } of begins.faults) {
    const fault = armed.find((each) => each.id === id)
    if (fault) log.faults.put(fault, tally)
  }
  log.recording.restart()
  // These snapshots are older than the recording.
  const mark = { ...log.recording.start.mark, round: -1 }
  for (const [i, each] of snapshots.entries()) {
    handle.snapshots.set(each.name, { world: readBundleState(each.state, origin, early, `/bundle/snapshots/${i}/state`), mark })
  }
  log.recording.replayGate = new ReplayGate()
  return { handle, placeholders: new Placeholders({ world: start, ancestors, scenarioSecrets, csrfTokens: log.csrfTokens }) }
}
