// Ways to measure. Two sides are always measured in turns, so that other load on the machine affects both.
import { Agent, request } from 'node:http'
import autocannon from 'autocannon'

const CONNECTIONS = 8
/** The key of the world, and JSON as the type of bodies. */
export const HEADERS = { authorization: 'Bearer bench-dc1', 'content-type': 'application/json' }

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Options of a load, with its `duration` in seconds or its `amount` of calls; every answer must have the given status, which is 200 by default.
 * @typedef {Partial<autocannon.Options> & { status?: number }} LoadOptions
 */

/** Sends calls: the number of requests, and requests a second. @param {string} url @param {LoadOptions} options */
export async function load(url, { status = 200, ...options }) {
  const connections = Math.min(CONNECTIONS, options.amount ?? CONNECTIONS)
  const result = await autocannon({ url, connections, headers: HEADERS, ...options })
  const seen = Object.keys(result.statusCodeStats ?? {})
  if (seen.some((each) => Number(each) !== status) || result.errors > 0)
    throw new Error(`${options.method ?? 'GET'} ${url}: statuses ${seen.join(', ')}, ${result.errors} errors`)
  return { requests: result.requests.total, rate: result.requests.total / result.duration }
}

/** What several sides measure, round by round in turns. @param {number} rounds @param {readonly (() => Promise<number>)[]} sides */
export async function turns(rounds, sides) {
  /** @type {number[][]} */
  const seen = sides.map(() => [])
  for (let round = 0; round < rounds; round++) for (const [i, side] of sides.entries()) seen[i]?.push(await side())
  return seen
}

/** The median of the ratios of pairs. @param {readonly number[]} ours @param {readonly number[]} theirs */
export function ratioOf(ours, theirs) {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

/**
 * Medians of two sides measured in turns, and of the ratios of the pairs. @param {number} rounds @param {() => Promise<number>} ours
 * @param {() => Promise<number>} theirs
 */
export async function inTurns(rounds, ours, theirs) {
  const [first = [], second = []] = await turns(rounds, [ours, theirs])
  return { ours: median(first), theirs: median(second), ratio: ratioOf(first, second) }
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
