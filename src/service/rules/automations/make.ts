import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { campaigns, type CampaignSegment } from '../../model/campaigns/campaign.ts'
import { saveHtml } from '../campaigns/content/html.ts'
import { saveContent } from '../campaigns/content/save.ts'
import { makeCampaign, makeSender } from '../campaigns/make.ts'
import { WEEKDAYS } from '../campaigns/rss/options.ts'
import { interests } from '../../model/interests/interest.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { isAddress } from '../members/address.ts'
import { mergeFields } from '../../model/merge-fields/merge-field.ts'
import { segments } from '../../model/segments/segment.ts'
import { stores } from '../../model/stores/store.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import {
  type AutomationEmailRow,
  automationEmails,
  type AutomationRow,
  automations,
  campaignOfAutomation,
  type Delay,
  type Runtime,
} from '../../model/automations/automation.ts'
import { type AutomationPlan, outOfPlace, planMistake } from './plan.ts'
import { automationEmailMachine, automationMachine } from '../../model/automations/machine.ts'
import { readPurchaseRule } from './purchase-rule.ts'
import { pauseEmail, startEmail } from './states.ts'
import { FIRST_ACTIONS, TITLES } from './words.ts'

type EmailPlan = AutomationPlan['emails'][number]

/**
 * Creates an automation with its emails, and starts the emails that the plan starts. Throws 400 if the plan is invalid, if an
 * email that should start is incomplete, or if the store has such a workflow already.
 */
export function makeAutomation(tx: Tx, list: ListRow, plan: AutomationPlan): AutomationRow {
  const { workflow_type, id, web_id, emails, title = TITLES[workflow_type], tag = '', imports = false } = plan
  checkId(tx, id, 'id')
  if (web_id !== undefined && tx.first(campaigns.byWebId, { web_id }))
    throw planMistake('web_id', `must differ from those of campaigns, automations and their emails, but ${web_id} does not`)
  checkAddress(plan.reply_to, 'reply_to')
  const store_id = findPlannedStore(tx, list, plan)
  const rival = findRivalWorkflow(tx, plan)
  if (rival)
    throw errors.badRequest(
      `The store ${store_id} has the automation ${rival.id} of the type ${workflow_type}. Archive it first.`,
    )
  const { from_name, from_email } = makeSender(list)
  const campaign = makeCampaign(tx, list, {
    ...(id === undefined ? {} : { id }),
    ...(web_id === undefined ? {} : { web_id }),
    type: 'automation',
    workflow: true,
    title,
    from_name: plan.from_name ?? from_name,
    from_email: plan.reply_to ?? from_email,
    segment: findSegment(tx, list, plan.segment, 'segment'),
  })
  const workflow = createInState(tx, automationMachine, {
    id: campaign.id,
    list_id: list.id,
    title,
    status: 'save',
    created_at: tx.now,
    start_time: 0,
    workflow_type,
    runtime: planRuntime(plan),
    tag,
    interest_id: findPlannedInterest(tx, list, plan),
    date_field: findPlannedDateField(tx, list, plan),
    campaign_id: checkCampaignId(tx, list, plan),
    store_id,
    ...readPurchaseRule(tx, list, plan),
    imports,
    job: 0,
  })
  const made = emails.map((each, place) => makeEmail(tx, list, workflow, { plan: each, place }))
  for (const [place, { id: email_id }] of made.entries()) {
    const { status = plan.status ?? 'save' } = emails[place] ?? {}
    if (status !== 'save') change(tx, email_id, startEmail)
    if (status === 'paused') change(tx, email_id, pauseEmail)
  }
  return workflow
}

function change(tx: Tx, id: string, by: (tx: Tx, email: AutomationEmailRow) => void): void {
  const email = tx.first(automationEmails.key, { id })
  if (email) by(tx, email)
}

/** Creates an email of an automation as a draft. */
function makeEmail(
  tx: Tx,
  list: ListRow,
  workflow: AutomationRow,
  { plan, place }: { readonly plan: EmailPlan; readonly place: number },
): AutomationEmailRow {
  const { id, subject_line, title = subject_line, preview_text = '', html = '', text } = plan
  const at = `emails.item:${place}`
  checkId(tx, id, `${at}.id`)
  checkAddress(plan.reply_to, `${at}.reply_to`)
  const parent = campaignOfAutomation(tx, workflow)
  const campaign = makeCampaign(tx, list, {
    ...(id === undefined ? {} : { id }),
    type: 'automation',
    workflow: true,
    parent_id: workflow.id,
    title,
    subject_line,
    preview_text,
    from_name: plan.from_name ?? parent.from_name,
    from_email: plan.reply_to ?? parent.from_email,
    segment: findSegment(tx, list, plan.segment, `${at}.segment`),
    options: html === '' ? {} : { content_type: 'html' },
  })
  if (text !== undefined) saveContent(tx, campaign, { plain_text: text, own_text: true })
  if (html !== '') saveHtml(tx, campaign, { html })
  return createInState(tx, automationEmailMachine, {
    id: campaign.id,
    workflow_id: workflow.id,
    list_id: list.id,
    position: place + 1,
    status: 'save',
    delay: planDelay(workflow, plan, place),
    created_at: tx.now,
    start_time: 0,
    last_sent: 0,
    job: 0,
  })
}

