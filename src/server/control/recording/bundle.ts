import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Snapshot } from '../../log/snapshot.ts'
import type { Step } from '../../log/step.ts'
import type { AttemptOutcome } from '../../../service/resources/deliveries/attempt.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { credentialsOf } from '../../../service/scenarios/credentials.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { digestOf } from '../../../kernel/world/rows.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import { snapshotOrThrow } from '../worlds/snapshots.ts'
import { writtenRequest } from './bundle-request.ts'
import { writtenState } from './bundle-state.ts'
import { scenarioSecretsIn, Placeholders } from './placeholders.ts'

/** A world as a bundle, with the steps recorded since it was created or since a snapshot. */
export function writtenBundle(handle: WorldHandle, from: Snapshot, version: string): ControlSchemas['Bundle'] {
  const { origin, world, ancestors, log } = handle
  const { mark } = from
  const steps = log.recording.from(mark.position)
  const snapshots = snapshotsNeeded(handle, from, steps)
  const allCounters = [
    log.secrets.generatedCounts,
    ...[from.world, ...snapshots.map((each) => each.world)].map(({ counters }) => counters),
  ]
  const placeholders = new Placeholders(
    {
      world,
      ancestors,
      scenarioSecrets: scenarioSecretsIn(origin),
      csrfTokens: log.csrfTokens,
      standIns: log.recording.secretStandIns.copy(),
    },
    allCounters,
  )
  const { seed, id, credentials } = world
  const { dc, client_id, redirect_uri } = credentials
  const isOwn = client_id === credentialsOf(seed, id, {}).client_id
  return {
    maildouble_bundle: 1,
    version,
    world: { id, base_url: world.base_url, seed, dc, ...(isOwn ? {} : { client_id }), redirect_uri, ancestors: [...ancestors] },
    origin: {
      scenario: origin.scenario,
      digest: digestOf(origin),
      now: isoMillis(origin.clock.now),
      clock: { mode: origin.clock.mode, rate: origin.clock.rate },
      settings: origin.settings,
    },
    ...(from.world === origin ? {} : { state: writtenState(from.world, placeholders) }),
    begins: {
      epoch: mark.epoch,
      requests: mark.requests,
      jobs: mark.jobs,
      faults: mark.faults.map(([fault, tally]) => ({ id: fault, ...tally })),
    },
    snapshots: snapshots.map((each) => ({ name: each.name, state: writtenState(each.world, placeholders) })),
    steps: dropGates(mergeResumed(steps.map((step) => writtenStep(step, placeholders)))),
    ends: { at: isoMillis(world.clock.now), jobs: log.jobCount, requests: log.requestNumber },
  }
}

/** The snapshots from before the first step that still exist, or that a step restores. */
function snapshotsNeeded(
  { snapshots }: WorldHandle,
  { mark }: Snapshot,
  steps: readonly Step[],
): { name: string; world: WorldState }[] {
  const taken = new Set<string>()
  const needed = new Map<string, WorldState>()
  for (const [name, snapshot] of snapshots) if (isBefore(snapshot, mark)) needed.set(name, snapshot.world)
  for (const step of steps) {
    if (step.kind !== 'control') continue
    if (step.path === '/snapshots') taken.add(nameIn(step.body))
    else if (step.snapshot && !taken.has(step.snapshot.name)) needed.set(step.snapshot.name, step.snapshot.world)
  }
  return [...needed].map(([name, world]) => ({ name, world }))
}

function isBefore({ mark }: Snapshot, start: Snapshot['mark']): boolean {
  return mark.round !== start.round || mark.position < start.position
}

function nameIn(body: string): string {
  const { name }: { readonly name?: unknown } = JSON.parse(body)
  return String(name)
}

/** Merges consecutive parts of a call if nothing happened between them. */
function mergeResumed(steps: readonly ControlSchemas['BundleStep'][]): ControlSchemas['BundleStep'][] {
  const whole: ControlSchemas['BundleStep'][] = []
  for (const step of steps) {
    const last = whole.at(-1)
    const isLate = last && (last.at !== step.at || last.jobs !== step.jobs)
    if (isLate || step.step !== 'resume' || step.asked || !last || !('number' in last) || last.number !== step.number)
      whole.push(step)
    else whole[whole.length - 1] = { ...last, gates: (last.gates ?? 0) + step.gates }
  }
  return whole
}

/** Drops `gates` from a call that was never interrupted. */
function dropGates(steps: readonly ControlSchemas['BundleStep'][]): ControlSchemas['BundleStep'][] {
  const resumed = new Set(steps.flatMap((step) => (step.step === 'resume' ? [step.number] : [])))
  return steps.map((step) => {
    if (step.step !== 'request' || !step.answer || resumed.has(step.number)) return step
    const { gates: _, ...whole } = step
    return whole
  })
}

