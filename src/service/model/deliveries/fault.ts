import { compileWildcard } from '../../../kernel/support/wildcard.ts'
import type { DeliveryEffect } from '../../../kernel/contract/names.ts'
import type { When } from '../../../kernel/support/when.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { WebhookEvent, Post } from './delivery.ts'

/** Which deliveries a delivery fault matches: all given members must match. */
export interface DeliveryMatch {
  readonly event?: WebhookEvent | readonly WebhookEvent[]
  /** A pattern in which `*` stands for any characters. */
  readonly url?: string
  readonly webhook_id?: string
  /** Batch webhooks do not belong to a list. */
  readonly list_id?: string
}

/** Whether a fault matches a delivery. The GET that validates a URL has to be named explicitly. */
export function isMatched(match: DeliveryMatch, { event, url, webhook_id, list_id = '' }: Post): boolean {
  return (
    (match.event === undefined ? event !== 'validation' : [match.event].flat().includes(event)) &&
    (match.url === undefined || compileWildcard(match.url)(url)) &&
    (match.webhook_id === undefined || match.webhook_id === webhook_id) &&
    (match.list_id === undefined || match.list_id === list_id)
  )
}

/** The effect of a delivery fault, its matching deliveries, and the conditions under which it fires. */
export interface DeliveryFaultFields {
  readonly match: DeliveryMatch
  readonly effect: DeliveryEffect
  readonly when: When
  /** Whether a test expects it to fire at least once. */
  readonly must_fire: boolean
}

/** A delivery fault, and how often it matched and fired. */
export interface DeliveryFaultRow extends Row, DeliveryFaultFields {
  readonly id: number
  /** The outage that it belongs to; missing if none. */
  readonly outage?: string
  readonly seen: number
  readonly fired: number
  /** The last delivery for which it fired; 0 if there is none. */
  readonly last_fired_delivery: number
}

export const deliveryFaults = defineTable<DeliveryFaultRow>()('delivery_faults', {
  key: ['id'],
  remembered: false,
})

export const NEW_TALLY = { seen: 0, fired: 0, last_fired_delivery: 0 }
