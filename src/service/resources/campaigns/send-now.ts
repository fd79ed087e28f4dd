import { isMoveAllowed } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { Attempt } from '../deliveries/attempt.ts'
import { errors } from '../errors.ts'
import { type CampaignRow, isIssue, isVersion } from './campaign.ts'
import { campaignMachine } from './machine.ts'
import { startFeed } from './rss.ts'
import { assertReady } from './schedule.ts'
import { startSend } from './send.ts'
import { startTest } from './variate.ts'

/**
 * Starts to send a campaign, or its test, or its feed, of which `fetched` is the answer to a request. Throws 400 if its state forbids it, or if
 * it is not ready.
 */
export function sendNow(tx: Tx, campaign: CampaignRow, fetched?: Attempt): void {
  if (isVersion(campaign)) throw errors.invalidAction('A version of a test is sent with its campaign.')
  if (isIssue(campaign)) throw errors.invalidAction('An issue is sent by its RSS campaign.')
  if (campaign.workflow) throw errors.invalidAction('An email of an automation is sent to the members who enter it.')
  if (!isMoveAllowed(campaignMachine, campaign, 'send')) throw campaignMachine.refuse(campaign, 'send')
  assertReady(tx, campaign, fetched)
  if (campaign.type === 'rss') startFeed(tx, campaign, fetched)
  else if (campaign.type === 'variate') startTest(tx, campaign, 'send')
  else startSend(tx, campaign, 'send')
}
