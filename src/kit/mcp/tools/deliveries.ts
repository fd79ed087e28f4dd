import type { Schemas } from '../../client/contract.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { call, dataLine } from '../answer.ts'
import { declareOperation } from '../tool.ts'

/** Number of webhooks in an answer unless `limit` is given. */
const LIMIT = 20

export const listDeliveries = declareOperation({
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  description:
    'Lists the webhooks that a world sent, latest first, each with its URL, its payload, the answer of the receiver, and when the ' +
    'next attempt is due.',
  operation: 'getDeliveries',
  takes: ['world', 'event', 'status', 'list_id', 'webhook_id', 'since', 'before', 'limit'],
  changes: 'nothing',
  complete: (given) => ({ limit: LIMIT, ...given, order: 'desc' as const }),
  show({ deliveries }, { world, limit = LIMIT }) {
    const [latest] = deliveries
    if (!latest) {
      return {
        headline: `No webhook of the world ${world} matches.`,
        next: [
          `${call('read_state', { world, table: 'webhooks' })} shows which webhooks are registered, for which events and sources.`,
          'Retries and jobs wait for the clock: advance_clock lets time pass.',
        ],
      }
    }
    const request = latest.cause?.request
    const due = deliveries.find(({ status }) => status === 'retrying')?.next_attempt_at
    return {
      headline: `${formatCount(deliveries.length, 'webhook')} of the world ${world}, latest first.`,
      data: deliveries.map(deliveryLine),
      noun: 'webhooks',
      next: [
        `${call('why', { world, entity: 'delivery', id: String(latest.id) })} shows the chain to the latest, and why it did not arrive.`,
        ...(due === undefined ? [] : [`The next retry is due: ${call('advance_clock', { world, to: due })}.`]),
        ...(deliveries.length < limit
          ? []
          : [`There may be older ones: ${call('list_deliveries', { world, before: deliveries.at(-1)?.id })}.`]),
        request === undefined
          ? 'why explains how the thing that a webhook is about came to be as it is.'
          : `${call('list_requests', { world, request_id: request })} shows the call that caused the latest.`,
      ],
    }
  },
})

/** A delivery with its last attempt. */
export function deliveryLine({
  id,
  event,
  url,
  cause,
  created_at: at,
  status,
  reason,
  next_attempt_at: due,
  payload,
  attempts,
}: Schemas['Delivery']): string {
  const last = attempts.at(-1)
  return dataLine({
    delivery: id,
    event,
    url,
    cause,
    at,
    status,
    reason,
    next_attempt_at: due,
    attempts: attempts.length,
    answered: last?.response?.status,
    answer: last?.response?.body,
    error: last?.error,
    payload,
  })
}

export const resendDelivery = declareOperation({
  name: 'resend_delivery',
  title: 'Send a webhook again',
  description:
    'Sends a webhook of a world again, at once, to the current URL of its webhook. `advance_clock` with `by` 0 waits for the outcome.',
  operation: 'resendDelivery',
  changes: 'world',
  show: (delivery, { world }) => ({
    headline: `The webhook is sent again in the world ${world}.`,
    data: [deliveryLine(delivery)],
    next: [`${call('advance_clock', { world, by: 0 })} waits for the attempt and shows the answer of the receiver.`],
  }),
})
