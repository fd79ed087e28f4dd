import type { Manifest } from '../../rules/manifest.ts'
import { announceCampaign, announceMember } from './announce.ts'
import { webhookPreparations } from './prepare.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).webhookOperations,
  preparations: webhookPreparations,
  jobs: {},
  reactions: { 'member.changed': announceMember, 'campaign.ended': announceCampaign },
} satisfies Manifest
