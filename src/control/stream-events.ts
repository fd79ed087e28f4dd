import type { Schemas } from '../contract/control.ts'
import type { Entry } from '../host/entry.ts'
import { redactedText } from '../host/redact.ts'
import type { Secrets } from '../host/secrets.ts'
import { deliveries, type DeliveryRow } from '../resources/deliveries/delivery.ts'
import { emails, type EmailRow } from '../resources/emails/email.ts'
import { isoMillis, type Millis } from '../support/time.ts'
import type { Cause, Change } from '../world/history.ts'
import type { Row, Table } from '../world/table.ts'
import type { Clock } from '../world/world.ts'
import type { StreamType } from './stream-feed.ts'
import { entityOfTable, fieldOf, shownId, textOf, type Entity } from './why-entities.ts'
import { cut } from './why-fields.ts'

/** Something that is to be told. */
export interface News {
  readonly type: StreamType
  readonly data: () => object
}

/** On which occasion rows changed. */
export interface Occasion {
  readonly at: Millis
  readonly cause: Cause | undefined
  readonly secrets: Secrets
}

/** What there is to tell of what a transaction changed, in the order in which it did. */
export function newsOf(changes: readonly Change[], occasion: Occasion): News[] {
  return netOf(changes).flatMap(({ table, before, after }): News[] => {
    if (isIn(deliveries, table, after))
      return deliveryNews(isIn(deliveries, table, before) ? before : undefined, after, occasion.secrets)
    if (isIn(emails, table, after)) return before ? [] : [{ type: 'email', data: () => emailView(after) }]
    const entity = entityOfTable(table)
    const [from, to] = [statusOf(before), statusOf(after)]
    if (!entity || from === to || table === deliveries) return []
    const row = after ?? before
    return row ? [{ type: 'transition', data: () => transitionView(entity, row, { from, to }, occasion) }] : []
  })
}

/** What changed of each row between the beginning of a transaction and its end. */
function netOf(changes: readonly Change[]): Iterable<Change> & Pick<Change[], 'flatMap'> {
  const net = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.table.number}/${(change.after ?? change.before)?.seq}`
    const known = net.get(key)
    net.set(key, known ? { ...change, before: known.before } : change)
  }
  return [...net.values()].filter(({ before, after }) => before !== after)
}

function isIn<R extends Row>(wanted: Table<R>, table: Table<Row>, row: Row | undefined): row is R {
  return table === wanted && row !== undefined
}

function statusOf(row: Row | undefined): string | null {
  const status = row && fieldOf(row, 'status')
  return typeof status === 'string' ? status : null
}

const NAME_CHARS_MAX = 200

function transitionView(
  entity: Entity,
  row: Row,
  { from, to }: Pick<Schemas['StreamTransition'], 'from' | 'to'>,
  { at, cause, secrets }: Occasion,
): Schemas['StreamTransition'] {
  const [id, list_id, name] = [shownId(secrets, entity, row), textOf(row, 'list_id'), textOf(row, entity.name)]
  return {
    at: isoMillis(at),
    entity: entity.word,
    id,
    ...(list_id === '' ? {} : { list_id }),
    ...(name === '' || name === id ? {} : { name: cut(redactedText(secrets, name), NAME_CHARS_MAX) }),
    from,
    to,
    cause: cause ?? {},
  }
}

function deliveryNews(before: DeliveryRow | undefined, after: DeliveryRow, secrets: Secrets): News[] {
  const isNews = before?.status !== after.status || before.attempts !== after.attempts || before.plan?.at !== after.plan?.at
  return isNews ? [{ type: 'delivery', data: () => deliveryView(after, secrets) }] : []
}

function deliveryView(row: DeliveryRow, secrets: Secrets): Schemas['StreamDelivery'] {
  const { changed_at, id, event, webhook_id, list_id, url, status, attempts, plan, reason, cause = {} } = row
  const last = attempts.at(-1)
  const error = reason || (last?.error ?? '')
  return {
    at: isoMillis(changed_at),
    id,
    event,
    webhook_id,
    list_id,
    url: cut(redactedText(secrets, url)),
    status,
    attempts: attempts.length,
    ...(last?.response ? { answered: last.response.status } : {}),
    ...(error === '' ? {} : { error: cut(redactedText(secrets, error)) }),
    ...(plan ? { next_attempt_at: isoMillis(plan.at) } : {}),
    cause,
  }
}

function emailView({ at, id, to, kind, subject }: EmailRow): Schemas['StreamEmail'] {
  return { at: isoMillis(at * 1000), id, to, kind, subject: cut(subject) }
}

/** Shows a call that was answered, as it stands in the journal now. */
export function requestView(entry: Entry): Schemas['StreamRequest'] {
  const { at, id, via, method, path, search, operation = null, status, duration_ms, error, injected } = entry
  return {
    at: isoMillis(at),
    id,
    via,
    method,
    path: cut(path),
    query: cut(search),
    operation,
    status,
    duration_ms,
    ...(error === undefined ? {} : { error }),
    injected,
  }
}

/** Shows what time it is, and why that is told. */
export function clockView({ now, mode, rate }: Clock, reason: Schemas['StreamClock']['reason']): Schemas['StreamClock'] {
  return { at: isoMillis(now), reason, mode, rate }
}
