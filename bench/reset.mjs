// The duration of a reset inside the server, of a world with many changes and a full journal.
import { json, median, time } from './measure.mjs'
import { startDouble } from './server.mjs'
import { ms } from './table.mjs'

const ROUNDS = 5
const WARMING = 50
const CHANGED = 10_000
const AT_ONCE = 500
/** Number of calls that fill a journal of 16 MiB: 64 KiB are kept of each response. */
const FILLING = 270

/**
 * With forty rows and with a hundred thousand. @param {import('./server.mjs').Server} big @returns
 * {Promise<import('./table.mjs').Figure[]>}
 */
export async function resets(big) {
  const small = await startDouble(['--clock', 'frozen'])
  const [forty, many] = [await resetInside(small.url), await resetInside(big.url)]
  await small.stop()
  return [
    { what: 'starter: reset, inside', ours: ms(forty), target: '< 1 ms', holds: forty < 1 },
    { what: 'big-audience: reset, inside', ours: ms(many), target: '< 1 ms', holds: many < 1 },
  ]
}

/** The duration of a reset beyond that of any control call. @param {string} url */
async function resetInside(url) {
  /** @type {number[][]} */
  const [health = [], reset = []] = [[], []]
  // The cost of a first call is not measured.
  for (let round = 0; round < WARMING; round++) await time(`${url}/_control/reset`, { method: 'POST', body: '{}' })
  for (let round = 0; round < ROUNDS; round++) {
    await use(url)
    for (let call = 0; call < 5; call++) health.push(await time(`${url}/_control/health`))
    reset.push(await time(`${url}/_control/reset`, { method: 'POST', body: '{}' }))
  }
  return Math.max(median(reset) - median(health), 0)
}

/** Changes ten thousand rows and fills the journal. @param {string} url */
async function use(url) {
  const { lists } = await json(`${url}/3.0/lists?count=1`)
  const list = `${url}/3.0/lists/${lists[0].id}`
  for (let from = 0; from < CHANGED; from += AT_ONCE) {
    const members = Array.from({ length: AT_ONCE }, (_, i) => ({
      email_address: `new${from + i}@acme.test`,
      status: 'subscribed',
    }))
    await json(list, { method: 'POST', body: JSON.stringify({ members }) })
  }
  for (let call = 0; call < FILLING; call++) await time(`${list}/members?count=1000`)
}
