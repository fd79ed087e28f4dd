import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { automationEmails, automations } from '../../../service/model/automations/automation.ts'
import { batches, batchOrders } from '../../../service/model/batches/batch.ts'
import { campaigns } from '../../../service/model/campaigns/campaign.ts'
import { deliveries } from '../../../service/model/deliveries/delivery.ts'
import { reactions, type StepRow, timeline } from '../../../service/model/triggers/engagement.ts'
import { journeys } from '../../../service/model/journeys/journey.ts'
import { stores } from '../../../service/model/stores/store.ts'
import { members } from '../../../service/model/members/member.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { peek, type ReadTx } from '../../../kernel/world/tx.ts'
import { cut } from './fields.ts'

type JobSubject = ControlSchemas['JobSubject']

/** A kind of job, with its object and a description in words. */
interface JobKind {
  readonly subject: (subject: string) => JobSubject
  readonly summary: (subject: string, tx: ReadTx) => string
}

const batch = (id: string): JobSubject => ({ entity: 'batch', table: 'batches', id })
const accountExport = (id: string): JobSubject => ({ entity: 'account_export', table: 'account_exports', id })
const delivery = (id: string): JobSubject => ({ entity: 'delivery', table: 'deliveries', id })
const campaign = (id: string): JobSubject => ({ entity: 'campaign', table: 'campaigns', id })

const kinds: { readonly [kind: string]: JobKind } = {
  'account-exports.begin': { subject: accountExport, summary: (id) => `The account export ${id} begins` },
  'account-exports.write': { subject: accountExport, summary: (id) => `The account export ${id} writes its next files` },
  'automations.send': {
    subject: (id) => ({ entity: 'automation_email', table: 'automation_emails', id }),
    summary: (id, tx) => `${automationEmailName(tx, id)} goes out to the members who are due in its queue`,
  },
  'automations.look': {
    subject: (id) => ({ entity: 'automation', table: 'automations', id }),
    summary: (id, tx) => `The automation ${automationName(tx, id)} looks for members whose date has come`,
  },
  'batches.prepare': { subject: batch, summary: (id) => `The batch ${id} is prepared` },
  'batches.start': { subject: batch, summary: (id) => `The batch ${id} starts` },
  'batches.operate': { subject: batch, summary: nextOperation },
  'batches.finish': { subject: batch, summary: (id) => `The batch ${id} finishes` },
  'campaigns.start': {
    subject: campaign,
    summary: (id, tx) => `The campaign ${campaignName(tx, id)}, which is scheduled, starts to be sent`,
  },
  // The subject is the campaign and the number of the part.
  'campaigns.deliver': {
    subject: (id) => campaign(readCampaignId(id)),
    summary: (id, tx) => `The next emails of the campaign ${campaignName(tx, readCampaignId(id))} go out`,
  },
  'campaigns.cancel': { subject: campaign, summary: (id, tx) => `The campaign ${campaignName(tx, id)} is cancelled` },
  'campaigns.run': {
    subject: campaign,
    summary: (id, tx) => `The RSS campaign ${campaignName(tx, id)} is sent if its feed has new items`,
  },
  'campaigns.pick': {
    subject: campaign,
    summary: (id, tx) => `The winner of the test of the campaign ${campaignName(tx, id)} is picked`,
  },
  'deliveries.release': { subject: delivery, summary: (id, tx) => `${deliveryName(tx, id)}, which was held back, is sent` },
  'deliveries.retry': { subject: delivery, summary: (id, tx) => `${deliveryName(tx, id)} is retried` },
  // The subject is the journey and the member.
  'journeys.send': {
    subject: (id) => ({ entity: 'journey', table: 'journeys', id: readCampaignId(id) }),
    summary: (id, tx) => {
      const journey = readCampaignId(id)
      const who = tx.first(members.key, { contact_id: id.slice(journey.length + 1) })?.email_address
      const name = tx.first(journeys.key, { id: Number(journey) })?.name || journey
      return `The next email of the journey ${name} goes out to ${who || 'a member'}`
    },
  },
  'timeline.run': {
    subject: (id) => ({ entity: 'timeline_step', table: 'timeline', id }),
    summary: (id, tx) => `The scenario ${stepInWords(triggerIn(id), tx.first(timeline.key, { id }))}`,
  },
  // The subject is the campaign, the number of the reaction, and its trigger.
  'timeline.react': {
    subject: (id) => campaign(readCampaignId(id)),
    summary: (id, tx) => {
      const [, plan = 0, number = 0] = id.split('-').map(Number)
      const { contact_id } = tx.first(reactions.key, { plan, number }) ?? {}
      const who = contact_id && tx.first(members.key, { contact_id })?.email_address
      return reactionInWords(who || 'A recipient', triggerIn(id), campaignName(tx, readCampaignId(id)))
    },
  },
  'timeline.visit': {
    subject: (id) => ({ entity: 'store', table: 'stores', id }),
    summary: (id, tx) => `A visitor comes to the store ${tx.first(stores.key, { id })?.name || id}`,
  },
}

