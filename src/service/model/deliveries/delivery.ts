import type { DeliveryStatus } from '../../../kernel/contract/names.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import type { TraceContext } from '../../../kernel/support/traceparent.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import { defineMachine, makeMove } from '../../../kernel/world/machine.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { Cause, Tx } from '../../../kernel/world/tx.ts'
import type { Attempt } from './attempt.ts'
import type { Form } from './form.ts'

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
