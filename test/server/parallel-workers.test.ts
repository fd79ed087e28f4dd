import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'
import type { Body } from '../mock.ts'
import { receiver } from '../receiver.ts'
import { hour, type Worker } from './hour.ts'

const WORKERS = 50
const NAMES = Array.from({ length: WORKERS }, (_, i) => `worker-${String(i).padStart(2, '0')}`)

let server: RunningServer
let hooks: Awaited<ReturnType<typeof receiver>>
const logged: string[] = []

beforeAll(async () => {
  server = await startServer({ clock: { mode: 'frozen', rate: 0 }, log: (message) => logged.push(message) })
  hooks = await receiver()
})

afterAll(async () => {
  hooks.close()
  await server.stop()
})

async function control(path: string, body?: unknown): Promise<Body> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return (await fetch(`${server.url}/_control${path}`, { ...init, headers: { 'content-type': 'application/json' } })).json()
}

async function workerNamed(id: string): Promise<Worker> {
  return { world: await control('/worlds', { id, scenario: 'starter', seed: 'same' }), receiver: `${hooks.url}/${id}` }
}

/** What a worker's hour left behind, as text in which nothing is its own. */
async function leftBy(worker: Worker, answers: readonly unknown[]): Promise<Record<string, string>> {
  const { id } = worker.world
  const of = (path: string): Promise<Body> => control(`/worlds/${id}${path}`)
  const counts: Record<string, number> = (await of('')).counts
  const tables = await Promise.all(Object.keys(counts).map(async (name) => inOrder(await of(`/state/${name}?count=1000`))))
  const received = hooks.received.filter(({ path }) => path === `/${id}`).map(({ method, body }) => [method, body])
  // The journal comes first: it tells the order of the ids of requests.
  const left = {
    requests: await of('/requests?limit=1000'),
    answers,
    deliveries: await of('/deliveries?limit=1000'),
    emails: await of('/emails?limit=1000'),
    faults: await of('/faults'),
    clock: await of('/clock'),
    counts,
    tables,
    received,
  }
  const own = secretsOf(worker)
  return Object.fromEntries(
    Object.entries(left).map(([name, what]) => [name, impersonal(JSON.stringify(what, withoutTransport), own)]),
  )
}

/** The rows of a table in the order in which they were made: some are known by their secrets. */
function inOrder({ table, rows }: Body): unknown {
  return { table, rows: rows.toSorted((a: { seq: number }, b: { seq: number }) => a.seq - b.seq) }
}

const TRANSPORT = ['real_at', 'duration_ms', 'host', 'connection', 'date', 'content-length', 'keep-alive', 'transfer-encoding']
const CLIENT = ['accept', 'accept-language', 'accept-encoding', 'user-agent', 'sec-fetch-mode']

/** Where two texts begin to differ, if they do. */
function differences(where: string, one: string, other: string): string[] {
  if (one === other) return []
  let at = 0
  while (one[at] === other[at]) at++
  const around = (text: string): string => text.slice(Math.max(at - 200, 0), at + 100)
  return [`${where}: ${around(one)} instead of ${around(other)}`]
}

/** Leaves out real times, and headers that say how something was sent and not what. */
function withoutTransport(name: string, value: unknown): unknown {
  return TRANSPORT.includes(name) || CLIENT.includes(name) ? undefined : value
}

/** The texts that belong to one world only. */
function secretsOf({ world, receiver: hook }: Worker): [string, string][] {
  const { base_url, id, api_key, oauth } = world
  return [
    [hook, '<receiver>'],
    [base_url, '<base>'],
    [id, '<id>'],
    [api_key, '<key>'],
    [oauth.client_id, '<client>'],
    [oauth.client_secret, '<secret>'],
  ]
}

/** Secrets that are made on the way, and the ids of requests, are told by the order in which they come. */
const MADE =
  /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{32}(?=-dc1)|(?<="(?:token|code|access_token|sig)":")[0-9a-f]+/g

function impersonal(text: string, own: readonly [string, string][]): string {
  const known = new Map<string, string>()
  const named = (secret: string): string => known.get(secret) ?? known.set(secret, `<${known.size + 1}>`).get(secret) ?? ''
  return own.reduce((whole, [secret, name]) => whole.replaceAll(secret, name), text).replace(MADE, named)
}

test(
  'fifty workers on one port do the same at once, and none of them leaves a trace with another',
  { timeout: 30_000 },
  async () => {
    const workers = await Promise.all(NAMES.map(workerNamed))
    const answers = await Promise.all(workers.map(hour))
    const left = await Promise.all(workers.map((worker, i) => leftBy(worker, answers[i] ?? [])))
    const [first] = left
    const strange = left.flatMap((each, i) =>
      Object.keys(each).flatMap((what) => differences(`${NAMES[i]}, ${what}`, each[what] ?? '', first?.[what] ?? '')),
    )
    expect(strange).toEqual([])
    expect(first?.['clock']).toContain('2026-01-15T09:57:')
    expect(logged).toEqual([])
  },
)
