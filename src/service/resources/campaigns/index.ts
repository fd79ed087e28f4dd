import { lazy } from '../../../kernel/world/lazy.ts'
import type { Manifest } from '../../rules/manifest.ts'
import { preserveListName } from '../../rules/recipients/recipient.ts'
import { campaignPreparations } from '../../rules/campaigns/content/fetch.ts'

// Most worlds send no campaign, so this is loaded on demand to keep startup fast.
const rss = lazy(() => import('../../rules/campaigns/rss/rss.ts'))
const schedule = lazy(() => import('../../rules/campaigns/send/schedule.ts'))
const send = lazy(() => import('../../rules/campaigns/send/send.ts'))
const variate = lazy(() => import('../../rules/campaigns/variate.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).campaignOperations,
  preparations: campaignPreparations,
  jobs: {
    'campaigns.start': (tx, id) => schedule().startScheduled(tx, id),
    'campaigns.deliver': (tx, part) => send().deliverStep(tx, part),
    'campaigns.cancel': (tx, id) => send().finishCancel(tx, id),
    'campaigns.run': (tx, id) => rss().runFeed(tx, id),
    'campaigns.pick': (tx, id) => variate().pickDue(tx, id),
  },
  reactions: { 'list.deleted': (tx, { list }) => preserveListName(tx, list) },
} satisfies Manifest
