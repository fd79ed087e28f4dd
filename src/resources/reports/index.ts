import { type CampaignRow, isSent } from '../campaigns/campaign.ts'
import type { Manifest } from '../manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).reportOperations,
  preparations: {},
  jobs: {},
  entities: [
    {
      word: 'report',
      tables: ['campaigns'],
      ids: ['id', 'web_id'],
      parameters: [],
      name: 'title',
      hiddenBecause: (_tx, row: CampaignRow) =>
        isSent(row) ? undefined : 'Nothing of the campaign has gone out, so it is not in the list of reports.',
    },
  ],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
