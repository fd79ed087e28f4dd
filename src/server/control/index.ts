import { clockOperations } from './clock/clock.ts'
import { jobOperations } from './clock/jobs.ts'
import type { ControlOperations } from './context.ts'
import { assumptionOperations } from './coverage/assumptions.ts'
import { contractOperations } from './coverage/contract.ts'
import { coverageOperations } from './coverage/coverage.ts'
import { violationOperations } from './coverage/violations.ts'
import { deliveryOperations } from './deliveries/deliveries.ts'
import { emailOperations } from './deliveries/emails.ts'
import { triggerOperations } from './deliveries/triggers.ts'
import { deliveryFaultOperations } from './faults/delivery-faults.ts'
import { faultSchemaOperations } from './faults/fault-schemas.ts'
import { faultOperations } from './faults/faults.ts'
import { outageOperations } from './faults/outages.ts'
import { metricsOperations } from './metrics/metrics.ts'
import { bundleOperations } from './bundles/bundle.ts'
import { requestOperations } from './requests/requests.ts'
import { verifyOperations } from './requests/verify.ts'
import { streamOperations } from './stream/stream.ts'
import { changeOperations } from './why/changes.ts'
import { whyOperations } from './why/why.ts'
import { diffOperations } from './worlds/diff.ts'
import { scenarioOperations } from './worlds/scenarios.ts'
import { settingOperations } from './worlds/settings.ts'
import { snapshotOperations } from './worlds/snapshots.ts'
import { stateOperations } from './worlds/state.ts'
import { worldOperations } from './worlds/worlds.ts'

const healthOperations = {
  getHealth({ context }) {
    const { version, worlds } = context
    return {
      status: 'ok',
      version,
      worlds: worlds.size,
      unreadable_worlds: worlds.unreadable.size,
      uptime_seconds: Math.floor(context.uptime() / 1000),
    }
  },
} satisfies Partial<ControlOperations>

/** All operations of the control API. A missing handler does not compile. */
export const controlOperations: ControlOperations = {
  ...healthOperations,
  ...worldOperations,
  ...bundleOperations,
  ...changeOperations,
  ...clockOperations,
  ...deliveryOperations,
  ...deliveryFaultOperations,
  ...diffOperations,
  ...emailOperations,
  ...faultOperations,
  ...outageOperations,
  ...faultSchemaOperations,
  ...jobOperations,
  ...metricsOperations,
  ...requestOperations,
  ...scenarioOperations,
  ...settingOperations,
  ...snapshotOperations,
  ...stateOperations,
  ...streamOperations,
  ...triggerOperations,
  ...verifyOperations,
  ...whyOperations,
  ...assumptionOperations,
  ...contractOperations,
  ...coverageOperations,
  ...violationOperations,
}