function writtenStep(step: Step, placeholders: Placeholders): ControlSchemas['BundleStep'] {
  const at = isoMillis(step.at)
  const { jobs } = step
  switch (step.kind) {
    case 'request':
      return writtenRequest(step, placeholders)
    case 'resume': {
      const outcome = step.asked && writtenFound(step.asked, placeholders)
      return { step: 'resume', at, jobs, number: step.of.number, gates: step.gates, ...(outcome ? { asked: outcome } : {}) }
    }
    case 'control': {
      const { method, path, search, body } = step
      return {
        step: 'control',
        at,
        jobs,
        method,
        path: placeholders.hideAll(path),
        ...(search === '' ? {} : { search: placeholders.hideAll(search) }),
        ...(body === '' ? {} : { body: placeholders.hideIn(JSON.parse(body)) }),
      }
    }
    case 'advance':
      return { step: 'advance', at, jobs, body: JSON.parse(step.body) }
    case 'outcome':
      return { step: 'outcome', at, jobs, delivery: step.delivery, found: writtenFound(step.found, placeholders) }
    case 'fetch':
      return { step: 'fetch', at, jobs, campaign: step.campaign, found: writtenFound(step.found, placeholders) }
    case 'withdrawal':
      return { step: 'withdrawal', at, jobs, delivery: step.delivery }
  }
}

function writtenFound(found: AttemptOutcome, placeholders: Placeholders): ControlSchemas['BundleFound'] {
  const { at, real_at, duration_ms, response, error, blocked } = found
  return {
    at: isoMillis(at),
    real_at: isoMillis(real_at),
    duration_ms,
    ...(response ? { response: placeholders.hideIn(response) } : {}),
    ...(error === undefined ? {} : { error: placeholders.hideAll(error) }),
    ...(blocked === undefined ? {} : { blocked }),
  }
}

/** A larger bundle could not be replayed. */
const CHARS_MAX = 256 * 1024 * 1024

export const bundleOperations = {
  getBundle({ context, handle, query: { from } }) {
    context.scheduler.sync(handle)
    const bundle = writtenBundle(handle, startOf(handle, from), context.version)
    if (sizeOf(bundle) <= CHARS_MAX) return bundle
    throw new ControlError(
      409,
      'The bundle would be larger than 256 MiB, the maximum. Delete snapshots that are no longer needed, or start from a later one: ?from=<name>.',
    )
  },
} satisfies Partial<ControlOperations>

/** The start of a bundle. Throws if steps are missing from there on. */
function startOf(handle: WorldHandle, from: string | undefined): Snapshot {
  const { recording } = handle.log
  const begin = from === undefined ? recording.start : snapshotOrThrow(handle, from)
  if (!recording.isWholeSince(begin.mark))
    throw new ControlError(409, `${reasonOf(handle, from, begin)} ${alternativeTo(handle)}`)
  const { position } = begin.mark
  const wasUnderWay = recording.from(position).some((step) => step.kind === 'resume' && step.of.position < position)
  if (!wasUnderWay) return begin
  throw new ControlError(
    409,
    `Calls were in flight when the snapshot ${from} was taken, so a bundle can't start there. ${alternativeTo(handle, from)}`,
  )
}

function reasonOf({ log: { recording } }: WorldHandle, from: string | undefined, { mark }: Snapshot): string {
  if (recording.isStartUnknown)
    return `The steps ${from === undefined ? 'from the beginning' : `since the snapshot ${from}`} are not known: the world was loaded from a store, and steps are not stored.`
  if (from === undefined) return `The first ${recording.dropped} steps were dropped, since there were too many.`
  if (mark.round !== recording.start.mark.round)
    return `The snapshot ${from} was taken before the last reset, and steps are only recorded since then.`
  return `Steps that came after the snapshot ${from} were dropped, since there were too many.`
}

/** Names the earliest snapshot from which all steps are recorded. */
function alternativeTo({ snapshots, log: { recording } }: WorldHandle, not?: string): string {
  const whole = [...snapshots].filter(([name, { mark }]) => name !== not && recording.isWholeSince(mark))
  const [first] = whole.toSorted(([, a], [, b]) => a.mark.position - b.mark.position)
  if (first) return `They are complete from the snapshot ${first[0]} on: GET .../bundle?from=${first[0]}.`
  return recording.isWholeSince(recording.start.mark)
    ? 'They are complete from the beginning: GET .../bundle.'
    : 'No snapshot has complete steps: take one with POST .../snapshots, and start from it.'
}

function sizeOf(bundle: object): number {
  try {
    return JSON.stringify(bundle).length
  } catch (error) {
    // A string has a maximum length too.
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
}
