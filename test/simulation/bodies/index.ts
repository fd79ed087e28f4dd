import { audienceBodies } from './audience.ts'
import type { Bodies } from './bodies.ts'

/** What is sent with the operations that take a body. */
export const BODIES: Bodies = { ...audienceBodies }
