import { onDemand } from '../../../kernel/world/on-demand.ts'
import type { Manifest } from '../../rules/manifest.ts'
import { preserveListName } from '../../rules/recipients/recipient.ts'
import { campaignFetches } from '../../rules/campaigns/content/fetch.ts'

// Most worlds send no campaign.
const rss = onDemand(() => import('../../rules/campaigns/rss/rss.ts'))
const schedule = onDemand(() => import('../../rules/campaigns/send/schedule.ts'))
const send = onDemand(() => import('../../rules/campaigns/send/send.ts'))
const variate = onDemand(() => import('../../rules/campaigns/variate.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).campaignOperations,
  prepareBody: async () => (await import('./prepare.ts')).campaignBodyPreparations,
  fetches: campaignFetches,
  jobs: {
    'campaigns.start': (tx, id) => schedule().startScheduled(tx, id),
    'campaigns.deliver': (tx, part) => send().deliverStep(tx, part),
    'campaigns.cancel': (tx, id) => send().finishCancel(tx, id),
    'campaigns.run': (tx, id) => rss().runFeed(tx, id),
    'campaigns.pick': (tx, id) => variate().pickDue(tx, id),
  },
  modules: {
    jobs: {
      'campaigns.start': schedule,
      'campaigns.deliver': send,
      'campaigns.cancel': send,
      'campaigns.run': rss,
      'campaigns.pick': variate,
    },
  },
  reactions: { 'list.deleted': (tx, { list }) => preserveListName(tx, list) },
} satisfies Manifest
