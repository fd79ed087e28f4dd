// npm run bench:log: what the log of `serve` costs. Servers without a log and with each form of it, in a file, answer the same GETs in turns. The CPU
// time of a call says more than the rate, since the load runs on the same machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIST } from './calls.mjs'
import { exactCpuMs } from './cpu.mjs'
import { load, median } from './measure.mjs'
import { measuredOn } from './measured-on.mjs'
import { startDouble } from './server.mjs'
import { firstMember } from './socket.mjs'
import { grid, perSecond, us } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
const RATIO_MAX = 1.05

const folder = mkdtempSync(join(tmpdir(), 'bench-log-'))
process.once('exit', () => rmSync(folder, { recursive: true }))

const sides = []
for (const log of ['silent', 'pretty', 'json']) {
  const server = await startDouble(['--log', log], {}, '/3.0/ping', process.execPath, join(folder, log))
  const { id } = await firstMember(server.url, LIST)
  const url = `${server.url}/3.0/lists/${LIST}/members/${id}`
  await load(url, { duration: SECONDS })
  sides.push({ log, server, url, rates: [], cpu: [] })
}

for (let round = 0; round < ROUNDS; round++) for (const side of round % 2 ? sides.toReversed() : sides) await measure(side)
for (const { server } of sides) await server.stop()

const silent = sides[0]
const rows = sides.map(({ log, rates, cpu }) => {
  const ratio = median(cpu.map((value, round) => value / (silent?.cpu[round] ?? Number.NaN)))
  const target = log === 'silent' ? ['', ''] : [`<= ${RATIO_MAX}`, ratio <= RATIO_MAX ? 'yes' : 'NO']
  return [log, perSecond(median(rates)), us(median(cpu)), ratio.toFixed(2), ...target]
})
console.log(`${measuredOn()}\n`)
console.log(grid([['--log', 'GET of one member', 'CPU time of a call', ': silent', 'target', 'met'], ...rows]))

/** @param {{ server: import('./server.mjs').Server, url: string, rates: number[], cpu: number[] }} side */
async function measure({ server, url, rates, cpu }) {
  const before = exactCpuMs(server.pid)
  const { requests, rate } = await load(url, { duration: SECONDS })
  rates.push(rate)
  cpu.push(((exactCpuMs(server.pid) - before) * 1_000) / requests)
}