export const jobKinds: readonly string[] = Object.keys(kinds)

/** The kind and the subject of a job in a cause. */
export function jobIn(job: string): { readonly kind: string; readonly subject: string } {
  const slash = job.indexOf('/')
  return { kind: job.slice(0, slash), subject: job.slice(slash + 1) }
}

/** The object that a job acts on. */
export function subjectOfJob(kind: string, subject: string): JobSubject {
  return kinds[kind]?.subject(subject) ?? { entity: kind.slice(0, kind.indexOf('.')), table: '', id: subject }
}

/** Describes the work of a job. */
export function jobSummary({ world, log: { secrets } }: WorldHandle, kind: string, subject: string): string {
  return secrets.hide(peek(world, (tx) => kinds[kind]?.summary(subject, tx) ?? `The job ${kind} of ${subject} runs`))
}

/** Maximum number of characters of the path of an operation. */
const PATH_CHARS_MAX = 200

function nextOperation(id: string, tx: ReadTx): string {
  const { next = 0, operations = 0 } = tx.first(batches.key, { id }) ?? {}
  const operation = tx.first(batchOrders.key, { batch_id: id })?.operations[next]
  const call = operation ? `: ${cut(`${operation.method} ${operation.path}`, PATH_CHARS_MAX)}` : ''
  return `The batch ${id} runs operation ${next + 1} of ${operations}${call}`
}

/** Members of a trigger that name its object, the best first. */
const NAMING = ['email_address', 'title', 'subject_line', 'domain', 'campaign_id', 'list_id'] as const

/** What a step of a timeline does. A step that was refused says why. */
function stepInWords(trigger: string, step: StepRow | undefined): string {
  const refused = step?.refused ? `; refused: ${cut(step.refused, PATH_CHARS_MAX)}` : ''
  const [name] = NAMING.flatMap((field) => {
    const value: unknown = step && Reflect.get(step.body, field)
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  if (trigger === 'campaign.send') return `sends the campaign${name === undefined ? '' : ` ${name}`}${refused}`
  return `fires the trigger ${trigger}${name === undefined ? '' : ` for ${name}`}${refused}`
}

/** What a recipient does by a trigger. */
const REACTIONS: { readonly [trigger: string]: string } = {
  'campaign.open': 'opens',
  'campaign.click': 'clicks in',
  'conversation.reply': 'replies to',
  'member.bounce': 'bounces on',
  'member.complain': 'complains about',
  'member.unsubscribe': 'unsubscribes after',
}

/** The id of the campaign in the subject of a job. */
export function readCampaignId(subject: string): string {
  return subject.slice(0, subject.indexOf('-'))
}

/** The trigger in the subject of a job. */
export function triggerIn(subject: string): string {
  return subject.slice(subject.lastIndexOf('-') + 1)
}

/** Describes how a recipient reacts to a campaign, in the words of a sentence: `ada@acme.test opens Weekly 12`. */
export function reactionInWords(who: string, trigger: string, name: string): string {
  return `${who} ${REACTIONS[trigger] ?? `fires ${trigger} after`} ${name}`
}

/** The name of a campaign: its title, its subject or its id. */
export function campaignName(tx: ReadTx, id: string): string {
  const { title, subject_line } = tx.first(campaigns.key, { id }) ?? {}
  return title || subject_line || id
}

function automationName(tx: ReadTx, id: string): string {
  return tx.first(automations.key, { id })?.title || id
}

/** The name of an email of an automation. */
export function automationEmailName(tx: ReadTx, id: string): string {
  const email = tx.first(automationEmails.key, { id })
  return email
    ? `The email ${email.position} of the automation ${automationName(tx, email.workflow_id)}`
    : `The email ${id} of an automation`
}

function deliveryName(tx: ReadTx, id: string): string {
  const row = tx.first(deliveries.key, { id: Number(id) })
  return row ? `The delivery ${id} (${row.event})` : `The delivery ${id}`
}
