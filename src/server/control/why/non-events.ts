import { describeDelivery } from '../words/delivery-view.ts'
import { MINUTE_MS } from '../../../kernel/support/units-of-time.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { lowerFirst } from '../../../kernel/support/words.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { isoDuration, isoMillis, type Millis } from '../../../kernel/support/time.ts'
import type { HistoryEntry } from '../../../kernel/world/history.ts'
import type { JobRow } from '../../../kernel/world/job.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { batches, batchHolds } from '../../../service/model/batches/batch.ts'
import type { DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import { classifyFailure } from '../../../service/rules/deliveries/settle.ts'
import { asServiceOmission, type ServiceOmission } from '../../../service/rules/omissions.ts'
import type { Call } from '../../log/call.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { Chain, ChainSubject } from './chain.ts'
import { readRowField, fieldText } from '../words/entities.ts'
import { cut } from '../words/fields.ts'
import { jobSummary } from '../words/job-kinds.ts'
import type { Links } from '../words/links.ts'
import { type Reason, reasonFor } from './reasons.ts'
import { skippedBy } from './skipped.ts'

type NonEvent = ControlSchemas['NonEvent']

const NON_EVENTS_MAX = 100

/** What did not happen along a chain, or has not happened yet: first what the call did not do, then by the number of the event. */
export function findNonEvents(
  handle: WorldHandle,
  links: Links,
  subject: ChainSubject,
  { entries, deliveries, jobs }: Chain['parts'],
): NonEvent[] {
  const found = [
    ...(subject.kind === 'transactions' && subject.call ? callNonEvents(handle, subject.call, entries) : []),
    ...entries.flatMap((entry) => omissionsIn(handle, links, entry, subject, deliveries)),
    ...deliveries.flatMap((delivery) => undelivered(handle, links, delivery)),
    ...jobs.filter(({ kind }) => !kind.startsWith('deliveries.')).map((job) => pendingJob(handle, links, job)),
    ...entries.flatMap((entry) => heldBatches(handle, entry)),
    ...skippedBy(handle, links, subject),
  ]
  const order = ({ event }: NonEvent): number => event ?? Number.POSITIVE_INFINITY
  return found.toSorted((a, b) => order(a) - order(b) || 0).slice(0, NON_EVENTS_MAX)
}

/** Why a call changed nothing. */
function callNonEvents({ world, log: { secrets } }: WorldHandle, call: Call, entries: readonly HistoryEntry[]): NonEvent[] {
  if (entries.length > 0) return []
  const { id, operation, method, status, error, hint, injected, faults, isAnswered } = call
  const none = { what: 'change', count: 1, event: null } as const
  const remedy = `GET /_control/worlds/${world.id}/requests/${id} shows the answer.`
  const fault = faults.at(-1)
  if (injected) {
    return [
      {
        ...none,
        code: 'faulted',
        summary: fault
          ? `Nothing changed: the fault ${fault.id} (${fault.effect}) answered the call, which never reached the service.`
          : 'Nothing changed: the call was answered by X-Trigger-Error or ended by a reset, and never reached the service.',
        remedy: fault ? `DELETE /_control/worlds/${world.id}/faults/${fault.id}` : 'Call without the header X-Trigger-Error.',
        ...(fault ? { about: { entity: 'fault', id: String(fault.id) } } : {}),
      },
    ]
  }
  if (!isAnswered || status === null) {
    return [{ ...none, code: 'unanswered', summary: 'Nothing changed: the call has not been answered.', remedy }]
  }
  if (status >= 400) {
    const word = error === undefined ? '' : ` (${error})`
    const known = hint === undefined ? '' : ` ${hint}`
    const summary = secrets.hide(`Nothing changed: the call was refused with ${status}${word}.${known}`)
    return [{ ...none, code: 'refused', summary, remedy }]
  }
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') {
    return [
      {
        ...none,
        code: 'only_read',
        summary: `Nothing changed: a ${method} only reads.`,
        remedy: 'Use a method that writes: POST, PUT, PATCH or DELETE.',
      },
    ]
  }
  // The changes of the call may have been evicted.
  if (world.history.evicted > 0) return []
  // A contact who is not waiting would have entered the journey, and that would be a change.
  if (operation === 'triggerJourneyStep') {
    const summary = 'No other email of the journey: the contact waits for one of it already.'
    const wait = 'Let time pass until that email is sent, and trigger the step again.'
    return [{ ...none, what: 'email', code: 'journey_waits', summary, remedy: wait }]
  }
  const summary = 'Nothing changed: everything was already as the call wants it, so there is nothing to report.'
  return [{ ...none, code: 'unchanged', summary, remedy: 'Send a value that differs.' }]
}

