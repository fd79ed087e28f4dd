import { batchWebhooks } from '../resources/batch-webhooks/batch-webhook.ts'
import { confirmations } from '../resources/members/confirmation.ts'
import { campaigns } from '../resources/campaigns/campaign.ts'
import { clients } from '../resources/oauth/client.ts'
import { codes } from '../resources/oauth/code.ts'
import { tokens } from '../resources/oauth/token.ts'
import { webhooks } from '../resources/webhooks/webhook.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'

/** The secrets that a world has from its scenario, in an order that depends on nothing else. */
export function heldIn(origin: World): readonly string[] {
  const secrets = peek(origin, (tx) => [
    ...tx
      .range(clients.key)
      .all()
      .map((row) => row.client_secret),
    ...tx
      .range(tokens.key)
      .all()
      .map((row) => row.token),
    ...tx
      .range(codes.key)
      .all()
      .map((row) => row.code),
    ...tx
      .range(confirmations.key)
      .all()
      .map((row) => row.token),
    ...tx
      .range(webhooks.key)
      .all()
      .map((row) => row.secret),
    ...tx
      .range(batchWebhooks.key)
      .all()
      .map((row) => row.secret),
    ...tx
      .range(campaigns.key)
      .all()
      .map((row) => row.share_password),
  ])
  return secrets.filter((secret) => secret !== '')
}
