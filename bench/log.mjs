// What the log of `serve` costs. Servers without a log and with each form of it, in a file, answer the same GETs in turns. The CPU time of a call says
// more than the rate, since the load runs on the same machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIST } from './calls.mjs'
import { exactCpuMs } from './cpu.mjs'
import { load, median, ratioOf, turns } from './measure.mjs'
import { startDouble } from './server.mjs'
import { firstMember } from './socket.mjs'
import { slower, us } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
const RATIO_MAX = 1.05

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function log() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-log-'))
  const servers = []
  for (const form of ['silent', 'pretty', 'json'])
    servers.push(await startDouble(['--log', form], {}, '/3.0/ping', process.execPath, join(folder, form)))
  const sides = []
  for (const { url, pid } of servers) {
    const { id } = await firstMember(url, LIST)
    sides.push(() => cpuUs(pid, `${url}/3.0/lists/${LIST}/members/${id}`))
  }
  for (const side of sides) await side()
  const [silent = [], pretty = [], asJson = []] = await turns(ROUNDS, sides)
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true })
  const row = (/** @type {string} */ form, /** @type {number[]} */ taken) =>
    slower(
      `a GET with a ${form} log in a file: CPU time : without a log`,
      { ours: median(taken), theirs: median(silent), ratio: ratioOf(taken, silent) },
      us,
      RATIO_MAX,
    )
  return [row('pretty', pretty), row('json', asJson)]
}

/** Microseconds of CPU time of a call. @param {number} pid @param {string} url */
async function cpuUs(pid, url) {
  const before = exactCpuMs(pid)
  const { requests } = await load(url, SECONDS)
  return ((exactCpuMs(pid) - before) * 1_000) / requests
}
