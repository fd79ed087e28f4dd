import type { Body } from '../mock.ts'
import type { Received } from '../receiver.ts'
import { hour, type SuiteWorker } from './hour.ts'

/** The number of workers that use a server at once. */
const WORKERS = 50

/** Fifty workers on a busy machine can keep a receiver waiting for longer than the service would wait for it. */
const SETTINGS = { webhooks: { timeout: 'PT2M' } }

/** What each worker left behind, with everything individual replaced, by subject. */
export type Left = Readonly<Record<string, string>>

/** Lets workers do the same at once in a world each, and returns the final state of each world. */
export async function workersAtOnce(
  url: string,
  hooks: { readonly url: string; readonly received: readonly Received[] },
  count = WORKERS,
): Promise<Left[]> {
  const control = async (path: string, body?: unknown): Promise<Body> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(`${url}/_control${path}`, { ...init, headers: { 'content-type': 'application/json' } })).json()
  }
  const ids = Array.from({ length: count }, (_, i) => `worker-${String(i).padStart(2, '0')}`)
  const workers = await Promise.all(
    ids.map(async (id): Promise<SuiteWorker> => {
      return {
        world: await control('/worlds', { id, scenario: 'starter', seed: 'same', settings: SETTINGS }),
        receiver: `${hooks.url}/${id}`,
      }
    }),
  )
  const answers = await Promise.all(workers.map(hour))
  return Promise.all(workers.map((worker, i) => leftBy(worker, answers[i] ?? [])))

  async function leftBy(worker: SuiteWorker, answered: readonly unknown[]): Promise<Left> {
    const { id } = worker.world
    const of = (path: string): Promise<Body> => control(`/worlds/${id}${path}`)
    const counts: Record<string, number> = (await of('')).counts
    // Which table comes first depends on which module was loaded first.
    const names = Object.keys(counts).toSorted()
    // One after the other: on a slow machine, opening two thousand connections at once exceeds the client's timeout.
    const tables: unknown[] = []
    for (const name of names.filter((each) => counts[each] !== 0)) tables.push(inOrder(await of(`/state/${name}?count=1000`)))
    const received = hooks.received.filter(({ path }) => path === `/${id}`).map(({ method, body }) => [method, body])
    // The journal comes first: it determines the order of request ids.
    const left = {
      requests: await of('/requests?limit=1000'),
      answers: answered,
      deliveries: await of('/deliveries?limit=1000'),
      emails: await of('/emails?limit=1000'),
      faults: await of('/faults'),
      clock: await of('/clock'),
      counts: names.map((name) => [name, counts[name]]),
      tables,
      received,
    }
    const own = secretsOf(worker)
    return Object.fromEntries(
      Object.entries(left).map(([name, what]) => [name, impersonal(JSON.stringify(what, withoutTransport), own)]),
    )
  }
}

/** Where the compared items differ from the reference. */
export function differencesBetween(left: readonly Left[], other: Left | undefined): string[] {
  return left.flatMap((each, i) =>
    Object.keys(each).flatMap((what) => differences(`worker ${i}, ${what}`, each[what] ?? '', other?.[what] ?? '')),
  )
}

/** Where two texts start to differ, if they do. */
function differences(where: string, one: string, other: string): string[] {
  if (one === other) return []
  let at = 0
  while (one[at] === other[at]) at++
  const around = (text: string): string => text.slice(Math.max(at - 200, 0), at + 100)
  return [`${where}: ${around(one)} instead of ${around(other)}`]
}

/** The rows of a table in the order of creation; some have secrets as keys. */
function inOrder({ table, rows }: Body): unknown {
  return { table, rows: rows.toSorted((a: { seq: number }, b: { seq: number }) => a.seq - b.seq) }
}

const TRANSPORT = ['real_at', 'duration_ms', 'host', 'connection', 'date', 'content-length', 'keep-alive', 'transfer-encoding']
const CLIENT = ['accept', 'accept-language', 'accept-encoding', 'user-agent', 'sec-fetch-mode']

/** Removes real times, and headers about the transfer. */
function withoutTransport(name: string, value: unknown): unknown {
  return TRANSPORT.includes(name) || CLIENT.includes(name) ? undefined : value
}

/** The texts that are specific to one world. */
function secretsOf({ world, receiver: hook }: SuiteWorker): [string, string][] {
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

/**
 * Generated secrets and request ids, numbered in the order of their first occurrence. Matches only where no digit precedes: trying
 * again at each digit of megabytes takes seconds.
 */
const MADE =
  /(?<![0-9a-f])(?:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{32}(?=-dc1)|(?<="(?:token|code|access_token|sig)":")[0-9a-f]+)/g

function impersonal(text: string, own: readonly [string, string][]): string {
  const known = new Map<string, string>()
  const named = (secret: string): string => known.get(secret) ?? known.set(secret, `<${known.size + 1}>`).get(secret) ?? ''
  return own.reduce((whole, [secret, name]) => whole.replaceAll(secret, name), text).replace(MADE, named)
}
