import { pick } from '../../../kernel/support/pick.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { campaigns } from '../../model/campaigns/campaign.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { lists } from '../../model/lists/list.ts'
import { checkAddress } from '../../rules/members/address.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import { type Call, type Operations, slicePage, isWithin } from '../../rules/requests/operation.ts'
import { stores } from '../../model/stores/store.ts'
import {
  automationEmails,
  automationOrThrow,
  type AutomationRow,
  automations,
  campaignOfAutomation,
  changeableAutomation,
  type Delay,
  emailOrThrow,
  findWorkflowEmails,
} from '../../model/automations/automation.ts'
import { makeAutomation } from '../../rules/automations/make.ts'
import { queueOperations } from './queue-operations.ts'
import { archive, removeAutomationEmail, pauseAll, pauseEmail, startAll, startEmail } from '../../rules/automations/states.ts'
import { automationEmailView, automationView } from './view.ts'

type WorkflowQuery = Call<'getAutomations'>['query']

export const automationOperations = {
  ...queueOperations,

  getAutomations: listRows({
    schema: 'AutomationCollection',
    rows: (tx, _path, query) =>
      tx
        .range(automations.byCreation)
        .all()
        .filter((workflow) => matchesWorkflowQuery(workflow, query)),
    view: automationView,
    answer: (page) => ({ automations: page }),
  }),

  createAutomation({ tx, body: { recipients, trigger_settings, settings = {} } }) {
    const { workflow_type } = trigger_settings
    if (workflow_type !== 'abandonedCart') {
      const message = 'Value must be abandonedCart: other workflows are made in the web application.'
      throw errors.invalid({ field: 'trigger_settings.workflow_type', message })
    }
    const { list_id, store_id } = recipients
    const list = tx.first(lists.key, { id: list_id })
    if (!list) throw errors.invalid({ field: 'recipients.list_id', message: `There is no list ${list_id.slice(0, 64)}.` })
    if (tx.first(stores.key, { id: store_id })?.list_id !== list_id)
      throw errors.badRequest(`The list ${list_id} has no store ${store_id.slice(0, 64)}.`)
    if (settings.reply_to) checkAddress(tx, settings.reply_to)
    const sender = pick(settings, ['from_name', 'reply_to'])
    return automationView(tx, makeAutomation(tx, list, { workflow_type, store_id, ...sender, emails: [CART_EMAIL] }))
  },

  getAutomation: ({ tx, path }) => automationView(tx, automationOrThrow(tx, path.workflow_id)),

  startAutomationEmails: ({ tx, path }) => startAll(tx, changeableAutomation(tx, path.workflow_id)),

  pauseAutomationEmails: ({ tx, path }) => pauseAll(tx, changeableAutomation(tx, path.workflow_id)),

  archiveAutomation: ({ tx, path }) => archive(tx, changeableAutomation(tx, path.workflow_id)),

  getAutomationEmails({ tx, path, query }) {
    const workflow = automationOrThrow(tx, path.workflow_id)
    const { count = Infinity, offset } = query
    const all = findWorkflowEmails(tx, workflow)
    return {
      emails: slicePage(all, { count, offset }).map((email) => automationEmailView(tx, workflow, email)),
      total_items: all.length,
      _links: renderLinks(tx, 'AutomationEmailCollection', { workflow_id: workflow.id }),
    }
  },

  getAutomationEmail({ tx, path }) {
    const workflow = automationOrThrow(tx, path.workflow_id)
    return automationEmailView(tx, workflow, emailOrThrow(tx, workflow, path.workflow_email_id))
  },

  updateAutomationEmail({ tx, path, body: { settings = {}, delay } }) {
    const { workflow, email } = changeableEmail(tx, path)
    if (email.status === 'sending')
      throw errors.badRequest(`The email ${email.id} is being sent, so nothing can change. Pause it first.`)
    if (delay && !DELAYABLE.has(workflow.workflow_type))
      throw errors.badRequest(`The delay of emails of automations of the type ${workflow.workflow_type} cannot change.`)
    const { reply_to } = settings
    if (reply_to) checkAddress(tx, reply_to)
    const campaign = campaignOfAutomation(tx, email)
    const changes = pick(settings, ['subject_line', 'preview_text', 'title', 'from_name'])
    tx.put(campaigns, { ...campaign, ...changes, ...(reply_to === undefined ? {} : { from_email: reply_to }) })
    const after = delay ? tx.put(automationEmails, { ...email, delay: readDelay(delay) }) : email
    return automationEmailView(tx, workflow, after)
  },

  deleteAutomationEmail({ tx, path }) {
    const { workflow, email } = changeableEmail(tx, path)
    removeAutomationEmail(tx, workflow, email)
  },

  startAutomationEmail({ tx, path }) {
    startEmail(tx, changeableEmail(tx, path).email)
  },

  pauseAutomationEmail({ tx, path }) {
    pauseEmail(tx, changeableEmail(tx, path).email)
  },
} satisfies Partial<Operations>

function changeableEmail(tx: ReadTx, path: { readonly workflow_id: string; readonly workflow_email_id: string }) {
  const known = automationOrThrow(tx, path.workflow_id)
  const email = emailOrThrow(tx, known, path.workflow_email_id)
  return { workflow: changeableAutomation(tx, known.id), email }
}

function matchesWorkflowQuery(workflow: AutomationRow, query: WorkflowQuery): boolean {
  const { created_at, start_time, status } = workflow
  if (status === 'archived' || (query.status !== undefined && status !== query.status)) return false
  if (!isWithin(created_at, query.since_create_time, query.before_create_time)) return false
  const hasBounds = query.since_start_time !== undefined || query.before_start_time !== undefined
  return !hasBounds || (start_time > 0 && isWithin(start_time, query.since_start_time, query.before_start_time))
}

/** Types of workflows whose emails can get another delay. */
const DELAYABLE: ReadonlySet<AutomationRow['workflow_type']> = new Set([
  'abandonedBrowse',
  'abandonedCart',
  'emailFollowup',
  'singleWelcome',
])

type DelayRequest = NonNullable<Call<'updateAutomationEmail'>['body']['delay']>

function readDelay({ amount = 0, type = 'now', direction = 'after', action }: DelayRequest): Delay {
  return { amount: type === 'now' ? 0 : amount, type, direction, action }
}

/** The email of a new workflow about abandoned carts. */
const CART_EMAIL = {
  subject_line: 'You left something behind',
  title: 'You left something behind',
  html: '<p>You left something behind:</p>\n<p>*|CART:LINES|*</p>\n<p>Total: *|CART:TOTAL|*</p>\n<p><a href="*|CART:URL|*">Back to your cart</a></p>',
  delay: { amount: 1, type: 'hour', action: 'ecomm_abandoned_cart' },
} as const
