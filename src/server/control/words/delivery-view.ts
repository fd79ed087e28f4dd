import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { isoMillis, type Millis } from '../../../kernel/support/time.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { type Attempt, deliveries, type DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import { redactText } from '../../log/redact.ts'
import type { Secrets } from '../../log/secrets.ts'
import { shownDelivery } from '../../../service/rules/deliveries/payload.ts'

/** All deliveries, with their texts as their world shows them. */
export function allDeliveries(world: WorldState): DeliveryRow[] {
  return peek(world, (tx) => tx.range(deliveries.key).all()).map((each) => shownDelivery(world, each))
}

/** The deliveries that were created or attempted at or after an instant of the world. */
export function deliveriesSince(world: WorldState, at: Millis): DeliveryRow[] {
  return allDeliveries(world).filter(({ event, changed_at }) => event !== 'validation' && changed_at >= at)
}

/** What is sent and where to: `subscribe to https://app.test/hook`. */
export function describeDelivery(secrets: Secrets, { event, url }: Pick<DeliveryRow, 'event' | 'url'>): string {
  return `${event} to ${redactText(secrets, url)}`
}

/** View of a delivery, with its texts as its world shows them. */
export function deliveryView(delivery: DeliveryRow): ControlSchemas['Delivery'] {
  const { id, event, webhook_id, list_id, url, cause = {}, created_at, status, payload, body, attempts } = delivery
  const { reason, plan, duplicate_of, fault_id, traceparent } = delivery
  return {
    id,
    event,
    webhook_id,
    list_id,
    url,
    cause,
    created_at: isoMillis(created_at),
    status,
    ...(reason === '' ? {} : { reason }),
    ...(plan ? { next_attempt_at: isoMillis(plan.at) } : {}),
    ...(duplicate_of === 0 ? {} : { duplicate_of }),
    ...(fault_id === 0 ? {} : { delivery_fault: fault_id }),
    ...(traceparent === undefined ? {} : { traceparent }),
    payload,
    body,
    attempts: attempts.map(attemptView),
  }
}

function attemptView({ at, real_at, duration_ms, request, response, error, resent }: Attempt): ControlSchemas['DeliveryAttempt'] {
  return {
    at: isoMillis(at),
    real_at: isoMillis(real_at),
    duration_ms,
    request,
    response: response ?? null,
    error: error ?? null,
    ...(resent ? { resent } : {}),
  }
}
