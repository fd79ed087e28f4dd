import type { ControlQueryOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Attempt } from '../../../service/model/deliveries/attempt.ts'
import { deliveries, type DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import { shownDelivery } from '../../../service/rules/deliveries/payload.ts'
import { deleteDeliveries } from '../../../service/rules/deliveries/retention.ts'
import { readDeliveryTally } from '../../../service/model/deliveries/retention.ts'
import { objectionToResending, resendDelivery } from '../../../service/rules/deliveries/resend.ts'
import { isoMillis, type Millis } from '../../../kernel/support/time.ts'
import { peek, type Tx } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { ControlError } from '../errors.ts'
import type { ControlOperations } from '../context.ts'
import { instantOrThrow } from '../parameters.ts'
import { readWait, waitAndView } from '../requests/wait.ts'

export const deliveryOperations = {
  async getDeliveries({ context, handle, query, signal }) {
    const { wait, at_least = 1, limit = DELIVERIES_SHOWN, offset = 0, order = 'asc' } = query
    const fits = deliveryTest(query)
    context.scheduler.sync(handle)
    const done = () => allDeliveries(handle.world).filter(fits).length >= at_least
    return waitAndView(context, handle, { done, waitMs: readWait(wait), signal }, () => {
      const found = allDeliveries(handle.world).filter(fits)
      if (order === 'desc') found.reverse()
      const { evicted } = peek(handle.world, readDeliveryTally)
      return { deliveries: found.slice(offset, offset + limit).map(deliveryView), total: found.length, evicted }
    })
  },

  getDelivery({ context, handle, path: { delivery_id: id } }) {
    context.scheduler.sync(handle)
    return deliveryView(
      shownDelivery(
        handle.world,
        peek(handle.world, (tx) => deliveryOrThrow(tx, id)),
      ),
    )
  },

  async resendDelivery({ context, handle, path: { delivery_id: id } }) {
    context.scheduler.sync(handle)
    const resent = await context.scheduler.run(handle, (tx) => {
      const delivery = deliveryOrThrow(tx, id)
      const objection = objectionToResending(tx, delivery)
      if (objection !== undefined) throw new ControlError(409, objection)
      return resendDelivery(tx, delivery)
    })
    return deliveryView(shownDelivery(handle.world, resent))
  },

  async deleteDeliveries({ context, handle }) {
    context.scheduler.sync(handle)
    await context.scheduler.run(handle, deleteDeliveries)
  },
} satisfies Partial<ControlOperations>

/** Default limit. */
const DELIVERIES_SHOWN = 100

function deliveryOrThrow(tx: Tx, id: string): DeliveryRow {
  const delivery = /^\d{1,15}$/.test(id) ? tx.first(deliveries.key, { id: Number(id) }) : undefined
  if (delivery) return delivery
  throw new ControlError(404, `There is no delivery ${id.slice(0, 100)} (any more). GET .../deliveries lists them.`)
}

type DeliveryFilter = Pick<
  ControlQueryOf<'getDeliveries'>,
  'event' | 'list_id' | 'webhook_id' | 'status' | 'settled' | 'after' | 'before' | 'until' | 'text'
> & {
  readonly since?: unknown
}

function allDeliveries(world: WorldState): DeliveryRow[] {
  return peek(world, (tx) => tx.range(deliveries.key).all()).map((each) => shownDelivery(world, each))
}

/** The test for a filter. The GET that validates a URL has to be asked for. */
function deliveryTest({
  event,
  list_id,
  webhook_id,
  status,
  settled,
  since,
  after = 0,
  before = Number.POSITIVE_INFINITY,
  until,
  text,
}: DeliveryFilter): (delivery: DeliveryRow) => boolean {
  const from = typeof since === 'number' ? since * 1000 : 0
  const to = until === undefined ? Number.POSITIVE_INFINITY : instantOrThrow('until', until)
  const wantedText = text?.toLowerCase()
  return (each) =>
    (event === undefined ? each.event !== 'validation' : each.event === event) &&
    (list_id === undefined || each.list_id === list_id) &&
    (webhook_id === undefined || each.webhook_id === webhook_id) &&
    (status === undefined || each.status === status) &&
    (settled === undefined || settled === (each.status !== 'pending')) &&
    each.created_at >= from &&
    each.created_at < to &&
    each.id > after &&
    each.id < before &&
    (wantedText === undefined || hasText(each, wantedText))
}

/** Whether the URL, the body or an answer contains a text in lower case. */
function hasText({ url, body, payload, attempts }: DeliveryRow, text: string): boolean {
  const answers = attempts.map(({ response, error }) => response?.body ?? error ?? '')
  return [url, body, JSON.stringify(payload), ...answers].some((each) => each.toLowerCase().includes(text))
}

/** The deliveries that were created or attempted at or after an instant of the world. */
export function deliveriesSince(world: WorldState, at: Millis): DeliveryRow[] {
  return allDeliveries(world).filter(({ event, changed_at }) => event !== 'validation' && changed_at >= at)
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
