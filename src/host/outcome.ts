import type { Attempt } from '../resources/deliveries/attempt.ts'
import { settleDelivery, withdrawDelivery } from '../resources/deliveries/settle.ts'
import type { Cell } from './cell.ts'
import type { Pacer } from './pacer.ts'

/** Takes down what came of an attempt to deliver something. */
export function endAttempt(cell: Cell, pacer: Pick<Pacer, 'run'>, delivery: number, attempt: Attempt): Promise<void> {
  const { request: _, ...found } = attempt
  return cell.log.steps.act(
    (moment) => ({ kind: 'outcome', ...moment, delivery, found }),
    () => pacer.run(cell, (tx) => settleDelivery(tx, delivery, attempt)),
  )
}

/** Ends a delivery that is not to be sent any more. */
export function endDelivery(cell: Cell, pacer: Pick<Pacer, 'run'>, delivery: number): Promise<void> {
  return cell.log.steps.act(
    (moment) => ({ kind: 'withdrawal', ...moment, delivery }),
    () => pacer.run(cell, (tx) => withdrawDelivery(tx, delivery)),
  )
}
