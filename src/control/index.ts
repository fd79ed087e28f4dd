import { clockOperations } from './clock.ts'
import { deliveryOperations } from './deliveries.ts'
import { emailOperations } from './emails.ts'
import { healthOperations } from './health.ts'
import type { ControlOperations } from './operation.ts'
import { settingOperations } from './settings.ts'
import { snapshotOperations } from './snapshots.ts'
import { stateOperations } from './state.ts'
import { triggerOperations } from './triggers.ts'
import { worldOperations } from './worlds.ts'

/** The table of contents: one handler for each operation of the control API. A missing one does not compile. */
export const controlOperations: ControlOperations = {
  ...healthOperations,
  ...worldOperations,
  ...clockOperations,
  ...deliveryOperations,
  ...emailOperations,
  ...settingOperations,
  ...snapshotOperations,
  ...stateOperations,
  ...triggerOperations,
}
