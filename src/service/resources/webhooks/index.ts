import type { Manifest } from '../../rules/manifest.ts'
import { announceCampaign, announceMember } from './announce.ts'
import { webhookFetches } from './fetch.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).webhookOperations,
  fetches: webhookFetches,
  reactions: { 'member.changed': announceMember, 'campaign.ended': announceCampaign },
} satisfies Manifest
