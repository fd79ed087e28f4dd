// npm run bench: compares the double with a bare Hono server, in turns in one run.
import { cpus } from 'node:os'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bigAudience } from './big-audience.mjs'
import { drivers } from './drivers.mjs'
import { kit } from './kit.mjs'
import { inTurns, json, rate } from './measure.mjs'
import { processes } from './processes.mjs'
import { recovery } from './recovery.mjs'
import { residentMb, startBare, startDouble } from './server.mjs'
import { ms, perSecond, table } from './table.mjs'
import { withoutSocket } from './without-socket.mjs'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const LIST = '/3.0/lists'

/** @type {import('./table.mjs').Figure[]} */
const figures = []

const ready = await inTurns(
  ROUNDS * 2 + 1,
  readyMs(() => startDouble([])),
  readyMs(() => startBare()),
)
figures.push(slower('process start to first answer', ready, ms, 1.2))

const double = await startDouble([])
await new Promise((resolve) => setTimeout(resolve, 1_000))
const idle = residentMb(double.pid)
// The list of `starter` that has only the four default merge fields, and interests.
const list = `${LIST}/aaaaaaaaaa/members`
const page = await json(`${double.url}${list}`)
const member = await json(`${double.url}${list}/${page.members[0].id}`)
const objects = join(mkdtempSync(join(tmpdir(), 'bench-')), 'objects.json')
writeFileSync(objects, JSON.stringify({ member, page }))
const bare = await startBare(objects)

const one = `${list}/${member.id}`
figures.push(
  faster(
    'GET of one member',
    await inTurns(
      ROUNDS,
      () => rate(double.url + one, SECONDS),
      () => rate(bare.url + one, SECONDS),
    ),
    0.7,
  ),
)
figures.push(
  faster(
    'GET of a page of ten',
    await inTurns(
      ROUNDS,
      () => rate(double.url + list, SECONDS),
      () => rate(bare.url + list, SECONDS),
    ),
    0.7,
  ),
)

let made = 0
/** @type {Partial<import('autocannon').Options>} */
const posting = {
  method: 'POST',
  requests: [
    {
      setupRequest: (request) => ({
        ...request,
        body: JSON.stringify({ email_address: `new${made++}@acme.test`, status: 'subscribed', merge_fields: { FNAME: 'Ada' } }),
      }),
    },
  ],
}
// Each round starts with the scenario: a list that grows by a hundred thousand members would be another measurement.
const post = async () => {
  await fetch(`${double.url}/_control/reset`, { method: 'POST' })
  return rate(double.url + list, SECONDS, posting)
}
figures.push(faster('POST of a new member', await inTurns(ROUNDS, post, () => rate(bare.url + list, SECONDS, posting)), 0.4))
figures.push({
  what: 'resident memory, idle with starter',
  ours: `${idle.toFixed(0)} MB`,
  theirs: '',
  target: '< 85 MB',
  holds: idle < 85,
})
await double.stop()
await bare.stop()

figures.push(...withoutSocket())
figures.push(...(await kit(ROUNDS)))
figures.push(...(await bigAudience()))
figures.push(...(await recovery()))

console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`,
)
console.log(table(figures))
console.log(`\n${await drivers(ROUNDS)}`)
console.log(`\n${await processes(3, SECONDS)}`)
process.exitCode = figures.some((figure) => figure.holds === false) ? 1 : 0

/** @param {() => Promise<import('./server.mjs').Server>} start */
function readyMs(start) {
  return async () => {
    const server = await start()
    await server.stop()
    return server.readyMs
  }
}

/** @param {string} what @param {{ ours: number, theirs: number }} seen @param {number} least */
function faster(what, { ours, theirs }, least) {
  const ratio = ours / theirs
  return { what, ours: perSecond(ours), theirs: perSecond(theirs), ratio, target: `>= ${least}`, holds: ratio >= least }
}

/** @param {string} what @param {{ ours: number, theirs: number }} seen @param {(value: number) => string} show @param {number} most */
function slower(what, { ours, theirs }, show, most) {
  const ratio = ours / theirs
  return { what, ours: show(ours), theirs: show(theirs), ratio, target: `<= ${most}`, holds: ratio <= most }
}
