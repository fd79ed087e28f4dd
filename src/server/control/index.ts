import type { OperationsOf } from '../../kernel/contract/control.ts'
import { untilLoaded } from '../../kernel/world/on-demand.ts'
import { loadTriggers } from '../../service/calls/other-people.ts'
import { clockOperations } from './clock/clock.ts'
import type { ControlOperations } from './context.ts'
import { deliveryOperations } from './deliveries/deliveries.ts'
import { worldOperations } from './worlds/worlds.ts'

/** The handlers of each area. Those that most suites do not call are loaded at their first call. A missing handler does not compile. */
type Areas = { readonly [Area in keyof OperationsOf]: () => Promise<Pick<ControlOperations, OperationsOf[Area]>> }

export const areas: Areas = {
  bundle: async () => (await import('./worlds/bundle.ts')).bundleOperations,
  clock: async () => clockOperations,
  contract: async () => {
    const [contract, coverage, faults] = await Promise.all([
      import('./coverage/contract.ts'),
      import('./coverage/coverage.ts'),
      import('./faults/fault-schemas.ts'),
    ])
    return { ...contract.contractOperations, ...coverage.coverageOperations, ...faults.faultSchemaOperations }
  },
  deliveries: async () => deliveryOperations,
  'delivery-faults': async () => (await import('./faults/delivery-faults.ts')).deliveryFaultOperations,
  emails: async () => (await import('./deliveries/emails.ts')).emailOperations,
  faults: async () => (await import('./faults/faults.ts')).faultOperations,
  health: async () => healthOperations,
  jobs: async () => (await import('./clock/jobs.ts')).jobOperations,
  metrics: async () => (await import('./metrics/metrics.ts')).metricsOperations,
  outages: async () => (await import('./faults/outages.ts')).outageOperations,
  requests: async () => {
    const [requests, steps, verify] = await Promise.all([
      import('./requests/requests.ts'),
      import('./requests/steps.ts'),
      import('./requests/verify.ts'),
    ])
    return { ...requests.requestOperations, ...steps.stepOperations, ...verify.verifyOperations }
  },
  scenarios: async () => (await import('./worlds/scenarios.ts')).scenarioOperations,
  settings: async () => (await import('./worlds/settings.ts')).settingOperations,
  snapshots: async () => (await import('./worlds/snapshots.ts')).snapshotOperations,
  state: async () => {
    const [diff, state] = await Promise.all([import('./worlds/diff.ts'), import('./worlds/state.ts')])
    return { ...diff.diffOperations, ...state.stateOperations }
  },
  stream: async () => (await import('./stream/stream.ts')).streamOperations,
  timeline: async () => (await import('./timeline/timeline.ts')).timelineOperations,
  triggers: async () => {
    await untilLoaded(loadTriggers)
    return (await import('./deliveries/triggers.ts')).triggerOperations
  },
  why: async () => {
    const [changes, why] = await Promise.all([import('./why/changes.ts'), import('./why/why.ts')])
    return { ...changes.changeOperations, ...why.whyOperations }
  },
  worlds: async () => worldOperations,
}

const healthOperations = {
  getHealth({ context }) {
    const { version, worlds, persistence } = context
    return {
      status: (persistence.progress?.failing ?? 0) === 0 ? 'ok' : 'degraded',
      version,
      worlds: worlds.size,
      unreadable_worlds: worlds.unreadable.size,
      uptime_seconds: Math.floor(context.uptime() / 1000),
      notices: [...context.notices],
    }
  },
} satisfies Partial<ControlOperations>
