import { parseAccept } from 'hono/utils/accept'
import { AnsweredText } from '../../../kernel/contract/control.ts'
import type { ControlOperations } from '../context.ts'
import { exposition } from './exposition.ts'
import { takeSamples } from './samples.ts'

export const metricsOperations = {
  async getMetrics({ context, header }) {
    const { type, text } = await exposition(takeSamples(context), wantsOpenMetrics(header('accept')))
    return new AnsweredText(type, text)
  },
} satisfies Partial<ControlOperations>

const OPEN_METRICS = 'application/openmetrics-text'

/** Types that the text format of Prometheus satisfies. */
const TEXT = ['text/plain', 'text/*', '*/*']

/** Whether a client prefers OpenMetrics to the text format of Prometheus, by its `Accept` header. */
function wantsOpenMetrics(accept = ''): boolean {
  const preferred = parseAccept(accept).find(({ type, q }) => q > 0 && (type === OPEN_METRICS || TEXT.includes(type)))
  return preferred?.type === OPEN_METRICS
}
