import type { Manifest } from '../../rules/manifest.ts'
import { automations, removeMemberQueues, removeListQueues } from '../../model/automations/automation.ts'
import { commerce, flow, memberChanged, memberTagged, reactionsToStores, recipientActed } from './reactions.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).automationOperations,
  jobs: {
    'automations.send': (tx, id) => flow().sendDue(tx, id),
    'automations.look': (tx, id) => flow().lookForDates(tx, id),
  },
  modules: {
    jobs: { 'automations.send': flow, 'automations.look': flow },
    rows: [{ table: automations, modules: [flow, commerce] }],
  },
  reactions: {
    'list.deleted': (tx, { list }) => removeListQueues(tx, list),
    'member.deleted': (tx, { member }) => removeMemberQueues(tx, member),
    'member.changed': memberChanged,
    'member.tagged': memberTagged,
    'recipient.acted': recipientActed,
    ...reactionsToStores,
  },
} satisfies Manifest
