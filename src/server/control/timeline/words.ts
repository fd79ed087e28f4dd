import { formatCount } from '../../../kernel/support/words.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { HistoryEntry } from '../../../kernel/world/history.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import type { Row } from '../../../kernel/world/table.ts'
import { automationEmails } from '../../../service/model/automations/automation.ts'
import { recipients } from '../../../service/model/campaigns/campaign.ts'
import { shownDelivery } from '../../../service/rules/deliveries/payload.ts'
import { emailContent } from '../../../service/rules/mailings/render.ts'
import type { Call } from '../../log/call.ts'
import { redactText } from '../../log/redact.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { entityOfTable, fieldText, shownId } from '../words/entities.ts'
import { cut, withoutPasswords } from '../words/fields.ts'
import {
  automationEmailName,
  campaignName,
  readCampaignId,
  jobSummary,
  reactionInWords,
  subjectOfJob,
  triggerIn,
} from '../words/job-kinds.ts'
import { findPersonName, storeNameIn } from '../words/describe-thing.ts'
import type { Cluster, Clustered } from './clusters.ts'
import type { Mark } from './marks.ts'

export interface GroupedMark extends Clustered {
  readonly mark: Mark
}

const CHARS_MAX = 300

type EntryOutcome = ControlSchemas['TimelineEntry']['outcome']

/** What a mark has in common with marks of its kind about the same object, in words. */
export function describeGroup(mark: Mark): string {
  return `${mark.kind} ${findGroup(mark).filter(Boolean).join(' ')}`
}

/** Creates a function that numbers the groups of marks. `placeOf` finds the place of a cause. */
export function markGrouper(
  causeOf: (mark: Mark) => string | undefined,
  placeOf: (id: string) => number | undefined,
): (mark: Mark) => GroupedMark {
  const numbers = new Map<string, number>()
  return (mark) => {
    const name = describeGroup(mark)
    const group = numbers.get(name) ?? numbers.size
    numbers.set(name, group)
    const cause = causeOf(mark)
    return {
      mark,
      at: mark.at,
      lane: mark.kind,
      group,
      cause: cause === undefined ? undefined : placeOf(cause),
      writes: 'entries' in mark && mark.entries.length > 0,
      // A job depends on what scheduled it; webhooks and emails on what they report.
      sees: mark.kind === 'request' || mark.kind === 'trigger' || mark.kind === 'change',
    }
  }
}

/** What a mark has in common with others, and the object that they are about. */
function findGroup(mark: Mark): readonly string[] {
  switch (mark.kind) {
    case 'request': {
      const { call } = mark
      return [nameCall(call), String(call.status), call.injected ? 'by a fault' : '', call.path.split('/')[3] ?? '']
    }
    case 'job': {
      const { kind, subject } = mark.ran.job
      if (kind === 'timeline.react') return [kind, triggerIn(subject), readCampaignId(subject)]
      if (kind === 'timeline.run') return [kind, triggerIn(subject), aboutOne(triggerIn(subject), mark)]
      return [kind, kind.startsWith('batches.') ? '' : subjectOfJob(kind, subject).id]
    }
    case 'trigger':
      return [readTriggerName(mark.entry), aboutOne(readTriggerName(mark.entry), mark)]
    case 'change':
      return ['without a call']
    case 'delivery':
      return [mark.delivery.event, judgeMark(mark), mark.delivery.webhook_id, aboutOne(mark.delivery.event, mark)]
    case 'email':
      return [mark.email.kind, mark.email.mailing_id ?? mark.email.subject]
  }
}

/** Each send of a campaign is a group of its own: together they would lose the names of the campaigns. */
function aboutOne(what: string, { id }: Mark): string {
  return what === 'campaign' || what === 'campaign.send' ? id : ''
}

function readTriggerName({ cause }: HistoryEntry): string {
  return cause && 'trigger' in cause ? cause.trigger : ''
}

function nameCall({ operation, method }: Call): string {
  return operation ?? method
}

/** How something ended. */
export function judgeMark(mark: Mark): EntryOutcome {
  if (mark.kind === 'request') {
    const { isAnswered, status } = mark.call
    if (!isAnswered) return 'none'
    if (status === null || status >= 500 || status === 429) return 'failed'
    return status >= 400 ? 'refused' : 'ok'
  }
  if (mark.kind === 'delivery') {
    const { attempt, delivery } = mark
    if (!attempt) return delivery.status === 'blocked' || delivery.status === 'failed' ? 'failed' : 'none'
    const { status = 0 } = attempt.response ?? {}
    return status >= 200 && status < 300 ? 'ok' : 'failed'
  }
  return 'none'
}

/** The status of an answer. Returns `undefined` for what has no answer. */
export function readMarkStatus(mark: Mark): number | null | undefined {
  if (mark.kind === 'request') return mark.call.status
  return mark.kind === 'delivery' && mark.attempt ? (mark.attempt.response?.status ?? null) : undefined
}

/** Describes what happened, once or several times. */
export function summarizeMarks(handle: WorldHandle, [{ mark: first }, ...others]: Cluster<GroupedMark>): string {
  const words = others.length === 0 ? single(handle, first) : several(handle, first, others.length + 1)
  return cut(withoutPasswords(redactText(handle.log.secrets, words)), CHARS_MAX)
}

