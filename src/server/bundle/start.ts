import type { ControlSchemas } from '../../kernel/contract/control.ts'
import { peek } from '../../kernel/world/tx.ts'
import { digestWorld } from '../../kernel/world/rows.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { faults, UnknownOutageError } from '../../service/model/faults/fault.ts'
import { makeCredentials } from '../../service/scenarios/credentials.ts'
import { ScenarioError } from '../../service/scenarios/read/scenario-error.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { scenarioSecretsIn, Placeholders } from './placeholders.ts'
import type { ReplaySandbox } from './replay-gate.ts'
import { readBundleState, readMoment, UnusableBundle } from './state.ts'

type NamedWorld = Pick<WorldState, 'id' | 'base_url'> & { readonly api_key: string | undefined }

/** The world as created by its scenario. Throws if the scenario differs from the one the bundle was made with. */
export async function buildStartWorld(
  { build }: ReplaySandbox,
  { world, origin }: ControlSchemas['Bundle'],
  named: NamedWorld,
): Promise<WorldState> {
  const { seed, dc, client_id, redirect_uri } = world
  const { scenario, scenario_inline, now, clock, settings, outage, digest } = origin
  readMoment(now, '/bundle/origin/now')
  const { id, api_key } = named
  const oauth = { redirect_uri, ...(client_id === undefined ? {} : { client_id }) }
  try {
    const made = await build({
      ...named,
      scenario,
      ...(scenario_inline === undefined ? {} : { scenario_inline }),
      seed,
      now,
      clock,
      settings,
      oauth,
      ...(outage === undefined ? {} : { outage }),
    })
    if (digestWorld(made) !== digest) {
      throw new UnusableBundle(
        '/bundle/origin/digest',
        `does not match: the scenario ${scenario} is different here from where the bundle was made.`,
      )
    }
    return { ...made, credentials: makeCredentials(seed, id, { api_key, oauth }, dc) }
  } catch (error) {
    if (error instanceof ScenarioError) {
      const member = scenario_inline === undefined ? 'scenario' : 'scenario_inline'
      throw new UnusableBundle(`/bundle/origin/${member}`, error.message)
    }
    if (error instanceof UnknownOutageError) throw new UnusableBundle('/bundle/origin/outage', error.message)
    throw error
  }
}

/** The world before the first step. */
export function startWorld(
  { worlds }: ReplaySandbox,
  bundle: ControlSchemas['Bundle'],
  origin: WorldState,
): { handle: WorldHandle; placeholders: Placeholders } {
  const { world, state, begins, snapshots } = bundle
  const { ancestors } = world
  const scenarioSecrets = scenarioSecretsIn(origin)
  const early = new Placeholders({ world: origin, ancestors, scenarioSecrets, csrfTokens: undefined })
  const start = state ? readBundleState(state, origin, early, '/bundle/state') : origin
  const handle = worlds.add(start, origin, ancestors)
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
  log.restart()
  // These snapshots are older than the log.
  const mark = { ...log.entries.start.mark, round: -1 }
  for (const [i, each] of snapshots.entries()) {
    handle.snapshots.set(each.name, { world: readBundleState(each.state, origin, early, `/bundle/snapshots/${i}/state`), mark })
  }
  return { handle, placeholders: new Placeholders({ world: start, ancestors, scenarioSecrets, csrfTokens: log.csrfTokens }) }
}
