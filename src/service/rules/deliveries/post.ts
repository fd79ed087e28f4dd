import { continueTrace, pickTrace, type TraceContext } from '../../../kernel/support/traceparent.ts'
import { chooseWords } from '../../vocabulary/words.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { type Attempt, deliveryMachine, type DeliveryRow, type Post, type Form } from '../../model/deliveries/delivery.ts'
import { faultFor } from './fault.ts'
import { chooseEffectKind } from './fault-effects.ts'
import { withoutOwnAddress } from '../urls/own-address.ts'
import { endOfQueue, requeueOvertaken, besideQueue } from './queue.ts'
import { addToTally, evictOldDeliveries } from './retention.ts'
import { encodeForm, eachText } from './payload.ts'

/** Creates a delivery. It is sent after the commit, or only recorded if the world does not send webhooks. */
export function postWebhook(tx: Tx, post: Post): DeliveryRow {
  const id = tx.count('deliveries.id')
  // If nothing is sent, delivery faults do not apply.
  if (tx.settings.webhooks.mode === 'record') return insert(tx, id, post, { status: 'recorded' })
  const fault = faultFor(tx, post, id)
  if (!fault) return enqueue(tx, id, post)
  const { id: fault_id, effect } = fault
  const { act, change } = chooseEffectKind(effect)
  const acted = act(tx, id, fault_id)
  if (acted === 'once') return enqueue(tx, id, change ? { ...post, payload: change(post.payload) } : post, { fault_id })
  if (acted !== 'twice') return insert(tx, id, post, { ...acted, fault_id })
  const delivery = enqueue(tx, id, post)
  enqueue(tx, tx.count('deliveries.id'), post, { fault_id, duplicate_of: id })
  return delivery
}

/** Creates a delivery whose attempt has already been made, with the trace of its request. The caller settles it next. */
export function recordPosted(tx: Tx, post: Post, { request }: Pick<Attempt, 'request'>): DeliveryRow {
  const trace = pickTrace({ traceparent: request.headers['traceparent'] })
  return insert(tx, tx.count('deliveries.id'), post, besideQueue(tx), trace)
}

/** Adds a delivery to the queue of its webhook, followed by the delivery that waits to be overtaken. */
function enqueue(tx: Tx, id: number, post: Post, fields: DeliveryFields = {}): DeliveryRow {
  const delivery = insert(tx, id, post, { ...endOfQueue(tx, post.webhook_id), ...fields })
  requeueOvertaken(tx, delivery)
  return delivery
}

type DeliveryFields = Partial<Pick<DeliveryRow, 'status' | 'turn' | 'place' | 'plan' | 'reason' | 'fault_id' | 'duplicate_of'>>

function insert(
  tx: Tx,
  id: number,
  { event, webhook_id, list_id = '', url, payload: given, secret = '' }: Post,
  fields: DeliveryFields,
  trace = requestTrace(tx),
): DeliveryRow {
  const payload = eachText(given, (text) => withoutOwnAddress(tx.world, text))
  const body = event === 'validation' ? '' : encodeForm(formAsSent(tx, event, payload))
  const delivery = createInState(tx, deliveryMachine, {
    id,
    event,
    webhook_id,
    list_id,
    url,
    cause: tx.cause,
    created_at: tx.nowMs,
    changed_at: tx.nowMs,
    status: 'pending',
    turn: 'over',
    place: 0,
    plan: undefined,
    payload,
    body,
    secret,
    attempts: [],
    reason: '',
    resent: false,
    fault_id: 0,
    duplicate_of: 0,
    ...fields,
    ...trace,
  })
  addToTally(tx, body.length)
  evictOldDeliveries(tx)
  return delivery
}

/** Continues the trace of the transaction. Its parent id is drawn only if there is a trace, so that no other draw depends on it. */
export function requestTrace(tx: Tx): TraceContext {
  const { traceparent } = tx.trace
  return traceparent === undefined ? {} : { traceparent: continueTrace(traceparent, tx.hex('traceparent', 16)) }
}

/** The payload in the words of the deployment. */
function formAsSent(tx: ReadTx, event: Post['event'], payload: Form): Form {
  // A translated form is a form still.
  return chooseWords(tx.settings).payload(event, payload) as Form
}
