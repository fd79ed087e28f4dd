import type { Histogram, RequestSeries } from '../../metrics/request-durations.ts'
import { countOutstanding } from '../../../service/rules/deliveries/queue.ts'
import { jobs } from '../../../kernel/world/job.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { ControlContext } from '../context.ts'

export type Labels = Readonly<Record<string, string>>

/** A metric and its values at one moment. */
export type Metric =
  | {
      readonly type: 'counter' | 'gauge'
      readonly name: string
      readonly help: string
      readonly values: readonly { readonly labels: Labels; readonly value: number }[]
    }
  | {
      readonly type: 'histogram'
      readonly name: string
      readonly help: string
      readonly values: readonly { readonly labels: Labels; readonly histogram: Histogram }[]
    }

/** The metrics of a server, except those of its process. None has a label per world. */
export function takeSamples({ worlds, metrics, version, persistence: { progress } }: ControlContext): Metric[] {
  const { journals } = worlds.budgets
  const all = worlds.all()
  return [
    gauge('maildouble_build_info', 'The version of maildouble; always 1.', 1, { version }),
    {
      type: 'histogram',
      name: 'http_server_request_duration_seconds',
      help: 'Duration of calls of the API, of public pages and of the control API, until the answer is handed to the connection.',
      values: metrics.requests.all().map((each) => ({ labels: labelSeries(each), histogram: each.seconds })),
    },
    gauge('maildouble_worlds', 'Number of worlds in this process.', worlds.size),
    gauge('maildouble_unreadable_worlds', "Number of stored worlds that can't be read.", worlds.unreadable.size),
    gauge(
      'maildouble_pending_jobs',
      'Number of jobs that wait for their instant, in all worlds of this process.',
      sum(all, ({ world }) => peek(world, (tx) => tx.range(jobs.key).count)),
    ),
    gauge(
      'maildouble_pending_deliveries',
      'Number of webhook deliveries that are due and not yet attempted, in all worlds of this process.',
      sum(all, ({ world }) => peek(world, countOutstanding)),
    ),
    {
      type: 'counter',
      name: 'maildouble_deliveries_total',
      help: 'Number of times that a webhook delivery reached an outcome; `retrying` means that an attempt failed and is repeated.',
      values: metrics.deliveries.all().map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      type: 'counter',
      name: 'maildouble_faults_fired_total',
      help: 'Number of calls that a fault affected, by the effect of the fault.',
      values: metrics.faults.all().map(([effect, value]) => ({ labels: { effect }, value })),
    },
    counter(
      'maildouble_delivery_faults_fired_total',
      'Number of webhook deliveries that a delivery fault affected.',
      metrics.deliveryFaults,
    ),
    counter('maildouble_journal_entries_evicted_total', 'Number of calls evicted from journals.', journals?.evicted ?? 0),
    gauge('maildouble_journal_bytes', 'Estimated size of all journals of this process in bytes.', journals?.bytes ?? 0),
    counter('maildouble_defects_total', 'Number of bugs of maildouble that were reported in its log.', metrics.defects),
    ...(progress
      ? [
          {
            type: 'histogram' as const,
            name: 'maildouble_store_operation_duration_seconds',
            help: 'Duration of operations of the store, by operation and result.',
            values: metrics.store.map(({ operation, result, seconds }) => ({
              labels: { operation, result },
              histogram: seconds,
            })),
          },
          gauge(
            'maildouble_store_lag_seconds',
            'Longest time that unsaved changes of a world have been waiting to be saved.',
            progress.lag / 1000,
          ),
          gauge('maildouble_store_failing_worlds', 'Number of worlds whose last write failed.', progress.failing),
        ]
      : []),
  ]
}

/** The labels of a series, by the names of OpenTelemetry's conventions. */
function labelSeries({ method, route, status }: RequestSeries): Labels {
  return {
    http_request_method: method,
    ...(route === undefined ? {} : { http_route: route }),
    ...(status === null ? {} : { http_response_status_code: String(status) }),
  }
}

function gauge(name: string, help: string, value: number, labels: Labels = {}): Metric {
  return { type: 'gauge', name, help, values: [{ labels, value }] }
}

function counter(name: string, help: string, value: number): Metric {
  return { type: 'counter', name, help, values: [{ labels: {}, value }] }
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
