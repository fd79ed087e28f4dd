// What the log of `serve` costs. Servers without a log and with each form of it, in a file, answer the same GETs in turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callsOf, LIST } from './calls.mjs'
import { median, ratioOf, turns } from './measure.mjs'
import { startDouble } from './server.mjs'
import { cpuUs, firstMember } from './socket.mjs'
import { slower, us } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9)
const CALLS = Number(process.env['BENCH_CALLS'] ?? 5_000)
/** The most of a call without a log. A line of JSON has ten members. */
const MOST = { pretty: 1.05, json: 1.25 }

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function log() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-log-'))
  const servers = []
  for (const form of ['silent', 'pretty', 'json'])
    servers.push(await startDouble(['--log', form], {}, '/3.0/ping', process.execPath, join(folder, form)))
  const sides = []
  for (const server of servers) {
    const { id } = await firstMember(server.url, LIST)
    const call = callsOf(LIST, id)['GET of one member']
    sides.push(() => cpuUs(server, call, CALLS))
  }
  for (const side of sides) await side()
  const [silent = [], pretty = [], asJson = []] = await turns(ROUNDS, sides)
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true })
  const row = (/** @type {keyof typeof MOST} */ form, /** @type {number[]} */ taken) =>
    slower(
      `a GET with a ${form} log in a file: CPU time : without a log`,
      { ours: median(taken), theirs: median(silent), ratio: ratioOf(taken, silent) },
      us,
      MOST[form],
    )
  return [row('pretty', pretty), row('json', asJson)]
}
