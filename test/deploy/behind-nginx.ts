import { vi } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'
import { DEADLINE_MS } from '../deadline.ts'
import type { Body } from '../mock.ts'
import { startNginx, type Nginx } from '../servers/nginx.ts'

/** The control token of all servers. */
export const TOKEN = 'token-of-all'

/** Calls are sequential here, for which nginx keeps fewer connections than that. */
const TRIES_MAX = 10

/** Three servers in this process behind nginx, without a store, so that the worlds tell them apart. */
export class BehindNginx {
  readonly nginx: Nginx
  readonly servers: readonly RunningServer[]
  readonly #answered: readonly number[]

  constructor(nginx: Nginx, servers: readonly RunningServer[], answered: readonly number[]) {
    this.nginx = nginx
    this.servers = servers
    this.#answered = answered
  }

  /** Calls the balancer. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.nginx.url + path, init)
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
    let status = 502
    // A connection kept by nginx may have been closed by a server that ended, which nginx notices at the next call.
    for (let tries = 0; status === 502 && tries < TRIES_MAX; tries++) {
      const answer = await this.fetch(path, init)
      await answer.arrayBuffer()
      status = answer.status
    }
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
    await this.nginx.stop()
    await Promise.all(this.servers.map((server) => server.stop()))
  }
}

/** Starts all four; each server has a world `shop`, whose seed is the server's number, as is that of `default`. */
export async function startBehindNginx(): Promise<BehindNginx> {
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
  const nginx = await startNginx(servers.map(({ url }) => new URL(url).host))
  return new BehindNginx(nginx, servers, answered)
}
