import { isSelected, type When } from '../../support/when.ts'
import { streamOf } from '../../world/chance.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import type { DeliveryEvent, Post } from './delivery.ts'
import { heldBehind } from './queue.ts'

/** Which deliveries a delivery fault is about: every member that is given must hold. */
export interface DeliveryMatch {
  readonly event?: DeliveryEvent | readonly DeliveryEvent[]
  /** A pattern in which `*` stands for any characters. */
  readonly url?: string
  readonly webhook_id?: string
  /** Webhooks that hear of batches belong to no list. */
  readonly list_id?: string
}

/** Whether a delivery is one that a fault is about. The GET by which a URL is asked whether it is there has to be named. */
export function isMatched(match: DeliveryMatch, { event, url, webhook_id, list_id = '' }: Post): boolean {
  return (
    (match.event === undefined ? event !== 'validation' : [match.event].flat().includes(event)) &&
    (match.url === undefined || fits(match.url, url)) &&
    (match.webhook_id === undefined || match.webhook_id === webhook_id) &&
    (match.list_id === undefined || match.list_id === list_id)
  )
}

/** Whether a text is as a pattern says; takes no longer for hostile ones, since each part is looked for only once. */
function fits(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return text === head
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false
  let at = head.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - tail.length
}

/** What becomes of a delivery on its way. */
export type DeliveryEffect = 'duplicate' | 'drop' | 'reorder' | { readonly delay: string | number }

/** Something that goes wrong with deliveries, and how often it met one and had its way. */
export interface DeliveryFaultRow {
  readonly seq: number
  readonly id: number
  readonly match: DeliveryMatch
  readonly effect: DeliveryEffect
  readonly when: When
  /** Whether a test expects it to have its way at least once. */
  readonly must_fire: boolean
  readonly seen: number
  readonly fired: number
  /** The delivery that it shaped last; 0 while there is none. */
  readonly last_fired_delivery: number
}

export const deliveryFaults = defineTable<DeliveryFaultRow>({ remembered: false })('delivery_faults', { key: ['id'] })

/** What is known of a fault that has met nothing yet. */
export const NEW_TALLY = { seen: 0, fired: 0, last_fired_delivery: 0 }

/** Counts a new delivery for every fault that matches it, and finds the oldest whose turn it is: that has its way. */
export function faultFor(tx: Tx, post: Post, delivery_id: number): DeliveryFaultRow | undefined {
  let firing: DeliveryFaultRow | undefined
  for (const fault of tx.range(deliveryFaults.key).all()) {
    if (!isMatched(fault.match, post)) continue
    const met = { ...fault, seen: fault.seen + 1 }
    const fires = !firing && mayHold(tx, fault, post) && isItsTurn(tx, met)
    tx.put(deliveryFaults, fires ? { ...met, fired: met.fired + 1, last_fired_delivery: delivery_id } : met)
    if (fires) firing = fault
  }
  return firing
}

/** Whoever overtakes a delivery that was held back is not held back itself. */
function mayHold(tx: Tx, { effect }: DeliveryFaultRow, { webhook_id }: Post): boolean {
  return effect !== 'reorder' || !heldBehind(tx, webhook_id)
}

function isItsTurn(tx: Tx, { id, when, seen, fired }: DeliveryFaultRow): boolean {
  const draw = streamOf(tx.world.seed, `delivery-fault:${id}`)
  return isSelected(when, { seen, fired }, tx.nowMs, (number) => draw(number) / 2 ** 32)
}

/** Begins to count anew for every fault, as a fork of a world does. */
export function restartDeliveryFaults(tx: Tx): void {
  for (const fault of tx.range(deliveryFaults.key).all()) {
    if (fault.seen > 0) tx.put(deliveryFaults, { ...fault, ...NEW_TALLY })
  }
}
