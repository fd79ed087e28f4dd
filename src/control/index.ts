import { assumptionOperations } from './coverage/assumptions.ts'
import { bundleOperations } from './recording/bundle.ts'
import { clockOperations } from './clock/clock.ts'
import { contractOperations } from './coverage/contract.ts'
import { coverageOperations } from './coverage/coverage.ts'
import { deliveryOperations } from './deliveries/deliveries.ts'
import { deliveryFaultOperations } from './faults/delivery-faults.ts'
import { emailOperations } from './deliveries/emails.ts'
import { faultOperations } from './faults/faults.ts'
import { healthOperations } from './health.ts'
import type { ControlOperations } from './context.ts'
import { requestOperations } from './requests/requests.ts'
import { scenarioOperations } from './worlds/scenarios.ts'
import { settingOperations } from './worlds/settings.ts'
import { snapshotOperations } from './worlds/snapshots.ts'
import { stateOperations } from './worlds/state.ts'
import { streamOperations } from './stream/stream.ts'
import { triggerOperations } from './deliveries/triggers.ts'
import { violationOperations } from './coverage/violations.ts'
import { verifyOperations } from './requests/verify.ts'
import { whyOperations } from './why/why.ts'
import { worldOperations } from './worlds/worlds.ts'

/** All operations of the control API. A missing handler does not compile. */
export const controlOperations: ControlOperations = {
  ...healthOperations,
  ...worldOperations,
  ...bundleOperations,
  ...clockOperations,
  ...deliveryOperations,
  ...deliveryFaultOperations,
  ...emailOperations,
  ...faultOperations,
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
