import { parseAccept } from 'hono/utils/accept'
import { AnsweredText } from '../../../kernel/contract/control.ts'
import type { ControlOperations } from '../context.ts'
import { takeSamples, type Labels, type Metric } from './samples.ts'
import type { Metric as RegisteredMetric, Registry, RegistryContentType } from 'prom-client'
import type { Histogram } from '../../metrics/request-durations.ts'

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

/** A value as prom-client writes it. */
interface MetricValue {
  readonly labels: Readonly<Partial<Record<string, string | number>>>
  readonly value: number
  readonly metricName?: string
}

/** A metric as prom-client writes it. */
interface WrittenMetric {
  readonly name: string
  readonly help: string
  readonly type: unknown
  readonly values: readonly MetricValue[]
}

/**
 * The metrics of this process, for all servers in it: prom-client begins to watch the event loop and garbage collection when they are
 * registered, and can't stop.
 */
let processMetrics: Registry | undefined

/** Writes metrics, and those of the process, in the text format of Prometheus or of OpenMetrics. */
async function exposition(
  metrics: readonly Metric[],
  isOpenMetrics: boolean,
): Promise<{ readonly type: string; readonly text: string }> {
  // Imported at the first scrape: most servers are never scraped.
  const { collectDefaultMetrics, Registry: MetricRegistry } = (await import('prom-client')).default
  if (!processMetrics) collectDefaultMetrics({ register: (processMetrics = new MetricRegistry()) })
  const type = isOpenMetrics ? MetricRegistry.OPENMETRICS_CONTENT_TYPE : MetricRegistry.PROMETHEUS_CONTENT_TYPE
  // A registry for each answer: writing OpenMetrics changes the names of the metrics in a registry.
  const registry = new MetricRegistry<RegistryContentType>()
  registry.setContentType(type)
  const all = [...metrics.map(writtenMetric), ...(await processMetrics.getMetricsAsJSON())]
  for (const metric of all) registry.registerMetric(registrable(metric))
  return { type: type.replace('; charset=utf-8', ''), text: await registry.metrics() }
}

/** A metric for a registry. Its values are counted elsewhere, so only the members for reading are implemented. */
function registrable(metric: WrittenMetric): RegisteredMetric {
  const { name, help, type } = metric
  const members = { name, help, type, get: async () => ({ ...metric, name: members.name }) }
  return members as unknown as RegisteredMetric
}

function writtenMetric({ name, help, type, values }: Metric): WrittenMetric {
  return {
    name,
    help,
    type,
    values: values.flatMap((each): MetricValue[] =>
      'histogram' in each ? listHistogramValues(name, each.labels, each.histogram) : [each],
    ),
  }
}

/** The values of a histogram: the number of observations up to each bound, their sum and their number. */
function listHistogramValues(name: string, labels: Labels, { bounds, counts, sum, count }: Histogram): MetricValue[] {
  let total = 0
  const buckets = [...bounds, '+Inf'].map((le, bucket) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le },
    value: (total += counts[bucket] ?? 0),
  }))
  return [...buckets, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: count }]
}
