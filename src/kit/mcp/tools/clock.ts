import type { Schemas } from '../../client/contract.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { call, dataLine, ToolError } from '../answer.ts'
import { declareOperation } from '../tool.ts'
import { deliveryLine } from './deliveries.ts'

export const advanceClock = declareOperation({
  name: 'advance_clock',
  description:
    'Moves the clock of a world and runs all that falls due: batches, exports, webhook retries, expiries, timelines. Answers when the ' +
    'webhooks that it caused have been attempted. Give exactly one of `by`, `to` and `until`.',
  operation: 'advanceClock',
  takes: ['world', 'by', 'to', 'until'],
  changes: 'world',
  complete(given) {
    const count = [given.by, given.to, given.until].filter((each) => each !== undefined).length
    if (count !== 1) throw new ToolError('Give exactly one of by (such as PT1H), to (an instant) and until (idle).')
    return given
  },
  show({ from, to, ran, ran_total: total, deliveries, deliveries_total: sent, stopped }, { world }) {
    const waiting = stopped === undefined ? '' : ' It stopped early, since deliveries took too long.'
    return {
      headline: `The clock of the world ${world} moved from ${from} to ${to}. Ran: ${formatCount(total, 'job')}; ${countOutcomes(deliveries, sent)}.${waiting}`,
      data: [...ran.map((each) => dataLine(each)), ...deliveries.map(deliveryLine)],
      noun: 'jobs and webhooks',
      omitted: { count: total - ran.length + sent - deliveries.length, how: 'list_deliveries lists webhooks.' },
      next: [`${call('diff', { world })} shows what changed.`, ...(stopped === undefined ? [] : ['Call it again to go on.'])],
    }
  },
})

/** How many webhooks there were, and what became of them. */
function countOutcomes(deliveries: readonly Schemas['Delivery'][], total: number): string {
  if (total === 0) return 'no webhooks'
  const counts = [...grouped(deliveries, ({ status }) => status)].map(([status, all]) => `${all.length} ${status}`)
  const shown = deliveries.length < total ? `, of the first ${deliveries.length}` : ''
  return `${formatCount(total, 'webhook')}${shown}: ${counts.join(', ')}`
}
