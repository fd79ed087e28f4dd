// Ways to measure. Two sides are always measured in turns, so that what else the machine does meets both.
import autocannon from 'autocannon'

const CONNECTIONS = 8
const HEADERS = { authorization: 'Bearer bench-dc1', 'content-type': 'application/json' }

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Requests a second over some seconds. @param {string} url @param {number} seconds @param {Partial<autocannon.Options>} [options] */
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

/** Milliseconds of a call over a connection that stays open. @param {string} url @param {RequestInit} [init] */
export async function time(url, init = {}) {
  const began = performance.now()
  const response = await fetch(url, { ...init, headers: { ...HEADERS, ...init.headers } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status}`)
  return performance.now() - began
}

/** The answer of a call. @param {string} url @param {RequestInit} [init] @returns {Promise<any>} */
export async function json(url, init = {}) {
  const response = await fetch(url, { ...init, headers: { ...HEADERS, ...init.headers } })
  return response.json()
}
