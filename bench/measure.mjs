// Ways to measure. Two sides are always measured in turns, so that other load on the machine affects both.
import { Agent, request } from 'node:http'
import autocannon from 'autocannon'

const CONNECTIONS = 8
const HEADERS = { authorization: 'Bearer bench-dc1', 'content-type': 'application/json' }

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Requests a second over some seconds. @param {string} url @param {number} seconds @param {Partial<autocannon.Options>} [options]
 */
export async function rate(url, seconds, options = {}) {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers: HEADERS, ...options })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.total / result.duration
}

/** Medians of two sides measured in turns. @param {number} rounds @param {() => Promise<number>} ours @param {() => Promise<number>} theirs */
export async function inTurns(rounds, ours, theirs) {
  /** @type {{ ours: number[], theirs: number[] }} */
  const seen = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round++) {
    seen.ours.push(await ours())
    seen.theirs.push(await theirs())
  }
  return { ours: median(seen.ours), theirs: median(seen.theirs) }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * Milliseconds of a call over a kept-alive connection. @param {string} url @param {{ method?: string, body?: string }} [init]
 * @returns {Promise<number>}
 */
export function time(url, { method = 'GET', body } = {}) {
  return new Promise((done, failed) => {
    const began = performance.now()
    const call = request(url, { method, agent, headers: HEADERS }, (response) => {
      response.resume().once('end', () => {
        if ((response.statusCode ?? 500) < 300) done(performance.now() - began)
        else failed(new Error(`${method} ${url}: ${response.statusCode}`))
      })
    })
    call.once('error', failed)
    call.end(body)
  })
}

/** The response to a call. @param {string} url @param {RequestInit} [init] @returns {Promise<any>} */
export async function json(url, init = {}) {
  const response = await fetch(url, { ...init, headers: { ...HEADERS, ...init.headers } })
  return response.json()
}
