import { assumptionOperations } from './assumptions.ts'
import { bundleOperations } from './bundle.ts'
import { clockOperations } from './clock.ts'
import { contractOperations } from './contract.ts'
import { coverageOperations } from './coverage.ts'
import { deliveryOperations } from './deliveries.ts'
import { deliveryFaultOperations } from './delivery-faults.ts'
import { emailOperations } from './emails.ts'
import { faultOperations } from './faults.ts'
import { healthOperations } from './health.ts'
import type { ControlOperations } from './operation.ts'
import { requestOperations } from './requests.ts'
import { scenarioOperations } from './scenarios.ts'
import { settingOperations } from './settings.ts'
import { snapshotOperations } from './snapshots.ts'
import { stateOperations } from './state.ts'
import { streamOperations } from './stream.ts'
import { triggerOperations } from './triggers.ts'
import { violationOperations } from './violations.ts'
import { verifyOperations } from './verify.ts'
import { whyOperations } from './why.ts'
import { worldOperations } from './worlds.ts'

/** The table of contents: one handler for each operation of the control API. A missing one does not compile. */
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