function planDelay({ workflow_type }: AutomationRow, { delay }: EmailPlan, place: number): Delay {
  const isFirst = place === 0
  const {
    type = isFirst && delay === undefined ? 'now' : 'day',
    amount = type === 'now' ? 0 : 1,
    direction = 'after',
  } = delay ?? {}
  const { action = isFirst ? FIRST_ACTIONS[workflow_type] : 'previous_campaign_sent' } = delay ?? {}
  if (direction === 'before' && !isFirst)
    throw planMistake(`emails.item:${place}.delay.direction`, 'must be after, except for the first email')
  return type === 'now' ? { amount: 0, type, direction: 'after', action } : { amount, type, direction, action }
}

function planRuntime({ runtime = {} }: AutomationPlan): Runtime {
  const { days = WEEKDAYS, hours = 'send_asap', at = 0, from = 0, until = 24 } = runtime
  if (hours === 'send_between' && from >= until) throw planMistake('runtime.from', 'must be less than until')
  return { days: WEEKDAYS.filter((each) => days.includes(each)), hours, from: hours === 'send_at' ? at : from, until }
}

function checkId(tx: ReadTx, id: string | undefined, field: string): void {
  if (id === undefined || !tx.first(campaigns.key, { id })) return
  throw planMistake(field, `must differ from those of campaigns, automations and their emails, but ${id} does not`)
}

function checkAddress(address: string | undefined, field: string): void {
  if (address === undefined || address === '' || isAddress(address)) return
  throw planMistake(field, `must be an email address, which ${address.slice(0, 100)} is not`)
}

function findSegment(tx: ReadTx, list: ListRow, name: string | undefined, field: string): CampaignSegment | undefined {
  if (name === undefined) return undefined
  const found = tx
    .range(segments.onList, { list_id: list.id })
    .all()
    .find((each) => each.name === name)
  if (!found) throw planMistake(field, `must be the name of a segment of the list, but ${name} is none`)
  return { saved_id: found.id }
}

function findPlannedInterest(tx: ReadTx, { id: list_id }: ListRow, { interest, workflow_type }: AutomationPlan): string {
  if (interest === undefined) return ''
  if (workflow_type !== 'groupAdd' && workflow_type !== 'groupRemove') throw outOfPlace('interest', workflow_type)
  const all = tx.range(interests.key, { list_id }).all()
  const found = all.find(({ id }) => id === interest) ?? all.find(({ name }) => name === interest)
  if (!found) throw planMistake('interest', `must be an interest of the list, but ${interest} is none`)
  return found.id
}

function findPlannedDateField(tx: ReadTx, { id: list_id }: ListRow, { date_field, workflow_type }: AutomationPlan): string {
  const needsField = workflow_type === 'recurringEvent' || workflow_type === 'specialEvent'
  if (date_field === undefined) {
    if (needsField) throw planMistake('date_field', `must be given with the type ${workflow_type}`)
    return ''
  }
  if (!needsField) throw outOfPlace('date_field', workflow_type)
  const field = tx.first(mergeFields.byTag, { list_id, tag: date_field })
  if (field?.type === 'date' || field?.type === 'birthday') return date_field
  throw planMistake('date_field', `must be the tag of a date or a birthday of the list, but ${date_field} is none`)
}

function checkCampaignId(tx: ReadTx, { id: list_id }: ListRow, { campaign_id, workflow_type }: AutomationPlan): string {
  if (campaign_id === undefined) {
    if (workflow_type === 'emailFollowup') throw planMistake('campaign_id', 'must be given with the type emailFollowup')
    return ''
  }
  if (workflow_type !== 'emailFollowup') throw outOfPlace('campaign_id', workflow_type)
  if (tx.first(campaigns.key, { id: campaign_id })?.list_id === list_id) return campaign_id
  throw planMistake('campaign_id', `must be the id of a campaign to the list, but ${campaign_id} is none`)
}

function findPlannedStore(tx: ReadTx, { id: list_id }: ListRow, { store_id }: AutomationPlan): string {
  if (store_id === undefined) return ''
  if (tx.first(stores.key, { id: store_id })?.list_id === list_id) return store_id
  throw planMistake('store_id', `must be the id of a store of the list, but ${store_id} is none`)
}

/** Types of workflows of which a store has at most one that is not archived. */
const ONE_PER_STORE: ReadonlySet<AutomationRow['workflow_type']> = new Set(['abandonedCart', 'abandonedBrowse'])

/** The workflow of a store because of which it can have no other one of the same type. */
export function findRivalWorkflow(
  tx: ReadTx,
  { workflow_type, store_id = '' }: Pick<AutomationPlan, 'workflow_type' | 'store_id'>,
) {
  if (store_id === '' || !ONE_PER_STORE.has(workflow_type)) return undefined
  const all = tx.range(automations.byStore, { store_id, workflow_type }).all()
  return all.find(({ status }) => status !== 'archived')
}
