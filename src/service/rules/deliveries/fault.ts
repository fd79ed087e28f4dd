import { isSelected } from '../../../kernel/support/when.ts'
import { stream } from '../../../kernel/support/random.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { Post } from '../../model/deliveries/delivery.ts'
import { chooseEffectKind } from './fault-effects.ts'
import { type DeliveryFaultRow, deliveryFaults, isMatched, NEW_TALLY } from '../../model/deliveries/fault.ts'

/** Counts a new delivery for every fault that matches it, and returns the oldest fault that is selected for it. */
export function faultFor(tx: Tx, post: Post, delivery_id: number): DeliveryFaultRow | undefined {
  let firing: DeliveryFaultRow | undefined
  for (const fault of tx.range(deliveryFaults.key).all()) {
    if (!isMatched(fault.match, post)) continue
    const counted = { ...fault, seen: fault.seen + 1 }
    const fires = !firing && (chooseEffectKind(fault.effect).canAffect?.(tx, post) ?? true) && isDue(tx, counted)
    tx.put(deliveryFaults, fires ? { ...counted, fired: counted.fired + 1, last_fired_delivery: delivery_id } : counted)
    if (fires) firing = fault
  }
  return firing
}

function isDue(tx: ReadTx, { id, when, seen, fired }: DeliveryFaultRow): boolean {
  const draw = stream(tx.world.seed, `delivery-fault:${id}`)
  return isSelected(when, { seen, fired }, tx.nowMs, (number) => draw(number) / 2 ** 32)
}

/** Resets the tallies of all delivery faults, as for a fork of a world. */
export function restartDeliveryFaults(tx: Tx): void {
  for (const fault of tx.range(deliveryFaults.key).all()) {
    if (fault.seen > 0) tx.put(deliveryFaults, { ...fault, ...NEW_TALLY })
  }
}
