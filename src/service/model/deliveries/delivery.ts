import type { DeliveryStatus } from '../../../kernel/contract/names.ts'
import { type Millis, isoMillis } from '../../../kernel/support/time.ts'
import type { TraceContext } from '../../../kernel/support/traceparent.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import { defineMachine, makeMove } from '../../../kernel/world/machine.ts'
import { defineTable, type Row, type GeneratedSecret } from '../../../kernel/world/table.ts'
import type { Cause, Tx, ReadTx } from '../../../kernel/world/tx.ts'

/** The events of webhooks: the events of lists, a finished batch, and the validation of a URL. */
export const webhookEvents = [
  'subscribe',
  'unsubscribe',
  'profile',
  'upemail',
  'cleaned',
  'campaign',
  'batch_operation_completed',
  'validation',
] as const

export type WebhookEvent = (typeof webhookEvents)[number]

/** A webhook delivery and its state. */
export interface DeliveryRow extends Row, TraceContext {
  readonly id: number
  readonly event: WebhookEvent
  readonly webhook_id: string
  /** The list of the webhook; empty for batch webhooks. */
  readonly list_id: string
  readonly url: string
  readonly cause: Cause | undefined
  readonly created_at: Millis
  /** When its state last changed. */
  readonly changed_at: Millis
  readonly status: DeliveryStatus
  /**
   * Whether it is its turn: `now` is to be sent, `next` waits for earlier deliveries to the same webhook, `later` waits for its
   * plan, and `behind` waits until another delivery to the same webhook overtakes it, or for its plan.
   */
  readonly turn: 'now' | 'next' | 'later' | 'behind' | 'over'
  /** Its position in the queue of the webhook. */
  readonly place: number
  /** When its turn comes at the latest, if it has to wait. */
  readonly plan: Plan | undefined
  /** The payload in the words of the reference. Both it and the body are without the address of the world: `shownDelivery` adds it. */
  readonly payload: Form
  /** The payload as sent, in the words of the deployment; empty for a GET. */
  readonly body: string
  /** The signing secret; empty if it is not signed. */
  readonly secret: string
  readonly attempts: readonly Attempt[]
  /** Why it ended without an answer; empty if there was one. */
  readonly reason: string
  /** Whether the next attempt was requested by a resend. */
  readonly resent: boolean
  /** The id of the delivery fault that applied, and of the delivery of which this one is a duplicate; 0 for none. */
  readonly fault_id: number
  readonly duplicate_of: number
}

export const deliveries = defineTable<DeliveryRow>()('deliveries', {
  key: ['id'],
  indexes: { byTurn: ['turn', 'id'], byWebhook: ['webhook_id', 'status', 'turn', 'place'], byEvent: ['event', 'turn'] },
  remembered: false,
})

/** When it is a delivery's turn again, and the job for that. */
export interface Plan {
  readonly at: Millis
  readonly job: number
}

export type DeliveryMove = 'deliver' | 'postpone' | 'fail' | 'block' | 'record' | 'resend'

/** The state machine of a delivery. Outcomes of attempts and resends move it. */
export const deliveryMachine = defineMachine<DeliveryRow, DeliveryMove>(deliveries, {
  name: 'delivery',
  states: {
    pending: 'initial',
    recorded: 'initial',
    retrying: 'reached',
    delivered: 'reached',
    failed: 'reached',
    blocked: 'reached',
  },
  moves: {
    deliver: { from: ['pending', 'retrying'], to: 'delivered' },
    postpone: { from: ['pending', 'retrying'], to: 'retrying' },
    fail: { from: ['pending', 'retrying'], to: 'failed' },
    block: { from: ['pending', 'retrying'], to: 'blocked' },
    record: { from: ['pending', 'retrying'], to: 'recorded' },
    resend: { from: ['delivered', 'failed', 'retrying', 'blocked', 'recorded'], to: 'pending' },
  },
  refuse: ({ id, status }, move) => new Defect(`The delivery ${id} is ${status}: it cannot ${move}.`),
  follows: (status) => {
    if (status === 'pending') return {}
    return status === 'retrying' ? { turn: 'later' } : { turn: 'over', plan: undefined }
  },
})

/** A message to a webhook. */
export interface Post {
  readonly event: WebhookEvent
  readonly webhook_id: string
  /** Missing for batch webhooks. */
  readonly list_id?: string
  readonly url: string
  readonly payload: Form
  /** The secret of a webhook whose deliveries are signed. */
  readonly secret?: string
}

/** Makes a move of a delivery and records the instant. */
export function moveDelivery(
  tx: Tx,
  delivery: DeliveryRow,
  move: DeliveryMove,
  changes: Partial<Omit<DeliveryRow, 'seq' | 'status'>> = {},
): DeliveryRow {
  return makeMove(tx, deliveryMachine, delivery, move, { ...changes, changed_at: tx.nowMs })
}

/** A request to a receiver, and its outcome. */
export interface Attempt {
  /** The time of the world, and the real time. */
  readonly at: Millis
  readonly real_at: Millis
  readonly duration_ms: number
  readonly request: { readonly url: string; readonly headers: HeaderTexts; readonly body: string }
  readonly response?: { readonly status: number; readonly headers: HeaderTexts; readonly body: string }
  /** Why there is no answer. */
  readonly error?: string
  /** Whether nothing was sent, because the receiver may not be called. */
  readonly blocked?: boolean
  /** Whether it was requested by a resend. Retries are counted from the latest resend. */
  readonly resent?: boolean
}

/** Headers by their lower-case names. */
export interface HeaderTexts {
  readonly [name: string]: string
}

/** A value of a form: a text, or nested values by name or index. */
export type FormValue = string | readonly FormValue[] | { readonly [name: string]: FormValue }

/** A form with nested values. */
export interface Form {
  readonly [name: string]: FormValue
}

/** A webhook of a list to which the service has stopped sending, because too many attempts failed. The API does not tell. */
export interface GivenUpWebhookRow extends Row {
  readonly webhook_id: string
  readonly url: string
  readonly at: Millis
  /** The attempts within the period of the setting `webhooks.give_up`, and the failed ones among them. */
  readonly attempts: number
  readonly failed: number
}

export const givenUpWebhooks = defineTable<GivenUpWebhookRow>()('given_up_webhooks', { key: ['webhook_id'] })

/** Why the service has stopped sending to the URL of a webhook. Returns `undefined` if it has not given up. */
export function givenUpReason(tx: ReadTx, webhook_id: string, url: string): string | undefined {
  const row = tx.first(givenUpWebhooks.key, { webhook_id })
  if (row?.url !== url) return undefined
  const { failed, attempts, at } = row
  return `The service gave up this webhook at ${isoMillis(at)}, after ${failed} of ${attempts} attempts had failed (setting webhooks.give_up).`
}

/** The total size of a world's deliveries, and the number of evicted ones. There is at most one row. */
export interface DeliveryTallyRow extends Row {
  readonly id: number
  readonly bytes: number
  readonly evicted: number
}

export const deliveryTally = defineTable<DeliveryTallyRow>()('delivery_tally', {
  key: ['id'],
  remembered: false,
})

export const ONLY = { id: 1 }

export function readDeliveryTally(tx: ReadTx): Pick<DeliveryTallyRow, 'bytes' | 'evicted'> {
  return tx.first(deliveryTally.key, ONLY) ?? { bytes: 0, evicted: 0 }
}

/** The secrets that sign the deliveries of webhooks. */
export const SIGNING_SECRET: GeneratedSecret = { kind: 'webhook_secret', counter: 'webhooks.secret', digits: 40 }
