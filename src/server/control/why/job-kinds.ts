import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { batches, batchOrders } from '../../../service/resources/batches/batch.ts'
import { deliveries } from '../../../service/resources/deliveries/delivery.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { peek, type Tx } from '../../../kernel/world/tx.ts'
import { cut } from './fields.ts'

type Subject = ControlSchemas['JobSubject']

/** A kind of job, with its object and a description in words. */
interface JobKind {
  readonly subject: (subject: string) => Subject
  readonly summary: (subject: string, tx: Tx) => string
}

const batch = (id: string): Subject => ({ entity: 'batch', table: 'batches', id })
const accountExport = (id: string): Subject => ({ entity: 'account_export', table: 'account_exports', id })
const delivery = (id: string): Subject => ({ entity: 'delivery', table: 'deliveries', id })
const campaign = (id: string): Subject => ({ entity: 'campaign', table: 'campaigns', id })
const campaignOf = (subject: string): string => subject.slice(0, subject.indexOf('-'))

const kinds: { readonly [kind: string]: JobKind } = {
  'account-exports.begin': { subject: accountExport, summary: (id) => `The account export ${id} begins` },
  'account-exports.write': { subject: accountExport, summary: (id) => `The account export ${id} writes its next files` },
  'automations.send': {
    subject: (id) => ({ entity: 'automation_email', table: 'automation_emails', id }),
    summary: (id) => `The email ${id} of an automation goes out to the members who are due in its queue`,
  },
  'automations.look': {
    subject: (id) => ({ entity: 'automation', table: 'automations', id }),
    summary: (id) => `The automation ${id} looks for members whose date has come`,
  },
  'batches.prepare': { subject: batch, summary: (id) => `The batch ${id} is prepared` },
  'batches.start': { subject: batch, summary: (id) => `The batch ${id} starts` },
  'batches.operate': { subject: batch, summary: nextOperation },
  'batches.finish': { subject: batch, summary: (id) => `The batch ${id} finishes` },
  'campaigns.start': { subject: campaign, summary: (id) => `The campaign ${id}, which is scheduled, starts to be sent` },
  // The subject is the campaign and the number of the part.
  'campaigns.deliver': {
    subject: (id) => campaign(campaignOf(id)),
    summary: (id) => `The next emails of the campaign ${campaignOf(id)} go out`,
  },
  'campaigns.cancel': { subject: campaign, summary: (id) => `The campaign ${id} is cancelled` },
  'campaigns.run': { subject: campaign, summary: (id) => `The RSS campaign ${id} is sent if its feed has new items` },
  'campaigns.pick': { subject: campaign, summary: (id) => `The winner of the test of the campaign ${id} is picked` },
  'deliveries.release': { subject: delivery, summary: (id, tx) => `${deliveryName(tx, id)}, which was held back, is sent` },
  'deliveries.retry': { subject: delivery, summary: (id, tx) => `${deliveryName(tx, id)} is retried` },
  'timeline.run': {
    subject: (id) => ({ entity: 'timeline_step', table: 'timeline', id }),
    summary: (id) => `The timeline of the scenario fires the trigger ${id.slice(id.lastIndexOf('-') + 1)}`,
  },
  // The subject is the campaign, the number of the reaction, and its trigger.
  'timeline.react': {
    subject: (id) => campaign(campaignOf(id)),
    summary: (id) =>
      `A recipient of the campaign ${campaignOf(id)} reacts: the trigger ${id.slice(id.lastIndexOf('-') + 1)} fires`,
  },
}

export const jobKinds: readonly string[] = Object.keys(kinds)

/** The kind and the subject of a job in a cause. */
export function jobIn(job: string): { readonly kind: string; readonly subject: string } {
  const slash = job.indexOf('/')
  return { kind: job.slice(0, slash), subject: job.slice(slash + 1) }
}

/** The object that a job acts on. */
export function subjectOfJob(kind: string, subject: string): Subject {
  return kinds[kind]?.subject(subject) ?? { entity: kind.slice(0, kind.indexOf('.')), table: '', id: subject }
}

/** Describes the work of a job. */
export function jobSummary({ world, log: { secrets } }: WorldHandle, kind: string, subject: string): string {
  return secrets.hide(peek(world, (tx) => kinds[kind]?.summary(subject, tx) ?? `The job ${kind} of ${subject} runs`))
}

/** Maximum number of characters of the path of an operation. */
const PATH_CHARS_MAX = 200

function nextOperation(id: string, tx: Tx): string {
  const { next = 0, operations = 0 } = tx.first(batches.key, { id }) ?? {}
  const operation = tx.first(batchOrders.key, { batch_id: id })?.operations[next]
  const call = operation ? `: ${cut(`${operation.method} ${operation.path}`, PATH_CHARS_MAX)}` : ''
  return `The batch ${id} runs operation ${next + 1} of ${operations}${call}`
}

function deliveryName(tx: Tx, id: string): string {
  const row = tx.first(deliveries.key, { id: Number(id) })
  return row ? `The delivery ${id} (${row.event})` : `The delivery ${id}`
}
