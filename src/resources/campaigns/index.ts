import type { Manifest } from '../manifest.ts'
import { type CampaignRow, campaigns, preserveListName } from './campaign.ts'

export const manifest = {
  operations: undefined,
  preparations: {},
  jobs: {},
  entities: [{ word: 'campaign', tables: ['campaigns'], ids: ['id', 'web_id'], parameters: ['campaign_id'], name: 'title' }],
  secrets: [{ table: campaigns, of: (row: CampaignRow) => row.share_password, generated: undefined }],
  removeFor: { list: [], member: [] },
  reactions: { 'list.deleted': (tx, { list }) => preserveListName(tx, list) },
} satisfies Manifest
