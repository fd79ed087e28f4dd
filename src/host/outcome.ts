import type { Attempt } from '../resources/deliveries/attempt.ts'
import type { DeliveryRow } from '../resources/deliveries/delivery.ts'
import { settleDelivery, withdrawDelivery } from '../resources/deliveries/settle.ts'
import type { Cell } from './cell.ts'
import type { Pacer } from './pacer.ts'

/** A delivery that is under way: what comes of it is brought about by what brought about the delivery. */
type Underway = Pick<DeliveryRow, 'id' | 'cause'>

/** Takes down what came of an attempt to deliver something. */
export function endAttempt(cell: Cell, pacer: Pick<Pacer, 'run'>, { id, cause }: Underway, attempt: Attempt): Promise<void> {
  const { request: _, ...found } = attempt
  return cell.log.steps.act(
    (moment) => ({ kind: 'outcome', ...moment, delivery: id, found }),
    () => pacer.run(cell, (tx) => settleDelivery(tx, id, attempt), cause),
  )
}

/** Ends a delivery that is not to be sent any more. */
export function endDelivery(cell: Cell, pacer: Pick<Pacer, 'run'>, { id, cause }: Underway): Promise<void> {
  return cell.log.steps.act(
    (moment) => ({ kind: 'withdrawal', ...moment, delivery: id }),
    () => pacer.run(cell, (tx) => withdrawDelivery(tx, id), cause),
  )
}
