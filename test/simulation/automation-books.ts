import { expect } from 'vitest'
import {
  automationEmails,
  automationPasses,
  automationQueue,
  automations,
  findWorkflowEmails,
  nextDue,
} from '../../src/service/model/automations/automation.ts'
import { automationView } from '../../src/service/resources/automations/view.ts'
import { automationOccasions } from '../../src/service/model/automations/occasion.ts'
import { campaigns, findChildren, findRecipient } from '../../src/service/model/campaigns/campaign.ts'
import { carts } from '../../src/service/model/carts/cart.ts'
import { emails } from '../../src/service/model/emails/email.ts'
import { mailings, idOfSource } from '../../src/service/model/mailings/mailing.ts'
import { members } from '../../src/service/model/members/member.ts'
import { jobs } from '../../src/kernel/world/job.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'

/** Automations, their emails, queues, passes and reports must agree. */
export function expectAutomationsToBalance(tx: Tx): void {
  for (const workflow of tx.range(automations.key).all()) {
    const { id, status, start_time } = workflow
    const own = findWorkflowEmails(tx, workflow)
    expect(
      own.map(({ position }) => position),
      `positions in ${id}`,
    ).toEqual(own.map((_, place) => place + 1))
    const isSending = own.some((each) => each.status === 'sending')
    if (status !== 'archived') expect(status, id).toBe(isSending ? 'sending' : start_time > 0 ? 'paused' : 'save')
    else expect([isSending, tx.range(automationQueue.byWorkflow, { workflow_id: id }).count], id).toEqual([false, 0])
    const sent = findChildren(tx, workflow).reduce((sum, child) => sum + child.emails_sent, 0)
    const view = automationView(tx, workflow)
    expect(view.emails_sent, `emails of ${id}`).toBe(sent)
    expect('report_summary' in view, `report of ${id}`).toBe(sent > 0)
  }
  for (const email of tx.range(automationEmails.key).all()) {
    const next = nextDue(tx, email.id)
    const job = tx.first(jobs.key, { id: email.job })
    if (email.status === 'sending' && next !== undefined) expect(job?.due_at).toBeLessThanOrEqual(Math.max(1000 * next, tx.nowMs))
    else expect(job, `a job of ${email.id}, which sends nothing`).toBeUndefined()
    expect(tx.first(campaigns.key, { id: email.id })?.workflow).toBe(true)
  }
  for (const { email_id, contact_id, workflow_id, list_id } of tx.range(automationQueue.key).all()) {
    const place = `${contact_id} in the queue of ${email_id}`
    expect(tx.first(members.key, { contact_id })?.list_id, place).toBe(list_id)
    expect(findRecipient(tx, { id: email_id }, contact_id), place).toBeUndefined()
    expect(tx.first(automationPasses.key, { workflow_id, contact_id })?.removal, place).toBe(0)
  }
  const written = tx
    .range(emails.key)
    .all()
    .filter(({ kind }) => kind === 'automation')
  for (const { recipient, mailing_id = '' } of written)
    if (recipient?.status !== 'subscribed') expectFirstCartEmail(tx, recipient?.status, mailing_id)
  for (const occasion of tx.range(automationOccasions.key).all()) {
    const { workflow_id, contact_id, email_id, ended, about_id, store_id } = occasion
    const place = `${contact_id} in ${workflow_id} for ${about_id}`
    const type = tx.first(automations.key, { id: workflow_id })?.workflow_type
    expect(tx.first(members.key, { contact_id })?.list_id, place).toBe(occasion.list_id)
    expect(tx.first(automationPasses.key, { workflow_id, contact_id }), place).toBeDefined()
    if (ended) expect(email_id, place).toBe('')
    if (type === 'abandonedCart' && email_id !== '') expect(tx.first(carts.key, { store_id, id: about_id }), place).toBeDefined()
    if (email_id !== '') expect(tx.first(automationEmails.key, { id: email_id })?.workflow_id, place).toBe(workflow_id)
  }
}

/** Only transactional contacts get an email of an automation without a subscription: the first one about a cart. */
function expectFirstCartEmail(tx: Tx, status: string | undefined, mailing_id: string): void {
  const mailing = tx.first(mailings.key, { id: mailing_id })
  const email = mailing && tx.first(automationEmails.key, { id: idOfSource(mailing) })
  const type = email && tx.first(automations.key, { id: email.workflow_id })?.workflow_type
  expect([status, type, email?.position]).toEqual(['transactional', 'abandonedCart', 1])
}
