import { SIGNING_SECRET } from '../../rules/deliveries/sign.ts'
import type { Manifest } from '../../rules/manifest.ts'
import { announceCampaign, announceMember } from './announce.ts'
import { webhookPreparations } from './prepare.ts'
import { removeListWebhooks, type WebhookRow, webhooks } from '../../model/webhooks/webhook.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).webhookOperations,
  preparations: webhookPreparations,
  jobs: {},
  secrets: [{ table: webhooks, of: (row: WebhookRow) => row.secret, generated: SIGNING_SECRET }],
  removeFor: { list: [removeListWebhooks], member: [] },
  reactions: { 'member.changed': announceMember, 'campaign.ended': announceCampaign },
} satisfies Manifest