/** What the service noted in a transaction, each reason once. */
function omissionsIn(
  handle: WorldHandle,
  links: Links,
  entry: HistoryEntry,
  subject: ChainSubject,
  deliveries: readonly DeliveryRow[],
): NonEvent[] {
  if (subject.kind !== 'transactions' && subject.kind !== 'row') return []
  const contact = subject.kind === 'row' ? readRowField(subject.row, 'contact_id') : undefined
  const noted = entry.omissions.map(asServiceOmission).filter((each) => contact === undefined || each.contact_id === contact)
  // A member may be changed twice in one call: its tags, which no webhook reports, and its profile.
  const reported = new Set(noted.filter((each) => each.code !== 'no_event' && 'event' in each).map((each) => each.contact_id))
  const isSent = deliveries.some(({ seq }) => links.creatorOf(seq) === entry)
  const shown = noted.filter((each) => each.code !== 'no_event' || (!isSent && !reported.has(each.contact_id)))
  return [...grouped(shown, sameReason).values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const count = new Set(all.map(({ contact_id }) => contact_id)).size
    return [{ code: first.code, ...reasonFor(first, handle), count, event: entry.number }]
  })
}

/** The same for all omissions whose reason is the same, whomever they are about. */
function sameReason({ contact_id: _, ...reason }: ServiceOmission): string {
  return JSON.stringify(reason)
}

/** Why a webhook has not been delivered. */
function undelivered(handle: WorldHandle, links: Links, delivery: DeliveryRow): NonEvent[] {
  const reason = findDeliveryReason(handle, delivery)
  if (!reason) return []
  const { code, why, remedy, about } = reason
  const to = `No webhook ${describeDelivery(handle.log.secrets, delivery)}`
  const event = links.creatorOf(delivery.seq)?.number ?? null
  const summary = cut(handle.log.secrets.hide(`${to}: ${why}`))
  return [
    { code, what: 'webhook', summary, remedy, count: 1, event, about: about ?? { entity: 'delivery', id: String(delivery.id) } },
  ]
}

interface DeliveryReason {
  readonly code: NonEvent['code']
  readonly why: string
  readonly remedy: string
  readonly about?: NonNullable<Reason['about']>
}

function findDeliveryReason({ world }: WorldHandle, delivery: DeliveryRow): DeliveryReason | undefined {
  const { id, status, turn, plan, fault_id, reason, attempts } = delivery
  const control = `/_control/worlds/${world.id}`
  const resend = `POST ${control}/deliveries/${id}/resend`
  const fault = { about: { entity: 'delivery_fault', id: String(fault_id) } } as const
  switch (status) {
    case 'delivered':
      return undefined
    case 'recorded':
      if (fault_id > 0) {
        return { code: 'dropped', why: lowerFirst(reason), remedy: `DELETE ${control}/delivery-faults/${fault_id}`, ...fault }
      }
      return {
        code: 'recorded',
        why: 'the world only records webhooks (setting webhooks.mode).',
        remedy: `PATCH ${control}/settings with {"webhooks":{"mode":"deliver"}}`,
      }
    case 'blocked':
      return {
        code: 'blocked',
        why: lowerFirst(reason),
        remedy: `Allow the receiver: maildouble serve --allow-egress <host>. Then ${resend}`,
      }
    case 'failed':
      return { code: peek(world, (tx) => classifyFailure(tx, delivery)), why: failedWords(delivery), remedy: resend }
    case 'retrying':
      return {
        code: 'retrying',
        why: `${lastOutcome(attempts)}; the next attempt is ${dueWords(world, plan?.at)}.`,
        remedy: advance(world, plan?.at),
      }
    case 'pending':
      if (turn === 'now' || turn === 'next') {
        const why = turn === 'now' ? 'it is on its way.' : 'it waits for earlier webhooks to the same receiver.'
        return { code: 'queued', why, remedy: `POST ${control}/clock/advance with {"by":0} waits for the outcome.` }
      }
      return {
        code: 'held_back',
        why: `the delivery fault ${fault_id} holds it back; it is ${dueWords(world, plan?.at)}.`,
        remedy: advance(world, plan?.at),
        ...fault,
      }
  }
}

