// The additional duration of a call to a process that has not loaded its world yet.
import { load, makeWorlds } from './load.mjs'
import { json, median } from './measure.mjs'
import { startDouble } from './server.mjs'
import { startValkey } from './store-servers.mjs'

const WORLDS = 20
const CHANGED = 20

/** Milliseconds beyond those of a later call. @param {string} scenario @returns {Promise<{ first: number, others: number }>} */
export async function loading(scenario) {
  const valkey = await startValkey('always')
  const [maker, other] = [await startDouble(['--store', valkey.url]), await startDouble(['--store', valkey.url])]
  const places = await makeWorlds(maker.url, WORLDS, { scenario })
  if (scenario === 'starter') await load(maker.url, places, { connections: 1, posts: 10, amount: WORLDS * CHANGED })
  // Its first call should be the first of the world, and not of the process.
  const warm = await makeWorlds(other.url, 2, { name: 'warm', scenario: 'empty' })
  for (let round = 0; round < 50; round++) await timeOf(other.url, warm[round % 2])
  /** @type {number[]} */
  const more = []
  for (const place of places) {
    const before = await timeOf(other.url, place)
    more.push(before - Math.min(await timeOf(other.url, place), await timeOf(other.url, place)))
  }
  await maker.stop()
  await other.stop()
  await valkey.stop()
  const [first = Number.NaN, ...others] = more
  return { first, others: median(others) }
}

/** @param {string} url @param {import('./load.mjs').Place | undefined} place */
async function timeOf(url, place) {
  const began = performance.now()
  const { lists } = await json(`${url}${place?.path}/3.0/lists?count=1`, { headers: { authorization: `Bearer ${place?.key}` } })
  if (!Array.isArray(lists)) throw new Error(`${place?.path} does not answer.`)
  return performance.now() - began
}
