import type { Millis } from '../../support/time.ts'
import { Defect } from '../../world/errors.ts'
import { begin, defineMachine } from '../../world/machine.ts'
import { defineTable } from '../../world/table.ts'
import type { Cause, Tx } from '../../world/tx.ts'
import { sizeOf, type Attempt } from './attempt.ts'
import { encodeForm, type Form } from './form.ts'
import { countIn, tallyOf } from './tally.ts'

/** What a webhook is told of: the events of lists, a finished batch, or that somebody wants to hear of these. */
export type DeliveryEvent =
  | 'subscribe'
  | 'unsubscribe'
  | 'profile'
  | 'upemail'
  | 'cleaned'
  | 'campaign'
  | 'batch_operation_completed'
  | 'validation'

/** Something that a webhook is told, and how far that has come. */
export interface DeliveryRow {
  readonly seq: number
  readonly id: number
  readonly event: DeliveryEvent
  readonly webhook_id: string
  /** The list whose webhook it is; empty for those that hear of batches. */
  readonly list_id: string
  readonly url: string
  readonly cause: Cause | undefined
  readonly created_at: Millis
  /** When something last became of it. */
  readonly changed_at: Millis
  readonly status: 'pending' | 'delivered' | 'failed' | 'retrying' | 'blocked' | 'recorded'
  /** Whose move it is: `now` is to be sent, `next` waits for others to the same webhook, `later` waits for a job. */
  readonly turn: 'now' | 'next' | 'later' | 'over'
  readonly payload: Form
  /** The payload as it is sent; empty for a GET. */
  readonly body: string
  /** What it is signed with; empty when it is not. */
  readonly secret: string
  readonly attempts: readonly Attempt[]
  /** Why it ended without an answer; empty when there was one. */
  readonly reason: string
}

export const deliveries = defineTable<DeliveryRow>()('deliveries', {
  key: ['id'],
  byTurn: ['turn', 'id'],
  byWebhook: ['webhook_id', 'status', 'id'],
  byEvent: ['event', 'turn'],
})

/** What can become of a delivery. */
export type DeliveryMove = 'deliver' | 'postpone' | 'fail' | 'block' | 'record'

/** The life of a delivery. Only outcomes of attempts move it: clients have no say in it. */
export const deliveryMachine = defineMachine<DeliveryRow, DeliveryMove>(deliveries, {
  name: 'delivery',
  initial: ['pending', 'recorded'],
  moves: {
    deliver: { from: ['pending', 'retrying'], to: 'delivered' },
    postpone: { from: ['pending', 'retrying'], to: 'retrying' },
    fail: { from: ['pending', 'retrying'], to: 'failed' },
    block: { from: ['pending', 'retrying'], to: 'blocked' },
    record: { from: ['retrying'], to: 'recorded' },
  },
  refuse: ({ id, status }, move) => new Defect(`The delivery ${id} is ${status}: it cannot ${move}.`),
  follows: (status) => (status === 'pending' ? {} : { turn: status === 'retrying' ? 'later' : 'over' }),
})

/** What a webhook is to be told. */
export interface Post {
  readonly event: DeliveryEvent
  readonly webhook_id: string
  /** Left out for webhooks that hear of batches. */
  readonly list_id?: string
  readonly url: string
  readonly payload: Form
  /** The secret of a webhook whose deliveries are signed. */
  readonly secret?: string
}

/** Tells a webhook something: it is sent once the transaction is committed, or only written down if the world says so. */
export function postWebhook(tx: Tx, { event, webhook_id, list_id = '', url, payload, secret = '' }: Post): DeliveryRow {
  const body = event === 'validation' ? '' : encodeForm(payload)
  const delivery = begin(tx, deliveryMachine, {
    id: tx.count('deliveries.id'),
    event,
    webhook_id,
    list_id,
    url,
    cause: tx.cause,
    created_at: tx.nowMs,
    changed_at: tx.nowMs,
    status: tx.settings.webhooks.mode === 'record' ? 'recorded' : 'pending',
    turn: firstPending(tx, webhook_id) ? 'next' : 'now',
    payload,
    body,
    secret,
    attempts: [],
    reason: '',
  })
  countIn(tx, body.length)
  keepFew(tx)
  return delivery
}

/** The oldest delivery to a webhook of which no attempt has ended yet: the others wait for it. */
export function firstPending(tx: Tx, webhook_id: string): DeliveryRow | undefined {
  return tx.range(deliveries.byWebhook, { webhook_id, status: 'pending' }).first()
}

/** Lets the next delivery to a webhook go out, once the first attempt of the one before has ended. */
export function callNext(tx: Tx, webhook_id: string): void {
  const next = firstPending(tx, webhook_id)
  if (next) tx.put(deliveries, { ...next, turn: 'now' })
}

/** The deliveries that are to be sent now, the oldest first. */
export function dueDeliveries(tx: Tx, limit: number): DeliveryRow[] {
  return tx.range(deliveries.byTurn, { turn: 'now' }).slice(0, limit)
}

/** How many deliveries have to be attempted before time goes on. */
export function countOutstanding(tx: Tx): number {
  return tx.range(deliveries.byTurn, { turn: 'now' }).count + tx.range(deliveries.byTurn, { turn: 'next' }).count
}

/** A world keeps so many deliveries, and so many bytes of what was sent and answered. */
const DELIVERIES_MAX = 10_000
const BYTES_MAX = 64 * 1024 * 1024

/** Lets the oldest deliveries go once there are too many: first those that have come to an end. */
export function keepFew(tx: Tx): void {
  while (tx.range(deliveries.key).count > DELIVERIES_MAX || tallyOf(tx).bytes > BYTES_MAX) {
    const oldest = tx.range(deliveries.byTurn, { turn: 'over' }).first() ?? tx.range(deliveries.key).first()
    if (!oldest) return
    tx.remove(deliveries, oldest)
    countIn(tx, -bytesOf(oldest), 1)
    if (oldest.status === 'pending' && oldest.turn === 'now') callNext(tx, oldest.webhook_id)
  }
}

function bytesOf({ body, attempts }: DeliveryRow): number {
  return attempts.reduce((bytes, attempt) => bytes + sizeOf(attempt), body.length)
}
