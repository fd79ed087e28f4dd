import type { ServiceSchemas } from '../../contract/service.ts'
import { timestamp, type Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import {
  campaignActionsOf,
  recipientOf,
  recipients,
  type CampaignActionRow,
  type CampaignRow,
  type RecipientRow,
} from '../campaigns/campaign.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import { lists } from '../lists/list.ts'
import { hashOf } from '../members/member.ts'

/**
 * Returns the recipient of a path segment: by MD5, by plain address, or by contact id. Throws a 404 if the campaign was not sent to
 * it.
 */
export function recipientOrThrow(tx: Tx, campaign: CampaignRow, key: string): RecipientRow {
  const id = key.toLowerCase()
  const hash = key.includes('@') ? hashOf(key) : id
  const found = tx.first(recipients.byHash, { campaign_id: campaign.id, hash }) ?? recipientOf(tx, campaign, id)
  if (!found) throw errors.notFound(`the campaign ${campaign.id} was not sent to ${key.slice(0, 254)}`)
  return found
}

/** Renders what a recipient did with a campaign, optionally since an instant. */
export function emailActivityView(
  tx: Tx,
  recipient: RecipientRow,
  since = Number.NEGATIVE_INFINITY,
): ServiceSchemas['EmailActivity'] {
  const { campaign_id, list_id, hash, email_address } = recipient
  return {
    campaign_id,
    list_id,
    list_is_active: tx.first(lists.key, { id: list_id }) !== undefined,
    email_id: hash,
    email_address,
    activity: activityOf(tx, recipient, since),
    _links: linksOf(tx, 'EmailActivity', { campaign_id, list_id, subscriber_hash: hash }),
  }
}

type Event = ServiceSchemas['EmailActivityEvent']

function activityOf(tx: Tx, recipient: RecipientRow, since: Seconds): Event[] {
  const actions = (['open', 'click', 'bounce'] as const).flatMap((action) => campaignActionsOf(tx, recipient, action))
  return actions
    .filter(({ at }) => at > since)
    .toSorted((a, b) => a.at - b.at || a.seq - b.seq)
    .flatMap(eventView)
}

function eventView({ action, kind, at, url, ip }: CampaignActionRow): Event[] {
  if (action === 'open') return [{ action, timestamp: timestamp(at), ip }]
  if (action === 'click') return [{ action, timestamp: timestamp(at), url, ip }]
  return action === 'bounce' && kind !== '' ? [{ action, type: kind, timestamp: timestamp(at) }] : []
}
