// npm run bench:stores: the cost of persistence, and of very many worlds.
import { cpus } from 'node:os'
import { arithmetic } from './arithmetic.mjs'
import { growths, growthTable } from './growth.mjs'
import { load, makeWorlds } from './load.mjs'
import { loading } from './loading.mjs'
import { median } from './measure.mjs'
import { passedByHaproxy } from './passed.mjs'
import { shared } from './processes.mjs'
import { startDouble } from './server.mjs'
import { startValkey, valkeyName, withoutHaproxy, withoutValkey } from './store-servers.mjs'
import { grid, ms, perSecond } from './table.mjs'
import { costOf, mostOf } from './valkey-load.mjs'
import { rowWeights, worldInValkey } from './weight.mjs'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const WORLDS = 64

console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`,
)
const grown = await growths()
console.log(`${growthTable(grown)}\n`)

const weights = await rowWeights()
const bytes = (/** @type {number | undefined} */ value) =>
  value === undefined ? '' : `${Math.round(value).toLocaleString('en')}`
const [inFile, inValkey] = grown.map((each) => each.bytesARow)
console.log(
  grid([
    ['bytes of a member that was made', 'memory', 'lowdb', ...(weights.valkey ? [valkeyName] : [])],
    ['where it is kept', '', bytes(inFile), ...(weights.valkey ? [bytes(inValkey)] : [])],
    .../** @type {const} */ (['objects', 'resident']).map((what) => [
      what === 'objects' ? 'objects of the process' : 'resident in the process',
      bytes(weights.memory[what]),
      bytes(weights.lowdb[what]),
      ...(weights.valkey ? [bytes(weights.valkey[what])] : []),
    ]),
  ]),
)

const missing = withoutValkey ?? withoutHaproxy
if (missing) console.log(`\nWhat follows needs Valkey and HAProxy, and is left out: ${missing}.`)
else await atScale()

async function atScale() {
  const [starter, newsletter] = [await loading('starter'), await loading('newsletter')]
  const head = ['a world that a process does not have yet', 'the first of its scenario there', 'the next ones']
  const times = [
    ['starter, after 20 writes', ms(starter.first), ms(starter.others)],
    ['newsletter', ms(newsletter.first), ms(newsletter.others)],
  ]
  console.log(`\n${grid([head, ...times])}`)

  const [question, commit] = [await costOf('hget', SECONDS), await costOf('evalsha', SECONDS)]
  const [v, w] = [await mostOf('ask', SECONDS), await mostOf('write', SECONDS)]
  const us = (/** @type {number} */ value) => `${value.toFixed(1)} µs`
  console.log(
    `\n${grid([
      [valkeyName, 'of the command', 'CPU time in all', 'a second, maximum seen'],
      ['a question for a version', us(question.scriptUs), us(question.cpuUs), perSecond(v)],
      ['a commit of a new member', us(commit.scriptUs), us(commit.cpuUs), perSecond(w)],
    ])}`,
  )

  const passed = await passedByHaproxy(SECONDS)
  console.log(
    `\nHAProxy passed ${perSecond(passed.rate)} with ${passed.cores.toFixed(2)} cores: ${perSecond(passed.aCore)} a core.`,
  )

  const behind = []
  for (const count of [1, 2, 3]) behind.push(await medianOf(async () => (await shared(count, SECONDS)).mixed.rate))
  const p = await medianOf(mixed)
  const [aWorld, b] = [await worldInValkey(), passed.bytes]
  const measured = { p, behind, n: passed.aCore, v, w, b, aWorld, aMember: inValkey ?? Number.NaN, aCommit: commit.aofBytes }
  console.log(`\n${arithmetic(measured)}`)
}

/** Nine of ten calls read, in worlds used by one client each. */
async function mixed() {
  const valkey = await startValkey('always')
  const double = await startDouble(['--store', valkey.url])
  const places = await makeWorlds(double.url, WORLDS)
  const how = { connections: WORLDS, posts: 1 }
  await load(double.url, places, { ...how, amount: 8_000 })
  const { rate } = await load(double.url, places, { ...how, seconds: SECONDS })
  await double.stop()
  await valkey.stop()
  return rate
}

/** @param {() => Promise<number>} once */
async function medianOf(once) {
  const seen = []
  for (let round = 0; round < ROUNDS; round++) seen.push(await once())
  return median(seen)
}
