import { makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { removeCampaign } from '../campaigns/delete.ts'
import { campaignMachine } from '../../model/campaigns/machine.ts'
import { readCampaignContent } from '../../model/campaigns/content.ts'
import { isSent } from '../../model/campaigns/campaign.ts'
import { errors } from '../../model/errors.ts'
import { lists } from '../../model/lists/list.ts'
import {
  automationEmails,
  type AutomationEmailRow,
  type AutomationRow,
  automations,
  campaignOfAutomation,
  findWorkflowEmails,
} from '../../model/automations/automation.ts'
import { endReports, planLook } from './flow.ts'
import { automationEmailMachine, automationMachine } from '../../model/automations/machine.ts'
import { removeQueue, planNext } from './queue.ts'

/** Starts an email. Throws 400 if it is incomplete. One that is being sent stays as it is. */
export function startEmail(tx: Tx, email: AutomationEmailRow): void {
  if (email.status === 'sending') return
  assertComplete(tx, email)
  makeMove(tx, automationEmailMachine, email, 'start')
  const workflow = tx.first(automations.key, { id: email.workflow_id })
  if (workflow && workflow.status !== 'sending') {
    const isFirst = workflow.start_time === 0
    makeMove(tx, automationMachine, workflow, 'start')
    if (isFirst) planLook(tx, workflow.id)
  }
  planNext(tx, email.id)
}

/** Pauses an email, which then holds its queue. One that is not being sent stays as it is. */
export function pauseEmail(tx: Tx, email: AutomationEmailRow): void {
  if (email.status !== 'sending') return
  makeMove(tx, automationEmailMachine, email, 'pause')
  planNext(tx, email.id)
  const workflow = tx.first(automations.key, { id: email.workflow_id })
  if (workflow?.status !== 'sending' || findWorkflowEmails(tx, workflow).some(({ status }) => status === 'sending')) return
  makeMove(tx, automationMachine, workflow, 'pause')
}

/** Rejects an email that is not ready, and names the reasons. */
function assertComplete(tx: ReadTx, email: AutomationEmailRow): void {
  const { list_id, subject_line, from_name, from_email } = campaignOfAutomation(tx, email)
  const { html, plain_text } = readCampaignContent(tx, email)
  const missing = [
    ...(tx.first(lists.key, { id: list_id }) ? [] : ['its list, which was deleted']),
    ...(subject_line.trim() === '' ? ['a subject'] : []),
    ...(from_name.trim() === '' ? ['a from name'] : []),
    ...(from_email === '' ? ['a reply-to address'] : []),
    ...(html === '' && plain_text === '' ? ['content'] : []),
  ]
  if (missing.length > 0) throw errors.badRequest(`The email ${email.id} cannot start. It lacks ${missing.join(', ')}.`)
}

/** Starts all emails of an automation, or none. */
export function startAll(tx: Tx, workflow: AutomationRow): void {
  const emails = findWorkflowEmails(tx, workflow)
  if (emails.length === 0) throw errors.badRequest(`The automation ${workflow.id} has no email to start.`)
  for (const { id } of emails) {
    const email = tx.first(automationEmails.key, { id })
    if (email) startEmail(tx, email)
  }
}

/** Pauses all emails of an automation. Throws 400 if it was never started. */
export function pauseAll(tx: Tx, workflow: AutomationRow): void {
  if (workflow.start_time === 0) throw automationMachine.refuse(workflow, 'pause')
  for (const email of findWorkflowEmails(tx, workflow)) pauseEmail(tx, email)
}

/** Archives an automation: its emails stop for good, and its queues are emptied. */
export function archive(tx: Tx, workflow: AutomationRow): void {
  makeMove(tx, automationMachine, workflow, 'archive')
  tx.unschedule(workflow.job)
  for (const email of findWorkflowEmails(tx, workflow)) {
    if (email.status === 'sending') makeMove(tx, automationEmailMachine, email, 'pause')
    removeQueue(tx, email)
  }
  endReports(tx, workflow)
}

/** Types of workflows whose emails cannot be deleted. */
const UNDELETABLE: ReadonlySet<AutomationRow['workflow_type']> = new Set(['abandonedCart', 'abandonedBrowse'])

/** Deletes an email with its queue. Later ones move up. Its report stays, if it has gone out. */
export function removeAutomationEmail(tx: Tx, workflow: AutomationRow, email: AutomationEmailRow): void {
  if (UNDELETABLE.has(workflow.workflow_type))
    throw errors.badRequest(`Emails of automations of the type ${workflow.workflow_type} cannot be deleted.`)
  if (email.status === 'sending') throw errors.badRequest(`The email ${email.id} is being sent. Pause it first.`)
  removeQueue(tx, email)
  const last = tx.first(automationEmails.key, { id: email.id })
  if (last) tx.remove(automationEmails, last)
  for (const each of findWorkflowEmails(tx, workflow)) {
    if (each.position > email.position) tx.put(automationEmails, { ...each, position: each.position - 1 })
  }
  const campaign = campaignOfAutomation(tx, email)
  if (!isSent(campaign)) removeCampaign(tx, campaign)
  else if (campaign.status === 'sending') makeMove(tx, campaignMachine, campaign, 'finish')
}