function single(handle: WorldHandle, mark: Mark): string {
  const { world } = handle
  switch (mark.kind) {
    case 'request':
      return `${nameCall(mark.call)} ${thingIn(handle, mark.entries, nameCall(mark.call)) ?? describeTarget(mark.call)}`
    case 'job': {
      const { kind, subject } = mark.ran.job
      const who = kind === 'timeline.react' ? peek(world, (tx) => reactorIn(tx, mark.entries)) : undefined
      if (who === undefined) return jobSummary(handle, kind, subject)
      return peek(world, (tx) => reactionInWords(who, triggerIn(subject), campaignName(tx, readCampaignId(subject))))
    }
    case 'trigger':
      return [readTriggerName(mark.entry), thingIn(handle, mark.entries, readTriggerName(mark.entry)) ?? ''].join(' ').trim()
    case 'change':
      return ['a change', thingIn(handle, mark.entries) ?? ''].join(' ').trim()
    case 'delivery': {
      const { event, url, payload, status, reason } = shownDelivery(world, mark.delivery)
      const about =
        readPayloadText(payload, 'email') || readPayloadText(payload, 'new_email') || readPayloadText(payload, 'subject')
      const attempt = mark.index === 0 ? '' : `, attempt ${mark.index + 1}`
      const error = mark.attempt ? mark.attempt.error : reason || status
      return `${event}${about === '' ? '' : ` ${about}`} to ${url}${attempt}${error ? `: ${error}` : ''}`
    }
    case 'email':
      return `${peek(world, (tx) => emailContent(tx, mark.email)).subject} to ${mark.email.to}`
  }
}

function several(handle: WorldHandle, first: Mark, count: number): string {
  const [times, all] = [`${formatCount(count)} ×`, formatCount(count)]
  const { world } = handle
  switch (first.kind) {
    case 'request':
      return `${times} ${nameCall(first.call)}`
    case 'job': {
      const { kind, subject } = first.ran.job
      if (kind === 'timeline.run') return `${times} ${triggerIn(subject)} by the scenario`
      if (kind !== 'timeline.react') {
        return `${times} ${kind.startsWith('batches.') ? kind : jobSummary(handle, kind, subject)}`
      }
      const name = peek(world, (tx) => campaignName(tx, readCampaignId(subject)))
      return `${times}${reactionInWords('', triggerIn(subject), name)}`
    }
    case 'trigger':
      return `${times} ${readTriggerName(first.entry)}`
    case 'change':
      return `${all} changes`
    case 'delivery':
      return `${times} ${first.delivery.event} to ${shownDelivery(world, first.delivery).url}`
    case 'email': {
      const { mailing_id, subject } = first.email
      return `${all} emails of ${mailing_id === undefined ? subject : peek(world, (tx) => mailingName(tx, mailing_id))}`
    }
  }
}

function mailingName(tx: ReadTx, id: string): string {
  return tx.first(automationEmails.key, { id }) ? automationEmailName(tx, id) : campaignName(tx, id)
}

/** The name of the object that transactions changed, and of its store: of the first object whose kind `action` names, or else of the first one. */
function thingIn(handle: WorldHandle, entries: readonly HistoryEntry[], action = ''): string | undefined {
  const things = entries.flatMap(({ changes }) =>
    changes.flatMap(({ table, before, after }) => {
      const entity = entityOfTable(table)
      const row = after ?? before
      return entity && row ? [{ entity, row }] : []
    }),
  )
  const wanted = action.toLowerCase()
  const thing = things.find(({ entity: { word } }) => wanted.includes(word.replaceAll('_', ''))) ?? things[0]
  if (!thing) return undefined
  const { entity, row } = thing
  const name = fieldText(row, entity.name) || shownId(handle.log.secrets, entity, row)
  const person = findPersonName(handle, entity, row)
  const store = storeNameIn(handle, row)
  if (person === undefined) return store === undefined ? name : `${name} of ${store}`
  return `${name} of ${person}${store === undefined ? '' : ` in ${store}`}`
}

/** The path of a call, without the part that all have in common. */
function describeTarget({ path, search }: Call): string {
  const below = path.replace(/^\/3\.0(?=\/|$)/, '') || '/'
  return search === '' ? below : `${below}?${search}`
}

/** The recipient whose reaction a job was. */
function reactorIn(tx: ReadTx, entries: readonly HistoryEntry[]): string | undefined {
  for (const { changes } of entries) {
    for (const { before, after } of changes) {
      const row = after ?? before
      if (!row) continue
      const found = fieldText(row, 'email_address') || recipientIn(tx, row)
      if (found) return found
    }
  }
  return undefined
}

function recipientIn(tx: ReadTx, row: Row): string | undefined {
  const [campaign_id, contact_id] = [fieldText(row, 'campaign_id'), fieldText(row, 'contact_id')]
  if (campaign_id === '' || contact_id === '') return undefined
  return tx.first(recipients.key, { campaign_id, contact_id })?.email_address
}

function readPayloadText(payload: object, name: string): string {
  const data: unknown = Reflect.get(payload, 'data')
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
  return typeof value === 'string' ? value : ''
}
