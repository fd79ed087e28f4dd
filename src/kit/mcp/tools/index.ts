import type { Tool } from '../tool.ts'
import { exportBundle } from './bundle.ts'
import { advanceClock } from './clock.ts'
import { listDeliveries, resendDelivery } from './deliveries.ts'
import { listEmails } from './emails.ts'
import { createDeliveryFault, createFault, deleteFaults, endOutage, listFaults, startOutage } from './faults.ts'
import { diff, state, why } from './history.ts'
import { listRequests, verifyRequests } from './requests.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './snapshots.ts'
import { triggerTool } from './trigger.ts'
import { createWorld, deleteWorld, forkWorld, listWorlds } from './worlds.ts'

/** All tools, in the order in which assistants see them. */
export const tools: readonly Tool[] = [
  listWorlds,
  createWorld,
  forkWorld,
  deleteWorld,
  listRequests,
  verifyRequests,
  why,
  diff,
  state,
  listDeliveries,
  resendDelivery,
  listEmails,
  advanceClock,
  triggerTool,
  listFaults,
  createFault,
  createDeliveryFault,
  startOutage,
  endOutage,
  deleteFaults,
  listSnapshots,
  takeSnapshot,
  restoreSnapshot,
  deleteSnapshot,
  exportBundle,
]
