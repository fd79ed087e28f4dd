import { vi } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'
import { DEADLINE_MS } from '../deadline.ts'
import type { Body } from '../mock.ts'
import { startHaproxy, type Haproxy } from '../servers/haproxy.ts'

/** The control token of all servers. */
export const TOKEN = 'token-of-all'

/** Three servers in this process behind HAProxy, without a store, so that the worlds tell them apart. */
export class BehindHaproxy {
  readonly haproxy: Haproxy
  readonly servers: readonly RunningServer[]
  readonly #answered: readonly number[]

  constructor(haproxy: Haproxy, servers: readonly RunningServer[], answered: readonly number[]) {
    this.haproxy = haproxy
    this.servers = servers
    this.#answered = answered
  }

  /** Calls the balancer. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.haproxy.url + path, init)
  }

  /** Calls the control API through the balancer. */
  async control(path: string, method = 'GET', body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    return this.fetch(`/_control${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  }

  /** Returns a response of the control API through the balancer. */
  async read(path: string): Promise<Body> {
    return (await this.control(path)).json()
  }

  /** The server that answers a call of the service. */
  async answererOf(path: string, init: RequestInit = {}): Promise<number> {
    const before = [...this.#answered]
    await (await this.fetch(path, init)).arrayBuffer()
    const changed = (): number => this.#answered.findIndex((count, i) => count > (before[i] ?? 0))
    return vi
      .waitUntil(() => (changed() === -1 ? false : { at: changed() }), { timeout: DEADLINE_MS, interval: 1 })
      .then(({ at }) => at)
  }

  /** The server that answers a call to the given world. */
  async answererForWorld(id: string): Promise<number> {
    return Number((await this.read(`/worlds/${id}`)).seed)
  }

  /** The number of service calls that each server has answered. */
  get answered(): readonly number[] {
    return [...this.#answered]
  }

  /** Ends all of it. */
  async stop(): Promise<void> {
    await this.haproxy.stop()
    await Promise.all(this.servers.map((server) => server.stop()))
  }
}

/** Starts all four. Each server has the worlds `shop` and `default`, both with the server's number as seed. */
export async function startBehindHaproxy(): Promise<BehindHaproxy> {
  const answered = [0, 0, 0]
  const servers = await Promise.all(
    answered.map((_, i) =>
      startServer({
        controlToken: TOKEN,
        seed: String(i),
        onEvent: ({ type }) => {
          if (type === 'call') answered[i] = (answered[i] ?? 0) + 1
        },
      }),
    ),
  )
  await Promise.all(
    servers.map(({ url }, i) =>
      fetch(`${url}/_control/worlds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'shop', seed: String(i), credentials: 'any' }),
      }),
    ),
  )
  const haproxy = await startHaproxy(servers.map(({ url }) => new URL(url).host))
  return new BehindHaproxy(haproxy, servers, answered)
}
