import type { Advance } from '../../client/clock.ts'
import type { Duration, Schemas } from '../../client/contract.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
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
      headline: `The clock of the world ${world.id} moved from ${from} to ${end}. Ran: ${formatCount(total, 'job')}; ${outcomes(deliveries, sent)}.${waiting}`,
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

/** How many webhooks there were, and what became of them. */
function outcomes(deliveries: readonly Schemas['Delivery'][], total: number): string {
  if (total === 0) return 'no webhooks'
  const counts = [...grouped(deliveries, ({ status }) => status)].map(([status, all]) => `${all.length} ${status}`)
  const shown = deliveries.length < total ? `, of the first ${deliveries.length}` : ''
  return `${formatCount(total, 'webhook')}${shown}: ${counts.join(', ')}`
}

function farOf(given: { readonly by?: Duration | number; readonly to?: string; readonly until?: 'idle' }): Advance {
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
      headline: `${formatCount(found.length, 'webhook')} of the world ${world.id}, latest first.`,
      data: found.map(deliveryLine),
      noun: 'webhooks',
      next: [
        `${call('why', { world: world.id, entity: 'delivery', id: String(found[0]?.id ?? 0) })} shows the chain to the latest, and why it did not arrive.`,
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

export const resendDelivery = defineTool({
  name: 'resend_delivery',
  title: 'Send a webhook again',
  description:
    'Sends a webhook of a world again, at once, to the current URL of its webhook. `advance_clock` with `by` 0 waits for the outcome.',
  operations: ['resendDelivery'],
  needs: ['delivery_id'],
  takes: ['world'],
  changes: 'world',
  async run({ world: id, delivery_id: delivery }, { maildouble }) {
    const world = await maildouble.worlds.get(worldOf({ world: id }))
    return {
      headline: `The webhook is sent again in the world ${world.id}.`,
      data: [deliveryLine(await world.deliveries.resend(Number(delivery)))],
      next: [`${call('advance_clock', { world: world.id, by: 0 })} waits for the attempt and shows the answer of the receiver.`],
    }
  },
})

export const listEmails = defineTool({
  name: 'list_emails',
  title: 'List emails',
  description:
    'Lists the emails that a world sent, latest first: confirmations with their links, codes of domains, campaigns, automations, journeys, notifications of orders. With `email_id`: one ' +
    'whole email as text.',
  operations: ['getEmails', 'getEmail'],
  takes: ['world', 'email_id', 'to', 'kind', 'text', 'since', 'before', 'limit'],
  changes: 'nothing',
  async run({ world: id, email_id: one, ...filter }, { maildouble }) {
    const world = await maildouble.worlds.get(worldOf({ world: id }))
    if (one !== undefined) {
      const { html: _, ...email } = await world.emails.get(Number(one))
      return {
        headline: `An email of the world ${world.id}.`,
        data: [dataLine(email, { valueMax: 4_000, lineMax: 7_000 })],
        next: [`${call('why', { world: world.id, entity: 'email', id: String(email.id) })} shows what caused it.`],
      }
    }
    const found = await world.emails.list({ limit: LIMIT, ...filter, order: 'desc' })
    const [latest] = found
    return {
      headline: `${formatCount(found.length, 'email')} of the world ${world.id}${found.length > 1 ? ', latest first' : ''}.`,
      data: found.map(({ id: email, at, to, kind, subject, code, links, cause }) =>
        dataLine({ email, at, to, kind, subject, code, links, cause }),
      ),
      noun: 'emails',
      next: latest
        ? [
            `${call('list_emails', { world: world.id, email_id: String(latest.id) })} shows the latest as a whole.`,
            ...(found.length < (filter.limit ?? LIMIT)
              ? []
              : [`There may be older ones: ${call('list_emails', { world: world.id, before: found.at(-1)?.id ?? 0 })}.`]),
          ]
        : ['why of a call (entity request) tells why it sent no email.'],
    }
  },
})
