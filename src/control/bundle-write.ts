import type { Schemas } from '../contract/control.ts'
import type { Step } from '../host/step.ts'
import type { Marked } from '../host/mark.ts'
import type { Cell } from '../host/worlds.ts'
import type { Found } from '../resources/deliveries/attempt.ts'
import { isoMillis } from '../support/time.ts'
import { credentialsOf } from '../scenarios/credentials.ts'
import { digestOf } from '../world/rows.ts'
import type { World } from '../world/world.ts'
import { heldIn } from './bundle-held.ts'
import { Placeholders } from './bundle-placeholders.ts'
import { writtenRequest } from './bundle-request.ts'
import { writtenState } from './bundle-state.ts'

/** A world as a bundle, with the steps since it began or since a snapshot. */
export function writtenBundle(cell: Cell, from: Marked, version: string): Schemas['Bundle'] {
  const { origin, world, ancestors, log } = cell
  const { mark } = from
  const steps = log.steps.from(mark.position)
  const kept = snapshotsNeeded(cell, from, steps)
  const known = [log.secrets.made, ...[from.world, ...kept.map((each) => each.world)].map(({ counters }) => counters)]
  const placeholders = new Placeholders(
    { world, ancestors, held: heldIn(origin), seals: log.seals, standIns: log.steps.standIns.copy() },
    known,
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
    snapshots: kept.map((each) => ({ name: each.name, state: writtenState(each.world, placeholders) })),
    steps: simplified(joined(steps.map((step) => writtenStep(step, placeholders)))),
    ends: { at: isoMillis(world.clock.now), jobs: log.jobs, requests: log.requestNumber },
  }
}

/** Those snapshots from before the first step that are still there, or that a step comes back to. */
function snapshotsNeeded({ snapshots }: Cell, { mark }: Marked, steps: readonly Step[]): { name: string; world: World }[] {
  const taken = new Set<string>()
  const needed = new Map<string, World>()
  for (const [name, kept] of snapshots) if (isBefore(kept, mark)) needed.set(name, kept.world)
  for (const step of steps) {
    if (step.kind !== 'control') continue
    if (step.path === '/snapshots') taken.add(nameIn(step.body))
    else if (step.snapshot && !taken.has(step.snapshot.name)) needed.set(step.snapshot.name, step.snapshot.world)
  }
  return [...needed].map(([name, world]) => ({ name, world }))
}

function isBefore({ mark }: Marked, start: Marked['mark']): boolean {
  return mark.round !== start.round || mark.position < start.position
}

function nameIn(body: string): string {
  const { name }: { readonly name?: unknown } = JSON.parse(body)
  return String(name)
}

/** Where nothing has come of what stood between two parts of a call, they are one. */
function joined(steps: readonly Schemas['BundleStep'][]): Schemas['BundleStep'][] {
  const whole: Schemas['BundleStep'][] = []
  for (const step of steps) {
    const last = whole.at(-1)
    const isLate = last && (last.at !== step.at || last.jobs !== step.jobs)
    if (isLate || step.step !== 'resume' || step.asked || !last || !('number' in last) || last.number !== step.number)
      whole.push(step)
    else whole[whole.length - 1] = { ...last, gates: (last.gates ?? 0) + step.gates }
  }
  return whole
}

/** A call that ran to its end before anything else happened needs nobody to tell how often it went on. */
function simplified(steps: readonly Schemas['BundleStep'][]): Schemas['BundleStep'][] {
  const resumed = new Set(steps.flatMap((step) => (step.step === 'resume' ? [step.number] : [])))
  return steps.map((step) => {
    if (step.step !== 'request' || !step.answer || resumed.has(step.number)) return step
    const { gates: _, ...whole } = step
    return whole
  })
}

function writtenStep(step: Step, placeholders: Placeholders): Schemas['BundleStep'] {
  const at = isoMillis(step.at)
  const { jobs } = step
  switch (step.kind) {
    case 'request':
      return writtenRequest(step, placeholders)
    case 'resume': {
      const asked = step.asked && writtenFound(step.asked, placeholders)
      return { step: 'resume', at, jobs, number: step.of.number, gates: step.gates, ...(asked ? { asked } : {}) }
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
    case 'withdrawal':
      return { step: 'withdrawal', at, jobs, delivery: step.delivery }
  }
}

function writtenFound(found: Found, placeholders: Placeholders): Schemas['BundleFound'] {
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
