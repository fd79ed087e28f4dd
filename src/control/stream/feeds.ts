import type { Schemas } from '../../contract/control.ts'
import type { CallRecord } from '../../journal/call-record.ts'
import { redactedText } from '../../journal/redact.ts'
import type { Secrets } from '../../journal/secrets.ts'
import { deliveries, type DeliveryRow } from '../../resources/deliveries/delivery.ts'
import { type EmailRow, emails } from '../../resources/emails/email.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { Worlds } from '../../runtime/worlds.ts'
import { delay, yieldToEventLoop, isoMillis, type Millis, realNow } from '../../support/time.ts'
import type { Cause, Change } from '../../world/history.ts'
import type { Row, Table } from '../../world/table.ts'
import type { Committed } from '../../world/tx.ts'
import type { Clock, World } from '../../world/world.ts'
import type { ControlContext } from '../context.ts'
import { type Entity, entityOfTable, fieldOf, shownId, textOf } from '../why/entities.ts'
import { cut } from '../why/fields.ts'
import { Feed, type StreamType } from './feed.ts'

/** Something that is to be told. */
export interface StreamNews {
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
export function newsOf(changes: readonly Change[], occasion: Occasion): StreamNews[] {
  return netOf(changes).flatMap(({ table, before, after }): StreamNews[] => {
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

function deliveryNews(before: DeliveryRow | undefined, after: DeliveryRow, secrets: Secrets): StreamNews[] {
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
export function requestView(entry: CallRecord): Schemas['StreamRequest'] {
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

/** When nobody has listened for so long, nothing is taken down any more. */
const LINGER_MS = 60_000

/** A clock that runs is told of at most so often. */
const CLOCK_TOLD_MS = 1_000

/** What is told of one world, and how far that has come. */
class Station {
  readonly feed = new Feed()
  readonly #handle: WorldHandle
  /** Stops listening to the journal; nothing while it does not listen at all. */
  #unfollow: (() => void) | undefined
  #stopLingering = (): void => {}
  #rest = (): void => {}
  #epoch = 0
  /** When the clock was last told of, in real time; and how it stands, if it has moved since without that. */
  #clockToldAt: Millis = 0
  #untold: Clock | undefined

  constructor(handle: WorldHandle) {
    this.#handle = handle
  }

  /** Takes down what happens, from now on if it has not done so before. */
  open(): void {
    this.#stopLingering()
    if (this.#unfollow) return
    this.feed.begin()
    this.#epoch = this.#handle.epoch
    this.#clockToldAt = realNow()
    this.#rest = this.#handle.listen()
    this.#unfollow = this.#handle.log.journal.follow((entry) => {
      const view = requestView(entry)
      this.#tell('request', () => view)
    })
  }

  /** Goes on for a while, in case somebody comes back. */
  linger(): void {
    if (this.feed.listeners.size > 0) return
    this.#stopLingering()
    this.#stopLingering = delay(LINGER_MS, () => this.close())
  }

  /** Takes nothing down any more, and forgets what it knows but how far it has counted. */
  close(): void {
    if (!this.#unfollow) return
    this.#unfollow()
    this.#unfollow = undefined
    this.#rest()
    this.#untold = undefined
    this.feed.rest()
  }

  /** Hears of a new version of the world. */
  hear(before: World, committed: Committed<unknown> | undefined): void {
    if (!this.#unfollow) return
    if (this.#handle.deleted) {
      this.feed.end('The world was deleted.')
      return this.close()
    }
    const { clock, history } = this.#handle.world
    if (this.#epoch !== this.#handle.epoch) return this.#tellPutBack()
    if (before.clock !== clock) this.#hearClock(before.clock, clock)
    if (!committed || committed.changes.length === 0) return
    const cause = before.history === history ? undefined : history.younger?.cause
    const occasion = { at: clock.now, cause, secrets: this.#handle.log.secrets }
    for (const { type, data } of newsOf(committed.changes, occasion)) this.#tell(type, data)
  }

  /** Looks whether the world was put back; one that had not changed is the very same afterwards, of which nobody hears. */
  look(): void {
    if (this.#unfollow && this.#epoch !== this.#handle.epoch) this.#tellPutBack()
  }

  #tellPutBack(): void {
    const { world, origin, log, epoch } = this.#handle
    this.#epoch = epoch
    this.#tellClock(world === origin && log.requestNumber === 0 ? 'reset' : 'restore')
  }

  #hearClock(before: Clock, clock: Clock): void {
    if (before.mode !== clock.mode || before.rate !== clock.rate) return this.#tellClock('pace')
    if (clock.mode !== 'frozen') {
      if (realNow() - this.#clockToldAt >= CLOCK_TOLD_MS) this.#tellClock('time')
      return
    }
    // Time may go through very many instants at which there is nothing to tell.
    this.#untold = clock
    void yieldToEventLoop().then(() => this.#catchUp())
  }

  #catchUp(): void {
    const clock = this.#untold
    this.#untold = undefined
    if (clock) this.feed.tell('clock', () => clockView(clock, 'time'))
  }

  #tellClock(reason: Parameters<typeof clockView>[1]): void {
    this.#clockToldAt = realNow()
    const { clock } = this.#handle.world
    this.#tell('clock', () => clockView(clock, reason))
  }

  #tell(type: Parameters<Feed['tell']>[0], data: () => object): void {
    this.#catchUp()
    this.feed.tell(type, data)
  }
}

const stationsIn = new WeakMap<Worlds, WeakMap<WorldHandle, Station>>()

/** What is told of a world. A server's worlds are followed from the first time that somebody listens. */
export function stationOf(stage: ControlContext, handle: WorldHandle): Station {
  const stations = stationsIn.get(stage.worlds) ?? followed(stage)
  const known = stations.get(handle)
  if (known) return known
  const station = new Station(handle)
  stations.set(handle, station)
  return station
}

/** Lets listeners know that a world was put back. */
export function tellPutBack(stage: ControlContext, handle: WorldHandle): void {
  stationsIn.get(stage.worlds)?.get(handle)?.look()
}

function followed({ worlds, ended }: ControlContext): WeakMap<WorldHandle, Station> {
  const stations = new WeakMap<WorldHandle, Station>()
  stationsIn.set(worlds, stations)
  worlds.follow((handle, before, committed) => stations.get(handle)?.hear(before, committed))
  ended.addEventListener('abort', () => {
    for (const handle of worlds.all()) stations.get(handle)?.feed.end('The server stops.')
  })
  return stations
}
