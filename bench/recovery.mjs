// The time until a killed server answers again, with a big-audience world of which ten thousand rows were changed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, median } from './measure.mjs'
import { startDouble } from './server.mjs'
import { startValkey, valkeyName, withoutValkey } from './store-servers.mjs'
import { ms } from './table.mjs'

const ROUNDS = 3
const CHANGED = 10_000
const AT_ONCE = 500
const MS_MAX = 2_000

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function recovery() {
  const begun = await startDouble(['--scenario', 'big-audience', '--clock', 'frozen'])
  await begun.stop()
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
  const inFolder = await recovered(['--data', folder])
  rmSync(folder, { recursive: true, force: true })
  const figures = [figure('recovery from a folder', inFolder, begun.readyMs)]
  if (withoutValkey) return [...figures, { what: `recovery from Valkey: skipped, ${withoutValkey}`, ours: '', target: '' }]
  const valkey = await startValkey('always')
  const inValkey = await recovered(['--store', valkey.url])
  await valkey.stop()
  return [...figures, figure(`recovery from ${valkeyName}`, inValkey, begun.readyMs)]
}

/** @param {string} what @param {number} taken @param {number} begun @returns {import('./table.mjs').Figure} */
function figure(what, taken, begun) {
  const fresh = { theirs: `(${ms(begun)})`, ratio: taken / begun }
  return { what: `big-audience: ${what}`, ours: ms(taken), ...fresh, target: `< ${MS_MAX / 1000} s`, holds: taken < MS_MAX }
}

/** From the start of the process to the first response, which contains a changed row. @param {string[]} keep */
async function recovered(keep) {
  const options = ['--clock', 'frozen', ...keep]
  let double = await startDouble(['--scenario', 'big-audience', ...options])
  const row = await change(double.url)
  const taken = []
  for (let round = 0; round < ROUNDS; round++) {
    process.kill(double.pid, 'SIGKILL')
    double = await startDouble(options, {}, row)
    taken.push(double.readyMs)
    const { merge_fields } = await json(double.url + row)
    if (merge_fields?.FNAME !== 'Changed') throw new Error(`${row} is not as it was kept.`)
  }
  await double.stop()
  return median(taken)
}

/** Changes ten thousand members and returns the path of one. @param {string} url */
async function change(url) {
  const { lists } = await json(`${url}/3.0/lists?count=1`)
  const list = `/3.0/lists/${lists[0].id}`
  let last = ''
  for (let offset = 0; offset < CHANGED; offset += AT_ONCE) {
    const { members } = await json(
      `${url}${list}/members?count=${AT_ONCE}&offset=${offset}&fields=members.id,members.email_address`,
    )
    const body = members.map((/** @type {any} */ { email_address }) => ({ email_address, merge_fields: { FNAME: 'Changed' } }))
    const answer = await json(url + list, { method: 'POST', body: JSON.stringify({ members: body, update_existing: true }) })
    if (answer.total_updated !== AT_ONCE)
      throw new Error(`${answer.total_updated} members were changed: ${JSON.stringify(answer.errors)}`)
    last = `${list}/members/${members[0].id}`
  }
  return last
}
