import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { MemoryStore } from '../persistence/memory-store.ts'
import { scrape } from '../control/metrics/scrape.ts'
import type { Body } from '../mock.ts'
import { processOn } from '../processes.ts'
import { documentsIn } from './manifests.ts'

const dashboard: Body = JSON.parse(readFileSync('deploy/grafana/maildouble.json', 'utf8'))
const panels: Body[] = dashboard.panels.filter(({ type }: Body) => type !== 'row')
const targets: Body[] = panels.flatMap(({ targets: given }) => given)
const [monitor, policy] = documentsIn('deploy/kubernetes/monitor.yaml')

/** Labels that Prometheus adds to every sample, and the label of buckets. */
const ADDED = ['job', 'instance', 'le']

/** The metrics of a server with a store that has done a bit of everything. */
let served: Awaited<ReturnType<typeof scrape>>
beforeAll(async () => {
  const double = await processOn(new MemoryStore())
  await double.call('POST /_control/faults', { effect: { latency: 0 } })
  await double.call('GET /3.0/ping')
  served = await scrape(double)
  await double.stop()
})

/** The named metrics of the text format, with and without samples. */
const metricNames = () => [...served.text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)

test('the dashboard queries only metrics that a server has', () => {
  // A histogram that has observed nothing yet has no samples.
  const histograms = [...served.text.matchAll(/^# TYPE (\w+) histogram$/gm)].map(([, name]) => name)
  const names = [...metricNames(), ...histograms.flatMap((name) => [`${name}_bucket`, `${name}_sum`, `${name}_count`])]
  const queried = targets.flatMap(({ expr }) => [...expr.matchAll(/(\w+)\{/g)].map(([, name]) => name))
  expect(queried.length).toBeGreaterThanOrEqual(targets.length)
  expect(queried.filter((name) => !names.includes(name))).toEqual([])
})

test('the dashboard groups and names series only by labels that the metrics have', () => {
  for (const { expr, legendFormat } of targets) {
    const [, name = ''] = /(\w+?)(?:_bucket|_sum|_count)?\{/.exec(expr) ?? []
    const labels = served.samples.filter((each) => each.name.startsWith(name)).flatMap((each) => Object.keys(each.labels))
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list.split(', '))
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
    const others = [...grouped, ...named].filter((label) => !ADDED.includes(label) && !labels.includes(label))
    expect([expr, others]).toEqual([expr, []])
  }
})

test('the dashboard shows every metric of the server itself', () => {
  const expressions = targets.map(({ expr }) => expr).join('\n')
  const own = metricNames().filter((name) => /^(?:maildouble|http)_/.test(name))
  expect(own.length).toBeGreaterThan(12)
  expect(own.filter((name) => !expressions.includes(name))).toEqual([])
})

test('the dashboard takes its data source from a variable, and gives every panel an id and a place of its own', () => {
  expect(dashboard.templating.list.map(({ name }: Body) => name)).toEqual(['datasource', 'job', 'instance'])
  for (const each of [...panels, ...targets]) expect(each.datasource).toEqual({ type: 'prometheus', uid: '${datasource}' })
  const all: Body[] = dashboard.panels
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const cells = all.flatMap(({ gridPos: { x, y, w } }) => Array.from({ length: w }, (_, i) => `${x + i}/${y}`))
  expect(new Set(cells).size).toBe(cells.length)
  expect(all.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
})

describe('the ServiceMonitor', () => {
  const processes = documentsIn('deploy/kubernetes/maildouble.yaml').find(({ kind }) => kind === 'Service')
  const secrets: Body[] = documentsIn('deploy/kustomization.yaml')[0].secretGenerator

  test('the ServiceMonitor selects only the service of the processes, by its labels and its port', () => {
    const services = ['maildouble', 'balancer', 'valkey']
      .flatMap((file) => documentsIn(`deploy/kubernetes/${file}.yaml`))
      .filter(({ kind }) => kind === 'Service')
    const wanted = Object.entries(monitor.spec.selector.matchLabels)
    const selected = services.filter(({ metadata }) => wanted.every(([name, value]) => metadata.labels?.[name] === value))
    expect(selected.map(({ metadata }) => metadata.name)).toEqual(['maildouble-processes'])
    expect(processes.spec.ports.map(({ name }: Body) => name)).toContain(monitor.spec.endpoints[0].port)
  })

  test('the ServiceMonitor reads the metrics with the control token from the generated secret', async () => {
    const [{ path, authorization }] = monitor.spec.endpoints
    expect(served.type).toContain('text/plain')
    expect(path).toBe('/_control/metrics')
    expect(authorization).toEqual({ type: 'Bearer', credentials: { name: secrets[0].name, key: 'control-token' } })
    const { nameReference } = documentsIn('deploy/kubernetes/references.yaml')[0]
    expect(nameReference).toEqual([
      {
        kind: 'Secret',
        version: 'v1',
        fieldSpecs: [{ kind: monitor.kind, path: 'spec/endpoints/authorization/credentials/name' }],
      },
    ])
  })

  test('the ServiceMonitor comes with a network policy that admits Prometheus to the processes', () => {
    expect(policy.spec.podSelector.matchLabels).toEqual(processes.spec.selector)
    expect(policy.spec.ingress[0].ports).toEqual([{ port: 'http' }])
  })
})

test('the page on metrics lists every metric of the server itself, and no other', () => {
  const listed = [...readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(
    metricNames()
      .filter((name) => /^(?:maildouble|http)_/.test(name))
      .toSorted(),
  )
})
