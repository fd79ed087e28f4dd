import { routes } from '../../src/kernel/contract/service.ts'
import type { RunClock, RawAnswer, RawRequest, Send } from '../../src/kit/drift/run/transport.ts'
import { runDrift, type DriftOptions } from '../../src/kit/drift/run/drift.ts'
import type { Result } from '../../src/kit/drift/result.ts'
import { mock, type Body } from '../mock.ts'
import { LITTLE_DATA } from '../scenarios/little-data.ts'

/** An answer on its way to the client, to be bent. */
export interface Bendable {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly isAnonymous: boolean
  /** Number of this call in the run, from 1 on. */
  readonly number: number
  status: number
  readonly headers: Map<string, string>
  body: Body
  httpVersion: string
  /** Replaces the body, as text or bytes. */
  raw?: Uint8Array
}

/** Changes an answer, or asks the service something else instead. */
export type Bend = (answer: Bendable, ask: (path: string) => Promise<Bendable>) => void | Promise<void>

export interface Service {
  readonly send: (bend?: Bend) => Send
  /** The calls that the service got: method, path and query. */
  readonly calls: string[]
  readonly requests: RawRequest[]
  readonly double: ReturnType<typeof mock>
}

export const BASE = new URL('http://maildouble.test/3.0')
export const KEY = 'secret-key-of-the-test-dc1'

/** A service in this process, in a world whose clock stands still. */
export async function serviceOf(plan: Parameters<typeof mock>[0] = { scenario: 'newsletter' }): Promise<Service> {
  const double = mock({ ...plan, settings: { service_time: 0, ...plan?.settings } }, { scenarios: LITTLE_DATA })
  await double.ready
  // Faults would answer instead of the service.
  await double.call('DELETE /_control/faults')
  const calls: string[] = []
  const requests: RawRequest[] = []
  const ask = async (request: RawRequest, number: number): Promise<Bendable> => {
    const { method, url, headers, body } = request
    const response = await double.app.request(url.href, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await response.text()
    return {
      method,
      path: url.pathname.replace(/^\/3\.0/, ''),
      query: url.searchParams,
      isAnonymous: !('authorization' in headers),
      number,
      status: response.status,
      headers: new Map(response.headers),
      body: text === '' ? undefined : JSON.parse(text),
      httpVersion: '1.1',
    }
  }
  const send =
    (bend: Bend = () => {}): Send =>
    async (request): Promise<RawAnswer> => {
      calls.push(`${request.method} ${request.url.pathname}${request.url.search}`)
      requests.push(request)
      const number = calls.length
      const answer = await ask(request, number)
      await bend(answer, (path) => ask({ ...request, url: new URL(`${BASE.href}${path}`) }, number))
      const { status, headers, body, httpVersion, raw } = answer
      return { status, headers, httpVersion, body: raw ?? Buffer.from(body === undefined ? '' : JSON.stringify(body)) }
    }
  return { send, calls, requests, double }
}

/** A clock that only moves when a run waits, and keeps how long. */
export function virtualClock(): RunClock & { readonly waits: number[]; at: number } {
  const clock = {
    at: 1_768_467_600_000,
    waits: [] as number[],
    now: () => clock.at,
    wait: async (ms: number) => {
      clock.waits.push(ms)
      clock.at += ms
    },
  }
  return clock
}

/** Runs drift against a service without limits of rate. */
export function driftAgainst(send: Send, options: Partial<DriftOptions> = {}): Promise<Result> {
  return runDrift({ base: BASE, key: KEY, send, clock: virtualClock(), rate: undefined, maxCalls: 300, values: true, ...options })
}

/** The operations on the way from the root to one of them. */
export function wayTo(...operations: readonly string[]): (operation: string) => boolean {
  const paths = operations.map((each) => routes.find(({ id }) => id === each)?.path ?? '')
  const ids = routes
    .filter(({ path }) => path === '/' || paths.some((each) => each === path || each.startsWith(`${path}/`)))
    .map(({ id }) => id)
  return (operation) => ids.includes(operation)
}

/** All differences of a result, with their operations. */
export function differencesOf({ operations, elsewhere }: Result) {
  return [
    ...operations.flatMap(({ operation, differences }) => differences.map((each) => ({ operation, ...each }))),
    ...elsewhere.differences.map((each) => ({ operation: undefined, ...each })),
  ]
}
