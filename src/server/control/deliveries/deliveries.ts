import type { ControlQueryOf } from '../../../kernel/contract/control.ts'
import { deliveries, type DeliveryRow, readDeliveryTally } from '../../../service/model/deliveries/delivery.ts'
import { shownDelivery } from '../../../service/rules/deliveries/payload.ts'
import { deleteDeliveries } from '../../../service/rules/deliveries/retention.ts'
import { objectionToResending, resendDelivery } from '../../../service/rules/deliveries/resend.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import { ControlError } from '../errors.ts'
import type { ControlOperations } from '../context.ts'
import { instantOrThrow } from '../parameters.ts'
import { readWait, waitAndView } from '../waits/wait.ts'
import { allDeliveries, deliveryView } from '../words/delivery-view.ts'

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

function deliveryOrThrow(tx: ReadTx, id: string): DeliveryRow {
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
    (wantedText === undefined || deliveryHasText(each, wantedText))
}

/** Whether the URL, the body or an answer contains a text in lower case. */
function deliveryHasText({ url, body, payload, attempts }: DeliveryRow, text: string): boolean {
  const answers = attempts.map(({ response, error }) => response?.body ?? error ?? '')
  return [url, body, JSON.stringify(payload), ...answers].some((each) => each.toLowerCase().includes(text))
}
