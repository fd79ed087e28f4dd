import type { Advance } from '../../client/clock.ts'
import type { Schemas } from '../../client/contract.ts'
import { counted } from '../../client/wording.ts'
import { call, dataLine } from '../answer.ts'
import { defineTool, worldOf } from '../tool.ts'
import { ToolError } from '../tool-error.ts'

export const advanceClock = defineTool({
  name: 'advance_clock',
  title: 'Advance the clock',
  description:
    'Moves the clock of a world and runs all that falls due: batches, exports, webhook retries, expiries, timelines. Answers when the ' +
    'webhooks that it caused have been attempted. Give exactly one of `by`, `to` and `until`.',
  operations: ['advanceClock', 'getWorld'],
  takes: ['world', 'by', 'to', 'until'],
  changes: 'world',
  async run({ world: id, ...far }, { maildouble }) {
    const world = await maildouble.worlds.get(worldOf({ world: id }))
    const {
      from,
      to: end,
      ran,
      ran_total: total,
      deliveries,
      deliveries_total: sent,
      stopped,
    } = await world.clock.advance(farOf(far))
    const waiting = stopped === undefined ? '' : ' It stopped early, since deliveries took too long.'
    return {
      headline: `The clock of the world ${world.id} moved from ${from} to ${end}. Ran: ${counted(total, 'job')}; sent: ${counted(sent, 'webhook')}.${waiting}`,
      data: [...ran.map((each) => dataLine(each)), ...deliveries.map(deliveryLine)],
      noun: 'jobs and webhooks',
      omitted: { count: total - ran.length + sent - deliveries.length, how: 'list_deliveries lists webhooks.' },
      next: [
        `${call('diff', { world: world.id })} shows what changed.`,
        ...(stopped === undefined ? [] : ['Call it again to go on.']),
      ],
    }
  },
})

function farOf(given: { readonly by?: string | number; readonly to?: string; readonly until?: 'idle' }): Advance {
  const { by, to, until } = given
  const count = [by, to, until].filter((each) => each !== undefined).length
  if (count !== 1) throw new ToolError('Give exactly one of by (such as PT1H), to (an instant) and until (idle).')
  if (by !== undefined) return { by }
  if (to !== undefined) return { to }
  return { until: until ?? 'idle' }
}

/** Number of webhooks in an answer unless `limit` is given. */
const LIMIT = 20

export const listDeliveries = defineTool({
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  description:
    'Lists the webhooks that a world sent, latest first, each with its URL, its payload, the answer of the receiver, and when the ' +
    'next attempt is due.',
  operations: ['getDeliveries'],
  takes: ['world', 'event', 'status', 'list_id', 'webhook_id', 'since', 'before', 'limit'],
  changes: 'nothing',
  async run({ world: id, ...filter }, { maildouble }) {
    const world = await maildouble.worlds.get(worldOf({ world: id }))
    const found = await world.deliveries.list({ limit: LIMIT, ...filter, order: 'desc' })
    if (found.length === 0) {
      return {
        headline: `No webhook of the world ${world.id} matches.`,
        next: [
          `${call('read_state', { world: world.id, table: 'webhooks' })} shows which webhooks are registered, for which events and sources.`,
          'Retries and jobs wait for the clock: advance_clock lets time pass.',
        ],
      }
    }
    const request = found[0]?.cause?.request
    const unanswered = found.find(({ status }) => status === 'retrying')
    return {
      headline: `${counted(found.length, 'webhook')} of the world ${world.id}, latest first.`,
      data: found.map(deliveryLine),
      noun: 'webhooks',
      next: [
        ...(unanswered?.next_attempt_at === undefined
          ? []
          : [`The next retry is due: ${call('advance_clock', { world: world.id, to: unanswered.next_attempt_at })}.`]),
        ...(found.length < (filter.limit ?? LIMIT)
          ? []
          : [`There may be older ones: ${call('list_deliveries', { world: world.id, before: found.at(-1)?.id ?? 0 })}.`]),
        request === undefined
          ? 'why explains how the thing that a webhook is about came to be as it is.'
          : `${call('list_requests', { world: world.id, request_id: request })} shows the call that caused the latest.`,
      ],
    }
  },
})

/** A delivery with its last attempt. */
function deliveryLine({
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
