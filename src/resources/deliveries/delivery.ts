import type { Millis } from '../../support/time.ts'
import { Defect } from '../../world/errors.ts'
import { defineMachine, makeMove } from '../../world/machine.ts'
import { defineTable } from '../../world/table.ts'
import type { Cause, Tx } from '../../world/tx.ts'
import type { Attempt } from './attempt.ts'
import type { Form } from './payload.ts'

/** What a webhook is told of: the events of lists, a finished batch, or that somebody wants to hear of these. */
export const deliveryEvents = [
  'subscribe',
  'unsubscribe',
  'profile',
  'upemail',
  'cleaned',
  'campaign',
  'batch_operation_completed',
  'validation',
] as const

export type DeliveryEvent = (typeof deliveryEvents)[number]

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
  /**
   * Whose move it is: `now` is to be sent, `next` waits for others to the same webhook, `later` waits for its plan, and `behind`
   * waits to be overtaken by another one to the same webhook, or for its plan.
   */
  readonly turn: 'now' | 'next' | 'later' | 'behind' | 'over'
  /** Its place among those that are sent to the same webhook. */
  readonly place: number
  /** When its turn comes at the latest, where it has to wait. */
  readonly plan: Plan | undefined
  readonly payload: Form
  /** The payload as it is sent; empty for a GET. */
  readonly body: string
  /** What it is signed with; empty when it is not. */
  readonly secret: string
  readonly attempts: readonly Attempt[]
  /** Why it ended without an answer; empty when there was one. */
  readonly reason: string
  /** Whether somebody asked for the attempt that comes next. */
  readonly resent: boolean
  /** The delivery fault that shaped it, and the delivery that it repeats; 0 for none. */
  readonly fault_id: number
  readonly duplicate_of: number
}

export const deliveries = defineTable<DeliveryRow>({ remembered: false })('deliveries', {
  key: ['id'],
  byTurn: ['turn', 'id'],
  byWebhook: ['webhook_id', 'status', 'turn', 'place'],
  byEvent: ['event', 'turn'],
})

/** When a delivery has its turn again, and the job that gives it. */
export interface Plan {
  readonly at: Millis
  readonly job: number
}

/** What can become of a delivery. */
export type DeliveryMove = 'deliver' | 'postpone' | 'fail' | 'block' | 'record' | 'resend'

/** The state machine of a delivery. Outcomes of attempts move it, and whoever asks for one more; clients of the service have no say. */
export const deliveryMachine = defineMachine<DeliveryRow, DeliveryMove>(deliveries, {
  name: 'delivery',
  initial: ['pending', 'recorded'],
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

/** Makes a move of a delivery and records the instant. */
export function moveDelivery(
  tx: Tx,
  delivery: DeliveryRow,
  move: DeliveryMove,
  changes: Partial<Omit<DeliveryRow, 'seq' | 'status'>> = {},
): DeliveryRow {
  return makeMove(tx, deliveryMachine, delivery, move, { ...changes, changed_at: tx.nowMs })
}