function failedWords({ reason, attempts }: DeliveryRow): string {
  if (reason !== '') return lowerFirst(reason)
  const count = attempts.length === 1 ? 'its only attempt failed' : `all ${attempts.length} attempts failed`
  return attempts.length === 0 ? 'it was not sent.' : `${count}; ${lastOutcome(attempts)}.`
}

function lastOutcome(attempts: DeliveryRow['attempts']): string {
  const last = attempts.at(-1)
  if (!last) return 'it has not been attempted'
  return last.response
    ? `the last was answered ${last.response.status}`
    : `the last got no answer (${(last.error ?? '').replace(/\.$/, '')})`
}

/** A job that has not run yet. */
function pendingJob(handle: WorldHandle, links: Links, job: JobRow): NonEvent {
  const { world } = handle
  return {
    code: 'not_due',
    what: 'job',
    summary: `${jobSummary(handle, job.kind, job.subject)}: ${dueWords(world, job.due_at)}.`,
    remedy: advance(world, job.due_at),
    count: 1,
    event: links.creatorOf(job.seq)?.number ?? null,
    about: { entity: 'job', id: String(job.id) },
  }
}

type World = WorldHandle['world']

/** When something falls due, and whether time passes until then. */
function dueWords({ clock: { now, mode, rate } }: World, at: Millis = now): string {
  const span = Math.max(at - now, 0)
  const clock =
    mode === 'frozen'
      ? 'and the clock is frozen'
      : mode === 'scaled'
        ? `and the clock runs ${rate} times as fast`
        : 'and the clock runs'
  return `due ${span === 0 ? 'now' : `in ${spanWords(span)}`} (at ${isoMillis(at)}), ${clock}`
}

/** Longer spans have minutes, hours and days as well. */
const SECONDS_MAX = 120

/** A span in words: `0.2 s`, `3 min 29 s`, `14 d 1 h`. */
function spanWords(span: Millis): string {
  if (span < SECONDS_MAX * 1000) return `${span / 1000} s`
  const minutes = Math.floor(span / MINUTE_MS)
  const parts = {
    d: Math.floor(minutes / 1440),
    h: Math.floor(minutes / 60) % 24,
    min: minutes % 60,
    s: (span % MINUTE_MS) / 1000,
  }
  return Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${unit}`)
    .join(' ')
}

function advance({ id, clock: { now } }: World, at: Millis = now): string {
  return `POST /_control/worlds/${id}/clock/advance with {"by":"${isoDuration(Math.max(at - now, 0))}"}`
}

/** The batches of a transaction that faults hold. */
function heldBatches({ world }: WorldHandle, { number: event, changes }: HistoryEntry): NonEvent[] {
  const ids = changes.flatMap(({ table, before, after }) =>
    table === batches && !before && after ? [fieldText(after, 'id')] : [],
  )
  return ids.flatMap((batch_id) => {
    const hold = peek(world, (tx) => tx.first(batchHolds.key, { batch_id }))
    if (!hold || hold.held === null) return []
    return [
      {
        code: 'batch_held',
        what: 'job',
        summary: `The batch ${batch_id} does not go on: the fault ${hold.fault_id} holds it in the phase ${hold.phase}.`,
        remedy: `DELETE /_control/worlds/${world.id}/faults/${hold.fault_id}`,
        count: 1,
        event,
        about: { entity: 'fault', id: String(hold.fault_id) },
      } as const,
    ]
  })
}
