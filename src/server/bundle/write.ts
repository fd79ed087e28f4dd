import type { ControlSchemas } from '../../kernel/contract/control.ts'
import { isoMillis } from '../../kernel/support/time.ts'
import { digestWorld } from '../../kernel/world/rows.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { AttemptOutcome } from '../../service/rules/deliveries/webhook-request.ts'
import { peek } from '../../kernel/world/tx.ts'
import { outagesStarted } from '../../service/model/faults/fault.ts'
import { makeCredentials } from '../../service/scenarios/credentials.ts'
import type { LogEntry, Snapshot } from '../log/entry.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { scenarioSecretsIn, Placeholders } from './placeholders.ts'
import { writtenRequest } from './request.ts'
import { writtenState } from './state.ts'

/** A world as a bundle, with its steps since its creation or since a snapshot. */
export function writtenBundle(handle: WorldHandle, from: Snapshot, version: string): ControlSchemas['Bundle'] {
  const { origin, world, ancestors, log } = handle
  const { mark } = from
  const entries = log.entries.from(mark.position)
  const snapshots = snapshotsNeeded(handle, from, entries)
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
      standIns: log.secretStandIns.copy(),
    },
    allCounters,
  )
  const { seed, id, credentials } = world
  const { dc, client_id, redirect_uri } = credentials
  const outage = peek(origin, outagesStarted)[0]
  const isOwn = client_id === makeCredentials(seed, id, {}).client_id
  return {
    maildouble_bundle: 1,
    version,
    world: { id, base_url: world.base_url, seed, dc, ...(isOwn ? {} : { client_id }), redirect_uri, ancestors: [...ancestors] },
    origin: {
      scenario: origin.scenario,
      ...(origin.scenario_inline === undefined ? {} : { scenario_inline: { ...origin.scenario_inline } }),
      digest: digestWorld(origin),
      now: isoMillis(origin.clock.now),
      clock: { mode: origin.clock.mode, rate: origin.clock.rate },
      settings: origin.settings,
      ...(outage === undefined ? {} : { outage }),
    },
    ...(from.world === origin ? {} : { state: writtenState(from.world, placeholders) }),
    begins: {
      epoch: mark.epoch,
      requests: mark.requests,
      jobs: mark.jobs,
      faults: mark.faults.map(([fault, tally]) => ({ id: fault, ...tally })),
    },
    snapshots: snapshots.map((each) => ({ name: each.name, state: writtenState(each.world, placeholders) })),
    steps: dropGates(mergeResumed(entries.map((entry) => writtenStep(entry, placeholders)))),
    ends: { at: isoMillis(world.clock.now), jobs: log.jobCount, requests: log.requestNumber },
  }
}

/** The snapshots that are older than the first step, and either exist or are restored by a step. */
function snapshotsNeeded(
  { snapshots }: WorldHandle,
  { mark }: Snapshot,
  entries: readonly LogEntry[],
): { name: string; world: WorldState }[] {
  const taken = new Set<string>()
  const needed = new Map<string, WorldState>()
  for (const [name, snapshot] of snapshots) if (isBefore(snapshot, mark)) needed.set(name, snapshot.world)
  for (const entry of entries) {
    if (entry.kind !== 'control') continue
    if (entry.path === '/snapshots') taken.add(readBodyName(entry.body))
    else if (entry.snapshot && !taken.has(entry.snapshot.name)) needed.set(entry.snapshot.name, entry.snapshot.world)
  }
  return [...needed].map(([name, world]) => ({ name, world }))
}

function isBefore({ mark }: Snapshot, start: Snapshot['mark']): boolean {
  return mark.round !== start.round || mark.position < start.position
}

function readBodyName(body: string): string {
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

function writtenStep(entry: LogEntry, placeholders: Placeholders): ControlSchemas['BundleStep'] {
  const at = isoMillis(entry.at)
  const { jobs } = entry
  switch (entry.kind) {
    case 'request':
      return writtenRequest(entry, placeholders)
    case 'resume': {
      const outcome = entry.outcome && writtenFound(entry.outcome, placeholders)
      return {
        step: 'resume',
        at,
        jobs,
        number: entry.of.arrival.request,
        gates: entry.gates,
        ...(outcome ? { asked: outcome } : {}),
      }
    }
    case 'control': {
      const { method, path, search, body } = entry
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
      return { step: 'advance', at, jobs, body: JSON.parse(entry.body) }
    case 'outcome':
      return { step: 'outcome', at, jobs, delivery: entry.delivery, found: writtenFound(entry.found, placeholders) }
    case 'fetch':
      return { step: 'fetch', at, jobs, campaign: entry.campaign, found: writtenFound(entry.found, placeholders) }
    case 'withdrawal':
      return { step: 'withdrawal', at, jobs, delivery: entry.delivery }
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
