import { clockOperations } from './clock.ts'
import { healthOperations } from './health.ts'
import type { ControlOperations } from './operation.ts'
import { worldOperations } from './worlds.ts'

/** The table of contents: one handler for each operation of the control API. A missing one does not compile. */
export const controlOperations: ControlOperations = { ...healthOperations, ...worldOperations, ...clockOperations }
