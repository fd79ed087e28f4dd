import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Call } from '../../log/call.ts'
import { redactText } from '../../log/redact.ts'
import type { Secrets } from '../../log/secrets.ts'
import { deliveries, type DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import { type EmailRow, emails } from '../../../service/model/emails/email.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { WorldEvent, WorldRegistry } from '../../runtime/worlds.ts'
import { delay, yieldToEventLoop, isoMillis, type Millis, realNow } from '../../../kernel/support/time.ts'
import { type Cause, type Change, netChanges } from '../../../kernel/world/history.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import type { Clock } from '../../../kernel/world/world.ts'
import type { ControlContext } from '../context.ts'
import { type Entity, entityOfTable, readRowField, shownId, fieldText } from '../words/entities.ts'
import { cut } from '../words/fields.ts'
import { Feed, type UnnumberedEvent } from './feed.ts'
import { onReset } from '../waits/wait.ts'

/** The time and the cause of changes, and the secrets to redact in them. */
interface ChangeContext {
  readonly at: Millis
  readonly cause: Cause | undefined
  readonly secrets: Secrets
}

/** The events of a transaction's changes, in order. */
function makeStreamEvents(changes: readonly Change[], context: ChangeContext): UnnumberedEvent[] {
  // Most changes are of rows that follow from others: a send has thousands of them.
  return netChanges(changes.filter(({ table }) => isTold(table))).flatMap(({ table, before, after }): UnnumberedEvent[] => {
    if (isIn(deliveries, table, after))
      return deliveryEvents(isIn(deliveries, table, before) ? before : undefined, after, context.secrets)
    if (isIn(emails, table, after)) return before ? [] : [{ type: 'email', data: () => emailView(after) }]
    const entity = entityOfTable(table)
    const [from, to] = [readRowStatus(before), readRowStatus(after)]
    if (!entity || from === to || table === deliveries) return []
    const row = after ?? before
    return row ? [{ type: 'transition', data: () => transitionView(entity, row, { from, to }, context) }] : []
  })
}

function isTold(table: Table<Row>): boolean {
  return table === deliveries || table === emails || entityOfTable(table) !== undefined
}

function isIn<R extends Row>(wanted: Table<R>, table: Table<Row>, row: Row | undefined): row is R {
  return table === wanted && row !== undefined
}

function readRowStatus(row: Row | undefined): string | null {
  const status = row && readRowField(row, 'status')
  return typeof status === 'string' ? status : null
}

const NAME_CHARS_MAX = 200

function transitionView(
  entity: Entity,
  row: Row,
  { from, to }: Pick<ControlSchemas['StreamTransition'], 'from' | 'to'>,
  { at, cause, secrets }: ChangeContext,
): ControlSchemas['StreamTransition'] {
  const [id, list_id, name] = [shownId(secrets, entity, row), fieldText(row, 'list_id'), fieldText(row, entity.name)]
  return {
    at: isoMillis(at),
    entity: entity.word,
    id,
    ...(list_id === '' ? {} : { list_id }),
    ...(name === '' || name === id ? {} : { name: cut(redactText(secrets, name), NAME_CHARS_MAX) }),
    from,
    to,
    cause: cause ?? {},
  }
}

function deliveryEvents(before: DeliveryRow | undefined, after: DeliveryRow, secrets: Secrets): UnnumberedEvent[] {
  const isNews = before?.status !== after.status || before.attempts !== after.attempts || before.plan?.at !== after.plan?.at
  return isNews ? [{ type: 'delivery', data: () => deliveryView(after, secrets) }] : []
}

function deliveryView(row: DeliveryRow, secrets: Secrets): ControlSchemas['StreamDelivery'] {
  const { changed_at, id, event, webhook_id, list_id, url, status, attempts, plan, reason, cause = {} } = row
  const last = attempts.at(-1)
  const error = reason || (last?.error ?? '')
  return {
    at: isoMillis(changed_at),
    id,
    event,
    webhook_id,
    list_id,
    url: cut(redactText(secrets, url)),
    status,
    attempts: attempts.length,
    ...(last?.response ? { answered: last.response.status } : {}),
    ...(error === '' ? {} : { error: cut(redactText(secrets, error)) }),
    ...(plan ? { next_attempt_at: isoMillis(plan.at) } : {}),
    cause,
  }
}

function emailView({ at, id, to, kind, subject }: EmailRow): ControlSchemas['StreamEmail'] {
  return { at: isoMillis(at * 1000), id, to, kind, subject: cut(subject) }
}

/** View of an answered call, as the journal has it now. */
export function requestView(entry: Call): ControlSchemas['StreamRequest'] {
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

/** View of the clock and the reason for the event. */
export function clockView(
  { now, mode, rate }: Clock,
  reason: ControlSchemas['StreamClock']['reason'],
): ControlSchemas['StreamClock'] {
  return { at: isoMillis(now), reason, mode, rate }
}

/** How long a feed collects events without readers. */
const LINGER_MS = 60_000

/** Shortest time between two events of a running clock. */
const CLOCK_INTERVAL_MS = 1_000

/** The event source of one world. */
class WorldFeed {
  readonly feed = new Feed()
  readonly #handle: WorldHandle
  /** Unsubscribes from the log; `undefined` while not subscribed. */
  #unsubscribe: (() => void) | undefined
  #stopLingering = (): void => {}
  #stopListening = (): void => {}
  #epoch = 0
  /** Real time of the last clock event, and the clock's position if it has moved without an event since. */
  #clockAddedAt: Millis = 0
  #pendingClock: Clock | undefined

  constructor(handle: WorldHandle) {
    this.#handle = handle
  }

  /** Starts collecting events, unless the feed is open already. */
  open(): void {
    this.#stopLingering()
    if (this.#unsubscribe) return
    this.feed.start()
    this.#epoch = this.#handle.epoch
    this.#clockAddedAt = realNow()
    this.#stopListening = this.#handle.persistence.listen()
    const { log } = this.#handle
    this.#unsubscribe = log.subscribe({
      answered: (call) => {
        if (log.journal.hasCleared(call)) return
        const view = requestView(call)
        this.#add([{ type: 'request', data: () => view }])
      },
    })
  }

  /** Collects events a while longer, in case a reader returns. */
  linger(): void {
    if (this.feed.readers.size > 0) return
    this.#stopLingering()
    this.#stopLingering = delay(LINGER_MS, () => this.close())
  }

  /** Stops collecting events and discards everything but the event number. */
  close(): void {
    if (!this.#unsubscribe) return
    this.#unsubscribe()
    this.#unsubscribe = undefined
    this.#stopListening()
    this.#pendingClock = undefined
    this.feed.discard()
  }

  /** Handles a new version of the world. */
  onChange({ kind, before, committed }: WorldEvent): void {
    if (!this.#unsubscribe) return
    if (kind === 'removed') {
      this.feed.end('The world was deleted.')
      return this.close()
    }
    const { clock, history } = this.#handle.world
    if (this.#epoch !== this.#handle.epoch) return this.#addReset()
    if (before.clock !== clock) this.#onClockChange(before.clock, clock)
    if (!committed || committed.changes.length === 0) return
    const cause = before.history.total === history.total ? undefined : history.younger?.cause
    const context = { at: clock.now, cause, secrets: this.#handle.log.secrets }
    this.#add(makeStreamEvents(committed.changes, context))
  }

  /** Checks whether the world was reset. Resetting an unchanged world makes no new version, so no change is reported. */
  checkEpoch(): void {
    if (this.#unsubscribe && this.#epoch !== this.#handle.epoch) this.#addReset()
  }

  #addReset(): void {
    const { world, origin, log, epoch } = this.#handle
    this.#epoch = epoch
    this.#addClock(world === origin && log.requestNumber === 0 ? 'reset' : 'restore')
  }

  #onClockChange(before: Clock, clock: Clock): void {
    if (before.mode !== clock.mode || before.rate !== clock.rate) return this.#addClock('pace')
    if (clock.mode !== 'frozen') {
      if (realNow() - this.#clockAddedAt >= CLOCK_INTERVAL_MS) this.#addClock('time')
      return
    }
    // Time may pass through many instants without other events.
    this.#pendingClock = clock
    void yieldToEventLoop().then(() => this.#addPendingClock())
  }

  #addPendingClock(): void {
    const clock = this.#pendingClock
    this.#pendingClock = undefined
    if (clock) this.feed.add([{ type: 'clock', data: () => clockView(clock, 'time') }])
  }

  #addClock(reason: Parameters<typeof clockView>[1]): void {
    this.#clockAddedAt = realNow()
    const { clock } = this.#handle.world
    this.#add([{ type: 'clock', data: () => clockView(clock, reason) }])
  }

  #add(events: readonly UnnumberedEvent[]): void {
    if (events.length === 0) return
    this.#addPendingClock()
    this.feed.add(events)
  }
}

const worldFeeds = new WeakMap<WorldRegistry, WeakMap<WorldHandle, WorldFeed>>()

/** The event source of a world. The first reader subscribes to the worlds of the server. */
export function openWorldFeed(context: ControlContext, handle: WorldHandle): WorldFeed {
  const feeds = worldFeeds.get(context.worlds) ?? followWorlds(context)
  const existing = feeds.get(handle)
  if (existing) return existing
  const feed = new WorldFeed(handle)
  feeds.set(handle, feed)
  onReset(handle, () => feed.checkEpoch())
  return feed
}

function followWorlds({ worlds, ended }: ControlContext): WeakMap<WorldHandle, WorldFeed> {
  const feeds = new WeakMap<WorldHandle, WorldFeed>()
  worldFeeds.set(worlds, feeds)
  worlds.subscribe((event) => feeds.get(event.handle)?.onChange(event))
  ended.addEventListener('abort', () => {
    for (const handle of worlds.all()) feeds.get(handle)?.feed.end('The server is stopping.')
  })
  return feeds
}
