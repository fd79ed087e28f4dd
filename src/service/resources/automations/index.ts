import { lazy } from '../../../kernel/world/lazy.ts'
import type { Manifest } from '../../rules/manifest.ts'
import { dropQueuesAbout, removeListQueues } from '../../model/automations/automation.ts'
import { memberChanged, memberTagged, reactionsToStores, recipientActed } from './reactions.ts'

// Most worlds have no automation, so this is loaded on demand to keep startup fast.
const flow = lazy(() => import('../../rules/automations/flow.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).automationOperations,
  preparations: {},
  jobs: {
    'automations.send': (tx, id) => flow().sendDue(tx, id),
    'automations.look': (tx, id) => flow().lookForDates(tx, id),
  },
  reactions: {
    'list.deleted': (tx, { list }) => removeListQueues(tx, list),
    'member.deleted': (tx, { member }) => dropQueuesAbout(tx, member),
    'member.changed': memberChanged,
    'member.tagged': memberTagged,
    'recipient.acted': recipientActed,
    ...reactionsToStores,
  },
} satisfies Manifest
