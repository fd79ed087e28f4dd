import { describeDelivery } from '../words/delivery-view.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Change, HistoryEntry } from '../../../kernel/world/history.ts'
import type { JobRow } from '../../../kernel/world/job.ts'
import type { DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import type { EmailRow } from '../../../service/model/emails/email.ts'
import type { Call } from '../../log/call.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { deliveryEntry, Makers, type Links } from '../words/links.ts'
import { type CauseDescriber, causeDescriber } from '../words/cause.ts'
import { entityOfTable, readRowField, shownId, rowId } from '../words/entities.ts'
import { cut, differences } from '../words/fields.ts'
import { jobIn, jobSummary } from '../words/job-kinds.ts'
import { describeThing } from '../words/describe-thing.ts'

/** A step of a chain before it has a place: its instant in milliseconds, and its address below the world's. */
export type WhyStep = Omit<ControlSchemas['ChainStep'], 'at' | 'depth' | 'subject' | 'url'> & {
  readonly at: number
  readonly path: string
}

/** Maximum number of changed fields in a summary. */
const FIELDS_MAX = 8

const NO_ANSWER = 'no answer'

/** Makes the steps of chains in a world. */
export class Steps {
  readonly #handle: WorldHandle
  readonly #links: Links
  readonly #describe: CauseDescriber
  readonly #makers: Makers

  constructor(handle: WorldHandle, links: Links) {
    this.#handle = handle
    this.#links = links
    this.#describe = causeDescriber(handle)
    this.#makers = new Makers(handle.log.journal.all())
  }

  /** The call, operation, job or trigger that made a transaction. Returns `undefined` if it has no name. */
  actor(entry: HistoryEntry): WhyStep | undefined {
    const { number: event, at, cause } = entry
    if (!cause) return undefined
    const shared = {
      event,
      at,
      summary: this.#describe(entry),
      path: `why?entity=change&id=${event}`,
      ...inTimeline(this.#makers.entryOf(entry)),
    }
    if ('trigger' in cause) return { kind: 'trigger', id: cause.trigger, ...shared }
    if ('request' in cause) {
      const call = this.#makers.calls.get(cause.request)
      return call ? this.call(call, event) : { ...shared, kind: 'request', id: cause.request, path: requestPath(cause.request) }
    }
    const operation = this.#makers.operations.get(event)
    if (operation) return this.call(operation, event)
    const { kind, subject } = jobIn(cause.job)
    // A batch has gone on to its next operation since.
    const summary = kind === 'batches.operate' ? shared.summary : jobSummary(this.#handle, kind, subject)
    return { ...shared, kind: 'job', id: cause.job, summary, status: 'ran' }
  }

  /** What a delivery names as its cause. */
  causeOf({ cause, created_at: at }: DeliveryRow): WhyStep | undefined {
    if (!cause) return undefined
    if ('trigger' in cause)
      return { kind: 'trigger', id: cause.trigger, event: null, at, summary: `the trigger ${cause.trigger}`, path: 'changes' }
    if ('job' in cause)
      return { kind: 'job', id: cause.job, event: null, at, summary: `the job ${cause.job}`, path: 'changes?cause=job' }
    const { request: id } = cause
    const call = this.#makers.calls.get(id)
    const summary = 'a request that the journal does not hold (any more)'
    return call ? this.call(call, null) : { kind: 'request', id, event: null, at, summary, path: requestPath(id) }
  }

  call({ id, via, at, method, path, status }: Call, event: number | null): WhyStep {
    return {
      kind: via === 'batch' ? 'operation' : 'request',
      id,
      event,
      at,
      summary: cut(`${method} ${path}`),
      status: status === null ? NO_ANSWER : String(status),
      entry: `request:${id}`,
      path: requestPath(id),
    }
  }

  /** A changed thing. Returns `undefined` for a row that is none. */
  change({ number: event, at }: HistoryEntry, change: Change): WhyStep | undefined {
    const { table, before, after } = change
    const row = after ?? before
    const entity = entityOfTable(table)
    if (!row || !entity) return undefined
    const list_id = readRowField(row, 'list_id')
    const inList = typeof list_id === 'string' && list_id !== '' ? { list_id } : {}
    const store_id = readRowField(row, 'store_id')
    const inStore = typeof store_id === 'string' && store_id !== '' ? { store_id } : {}
    const id = shownId(this.#handle.log.secrets, entity, row)
    const query = new URLSearchParams({ entity: entity.word, id, ...inList, ...inStore })
    const kind = entity.word === 'batch' && !before ? 'batch' : 'change'
    return {
      kind,
      id: entity.secret ? id : rowId(table, row),
      event,
      at,
      summary: this.#changeInWords(change),
      entity: entity.word,
      table: table.name,
      ...inList,
      path: `why?${query}`,
    }
  }

  #changeInWords({ table, before, after }: Change): string {
    const entity = entityOfTable(table)
    const row = after ?? before
    if (!entity || !row) return table.name
    const name = describeThing(this.#handle, entity, { table, row })
    if (!before || !after) return `${name} was ${after ? 'created' : 'deleted'}`
    const fields = differences(this.#handle.log.secrets, table, before, after).map(({ field }) => field)
    const more = fields.length > FIELDS_MAX ? ` and ${fields.length - FIELDS_MAX} more` : ''
    return `${name}: ${fields.slice(0, FIELDS_MAX).join(', ')}${more} changed`
  }

  delivery(delivery: DeliveryRow): WhyStep {
    const { id, seq, created_at: at, status } = delivery
    const summary = cut(describeDelivery(this.#handle.log.secrets, delivery))
    const place = inTimeline(entryOfAttempt(delivery, 0))
    return {
      kind: 'delivery',
      id: String(id),
      event: this.#eventOf(seq),
      at,
      summary,
      status,
      ...place,
      path: `deliveries/${id}`,
    }
  }

  attempts(delivery: DeliveryRow): readonly WhyStep[] {
    const { id, attempts } = delivery
    return attempts.map(({ at, response, error = NO_ANSWER, resent }, index) => ({
      kind: 'attempt',
      id: `${id}/${index + 1}`,
      event: null,
      at,
      summary: `attempt ${index + 1}${resent ? ', sent again' : ''}: ${response ? `answered ${response.status}` : cut(this.#handle.log.secrets.hide(error))}`,
      status: response ? String(response.status) : NO_ANSWER,
      ...inTimeline(entryOfAttempt(delivery, index)),
      path: `deliveries/${id}`,
    }))
  }

  email({ id, seq, at, kind, to }: EmailRow): WhyStep {
    return {
      kind: 'email',
      id: String(id),
      event: this.#eventOf(seq),
      at: at * 1000,
      summary: cut(`${kind} to ${to}`),
      entry: `email:${id}`,
      path: `emails/${id}`,
    }
  }

  /** A pending job. */
  job({ id, kind, due_at: at, subject }: JobRow): WhyStep {
    const summary = jobSummary(this.#handle, kind, subject)
    return { kind: 'job', id: String(id), event: null, at, summary, status: 'pending', path: `jobs/${id}` }
  }

  #eventOf(seq: number): number | null {
    return this.#links.creatorOf(seq)?.number ?? null
  }
}

function requestPath(id: string): string {
  return `requests/${encodeURIComponent(id)}`
}

/** The id of the entry of an attempt. The validation of a webhook has none. */
function entryOfAttempt({ id, event }: DeliveryRow, index: number): string | undefined {
  return event === 'validation' ? undefined : deliveryEntry(id, index)
}

function inTimeline(entry: string | undefined): Pick<WhyStep, 'entry'> {
  return entry === undefined ? {} : { entry }
}
