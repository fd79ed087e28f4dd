import { DAY_S } from '../../../../kernel/support/units-of-time.ts'
import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import { readInstant } from '../../../../kernel/support/time.ts'
import { isMoveAllowed, makeMove } from '../../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import type { Attempt } from '../../../model/deliveries/delivery.ts'
import { emailBody } from '../../../model/emails/email.ts'
import { sendEmail } from '../../emails/send.ts'
import { errors } from '../../../model/errors.ts'
import { readAccount } from '../../../model/root/account.ts'
import { type BatchDelivery, type CampaignRow, campaigns, isIssue, isVersion } from '../../../model/campaigns/campaign.ts'
import { campaignMachine } from '../../../model/campaigns/machine.ts'
import { startFeed } from '../rss/rss.ts'
import { startTest } from '../variate.ts'
import { assertReady, findSendProblems } from './checklist.ts'
import { leadTime } from '../../../model/campaigns/parts.ts'
import { startSend } from './send.ts'

type ScheduleRequest = ServiceSchemas['ScheduleCampaign']

const QUARTER_S = 900

/** Schedules a campaign. Throws 400 or 403 if it is not ready, or if the time or the kind of delivery is not possible. */
export function scheduleCampaign(tx: Tx, campaign: CampaignRow, request: ScheduleRequest): void {
  const { id, type, variate } = campaign
  if (type === 'rss' || (variate?.send_times ?? []).length > 0)
    throw errors.invalidAction(`The campaign ${id} has a schedule of its own: use the action send.`)
  const { timewarp = false } = request
  const batch = readBatch(request.batch_delivery)
  const at = readInstant(request.schedule_time)
  if (at === undefined) throw errors.invalid({ field: 'schedule_time', message: 'Value must be a date with a time (ISO 8601).' })
  checkTime(tx, at, request.schedule_time)
  if (timewarp) checkTimewarp(tx, campaign, at, batch)
  if (batch && type !== 'regular') throw errors.badRequest('Only regular campaigns can be delivered in batches.')
  // The state is checked first, since it decides whether the content matters.
  const scheduled = makeMove(tx, campaignMachine, campaign, 'schedule', { schedule_time: at, timewarp, batch })
  assertReady(tx, campaign)
  const job = tx.scheduleAt('campaigns.start', 1000 * (at - leadTime(scheduled)), id)
  tx.put(campaigns, { ...scheduled, job: job.id })
}

function readBatch(given: ScheduleRequest['batch_delivery']): BatchDelivery | undefined {
  if (given === true) throw errors.invalid({ field: 'batch_delivery', message: 'Value must be an object, or false for none.' })
  return given ? { delay: given.batch_delay, count: given.batch_count } : undefined
}

function checkTime(tx: ReadTx, at: number, given: string): void {
  if (at % QUARTER_S !== 0 || /\.\d*[1-9]/.test(given))
    throw errors.badRequest('Campaigns can only be scheduled on the quarter hour (:00, :15, :30, :45).')
  if (at <= tx.now) throw errors.badRequest('The schedule_time must be in the future.')
}

function checkTimewarp(tx: ReadTx, { type }: CampaignRow, at: number, batch: BatchDelivery | undefined): void {
  if (readAccount(tx).pricing_plan_type === 'forever_free') throw errors.notPermitted('The plan of this account has no timewarp.')
  if (type !== 'regular' && type !== 'ab_split') throw errors.badRequest('Only regular campaigns can be sent with timewarp.')
  if (batch) throw errors.badRequest('A campaign is sent with timewarp or in batches, not both.')
  if (at - tx.now < DAY_S) throw errors.badRequest('A campaign with timewarp must be scheduled at least 24 hours ahead.')
}

/** Cancels the schedule of a campaign. */
export function unscheduleCampaign(tx: Tx, campaign: CampaignRow): void {
  const move = tx.settings.campaigns.unschedule_to === 'save' ? 'unscheduleToDraft' : 'unschedule'
  makeMove(tx, campaignMachine, campaign, move, UNSCHEDULED)
  tx.unschedule(campaign.job)
}

const UNSCHEDULED = { schedule_time: 0, timewarp: false, batch: undefined, job: 0 } as const

/** Starts a scheduled campaign. One that is no longer ready is paused, and the account gets an email about it. */
export function startScheduled(tx: Tx, id: string): void {
  const campaign = tx.first(campaigns.key, { id })
  if (campaign?.status !== 'schedule') return
  const problems = findSendProblems(tx, campaign)
  if (problems.length === 0) {
    if (campaign.type === 'variate') startTest(tx, campaign, 'start')
    else startSend(tx, campaign, 'start')
    return
  }
  makeMove(tx, campaignMachine, campaign, 'giveUp', UNSCHEDULED)
  sendEmail(tx, {
    to: readAccount(tx).email,
    kind: 'campaign_problem',
    subject: `Your campaign ${campaign.title} was not sent`,
    code: '',
    ...emailBody(`The campaign ${campaign.title} was not ready at its time:`, ...problems.map(({ details }) => details)),
  })
}

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
