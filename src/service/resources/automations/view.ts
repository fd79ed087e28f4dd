import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { type CampaignRow, isSent } from '../../model/campaigns/campaign.ts'
import { recipientsView, settingsView, summarizeReport } from '../../rules/campaigns/view.ts'
import { shortArchiveUrl } from '../../model/campaigns/content.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { lists } from '../../model/lists/list.ts'
import { members } from '../../model/members/member.ts'
import { calculateFigures } from '../../rules/reports/report.ts'
import {
  type AutomationEmailRow,
  type AutomationRow,
  campaignOfAutomation,
  findWorkflowEmails,
  type PassRow,
  type QueueRow,
} from '../../model/automations/automation.ts'
import { delayView, TITLES } from '../../rules/automations/words.ts'

export function automationView(tx: Tx, workflow: AutomationRow): ServiceSchemas['Automation'] {
  const campaign = campaignOfAutomation(tx, workflow)
  const { options, from_name, from_email } = campaign
  return {
    id: workflow.id,
    create_time: timestamp(workflow.created_at),
    start_time: timestamp(workflow.start_time),
    status: workflow.status,
    emails_sent: campaign.emails_sent,
    recipients: audienceView(tx, workflow, campaign),
    settings: {
      title: campaign.title,
      from_name,
      reply_to: from_email,
      use_conversation: options.use_conversation,
      to_name: options.to_name,
      authenticate: options.authenticate,
      auto_footer: options.auto_footer,
      inline_css: options.inline_css,
    },
    tracking: campaign.tracking,
    trigger_settings: triggerView(tx, workflow),
    ...reportSummary(tx, campaign),
    _links: renderLinks(tx, 'Automation', { workflow_id: workflow.id }),
  }
}

function audienceView(tx: Tx, { store_id }: AutomationRow, campaign: CampaignRow): ServiceSchemas['AutomationRecipients'] {
  const { list_id, list_is_active, list_name, segment_opts } = recipientsView(tx, campaign)
  return {
    list_id,
    list_is_active,
    list_name,
    ...(segment_opts ? { segment_opts } : {}),
    ...(store_id === '' ? {} : { store_id }),
  }
}

function triggerView(tx: ReadTx, workflow: AutomationRow): ServiceSchemas['AutomationTriggerSettings'] {
  const { workflow_type, runtime } = workflow
  return {
    workflow_type,
    workflow_title: TITLES[workflow_type],
    runtime: { days: [...runtime.days], hours: { type: runtime.hours } },
    workflow_emails_count: findWorkflowEmails(tx, workflow).length,
  }
}

/** Renders the trigger for an email. Workflows that start by a tag name their type only in their own records. */
function emailTriggerView(tx: ReadTx, workflow: AutomationRow): ServiceSchemas['AutomationEmail']['trigger_settings'] {
  const trigger = triggerView(tx, workflow)
  return trigger.workflow_type === 'tagAdd' ? { ...trigger, workflow_type: '' } : trigger
}

function reportSummary(
  tx: ReadTx,
  campaign: CampaignRow,
): { readonly report_summary?: ServiceSchemas['AutomationReportSummary'] } {
  if (!isSent(campaign)) return {}
  const report_summary = summarizeReport(campaign, calculateFigures(tx, campaign).all)
  return { report_summary }
}

export function automationEmailView(
  tx: Tx,
  workflow: AutomationRow,
  email: AutomationEmailRow,
): ServiceSchemas['AutomationEmail'] {
  const campaign = campaignOfAutomation(tx, email)
  const { options, social_card } = campaign
  const { use_conversation: _talk, to_name: _name, folder_id: _folder, timewarp: _warp, ...settings } = settingsView(campaign)
  return {
    id: email.id,
    web_id: campaign.web_id,
    workflow_id: workflow.id,
    position: email.position,
    delay: delayView(email.delay),
    create_time: timestamp(email.created_at),
    start_time: timestamp(email.start_time),
    archive_url: shortArchiveUrl(tx, campaign),
    status: email.status,
    emails_sent: campaign.emails_sent,
    send_time: timestamp(email.last_sent),
    content_type: options.content_type,
    needs_block_refresh: false,
    recipients: recipientsView(tx, campaign),
    settings,
    tracking: campaign.tracking,
    ...(social_card ? { social_card } : {}),
    trigger_settings: emailTriggerView(tx, workflow),
    ...reportSummary(tx, campaign),
    _links: renderLinks(tx, 'AutomationEmail', { workflow_id: workflow.id, workflow_email_id: email.id }),
  }
}

export function queueItemView(
  tx: ReadTx,
  { email_id, workflow_id, list_id, contact_id, next_send }: Omit<QueueRow, 'seq'>,
): ServiceSchemas['AutomationQueueItem'] {
  const member = tx.first(members.key, { contact_id })
  const id = member?.hash ?? ''
  const path = { workflow_id, workflow_email_id: email_id, subscriber_hash: id }
  return {
    id,
    workflow_id,
    email_id,
    list_id,
    email_address: member?.email_address ?? '',
    next_send: timestamp(Math.floor(next_send)),
    _links: renderLinks(tx, 'AutomationQueueItem', path),
  }
}

/** Renders an item of a queue by itself, which also says whether the list exists. */
export function singleQueueItemView(tx: ReadTx, row: Omit<QueueRow, 'seq'>): ServiceSchemas['AutomationQueueItem'] {
  const { id, workflow_id, email_id, list_id, ...others } = queueItemView(tx, row)
  const list_is_active = tx.first(lists.key, { id: list_id }) !== undefined
  return { id, workflow_id, email_id, list_id, list_is_active, ...others }
}

export function removedView(tx: ReadTx, { workflow_id, contact_id, list_id }: PassRow): ServiceSchemas['RemovedSubscriber'] {
  const member = tx.first(members.key, { contact_id })
  const id = member?.hash ?? ''
  return {
    id,
    workflow_id,
    list_id,
    email_address: member?.email_address ?? '',
    _links: renderLinks(tx, 'RemovedSubscriber', { workflow_id, subscriber_hash: id }),
  }
}
