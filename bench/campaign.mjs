// npm run bench:campaign: a campaign to a list of 100,000 members who react to it, and its report.
import { cpus } from 'node:os'
import { inTurns, json, median, time } from './measure.mjs'
import { makeCampaign, startWithReaders } from './readers.mjs'
import { residentMb } from './server.mjs'
import { ms, table } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)

const double = await startWithReaders()
const before = residentMb(double.pid)
const post = (/** @type {unknown} */ body) => ({ method: 'POST', body: JSON.stringify(body) })
const api = `${double.url}/3.0`
const advance = (/** @type {string} */ by) => time(`${double.url}/_control/clock/advance`, post({ by }))

const id = await makeCampaign(double.url)
const send = await time(`${api}/campaigns/${id}/actions/send`, { method: 'POST' })
// The emails go out in ten steps within 1,000 seconds of the world's clock.
const steps = []
for (let step = 0; step < 10; step++) steps.push(await advance('PT100S'))
const sent = residentMb(double.pid)
const week = await advance('P8D')
const reacted = residentMb(double.pid)

const report = `${api}/reports/${id}`
const summary = await json(report)
const [link] = (await json(`${report}/click-details`)).urls_clicked
const open = await time(
  `${double.url}/_control/triggers`,
  post({ trigger: 'campaign.open', campaign_id: id, ...(await firstReader()) }),
)
const cold = await time(report)
const warm = await inTurns(
  ROUNDS,
  () => time(report),
  () => time(report),
)

/** @param {string} path @param {number} deep */
async function pages(path, deep) {
  const at = (/** @type {number} */ offset) => () => time(`${report}/${path}?count=1000&offset=${offset}`)
  await at(deep)()
  return { path, deep, ...(await inTurns(ROUNDS, at(deep), at(0))) }
}
const measured = [
  await pages('sent-to', 90_000),
  await pages('email-activity', 90_000),
  await pages('open-details', Math.floor(0.9 * summary.opens.unique_opens)),
  await pages(`click-details/${link.id}/members`, Math.floor(0.5 * link.unique_clicks)),
]
const domains = await time(`${report}/domain-performance`)
const locations = await time(`${report}/locations`)
const campaign = await time(`${api}/campaigns/${id}`)
await double.stop()

async function firstReader() {
  const { sent_to } = await json(`${report}/sent-to?count=1`)
  return { email_address: sent_to[0].email_address }
}

const reactions = summary.opens.opens_total + summary.clicks.clicks_total
/** @param {string} what @param {number} taken @param {number} max */
const row = (what, taken, max) => ({ what, ours: ms(taken), target: `<= ${ms(max)}`, holds: taken <= max })
const mb = (/** @type {string} */ what, /** @type {number} */ value, /** @type {number} */ max) => ({
  what,
  ours: `${value.toFixed(0)} MB`,
  target: `<= ${max} MB`,
  holds: value <= max,
})
/** @type {import('./table.mjs').Figure[]} */
const figures = [
  row('action send', send, 500),
  row('a step of 10,000 emails', median(steps), 1_000),
  row(`a week with ${reactions} opens and clicks`, week, 20_000),
  row('report after an open', cold, 500),
  row('report, warm', warm.ours, 20),
  row('trigger of an open', open, 50),
  row('campaign', campaign, 50),
  row('domains', domains, 1_000),
  row('locations', locations, 500),
  ...measured.map(({ path, deep, ours, theirs, ratio }) => ({
    what: `${path.replace(/\/\w{10}\//, '/{id}/')}: 1000 at ${deep} : first page`,
    ours: ms(ours),
    theirs: `(${ms(theirs)})`,
    ratio,
    target: '<= 1.3',
    holds: ratio <= 1.3,
  })),
  mb('resident before', before, 350),
  mb('resident after the send', sent, 600),
  mb('resident after the week', reacted, 700),
]
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`,
)
console.log(table(figures))
process.exitCode = figures.some((figure) => figure.holds === false) ? 1 : 0
