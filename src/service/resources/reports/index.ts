import { type CampaignRow, isReported } from '../../model/campaigns/campaign.ts'
import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => ({
    ...(await import('./operations.ts')).reportOperations,
    ...(await import('./sub-reports.ts')).subReportOperations,
  }),
  preparations: {},
  jobs: {},
  entities: [
    {
      word: 'report',
      tables: ['campaigns'],
      ids: ['id', 'web_id'],
      parameters: [],
      name: 'title',
      hiddenBecause: (tx, row: CampaignRow) =>
        isReported(tx, row)
          ? undefined
          : 'Nothing of the campaign was sent, so it has no report, as the setting campaigns.unsent_report says.',
    },
  ],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
