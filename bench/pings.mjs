// How long GET /3.0/ping waits while a campaign goes out to 100,000 members and they react, and while a year passes: the CPU time of the server's main
// thread, since on a busy machine the wait itself is longer.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mainThreadMs } from './cpu.mjs'
import { HEADERS, json, time } from './measure.mjs'
import { startDouble } from './server.mjs'
import { ms, withLimit } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const MS_MAX = 50
const WARMING = 100

const LIST = 'b16b16b16b'
const SCENARIO = `name: readers
description: A list of a hundred thousand members who react to campaigns.
lists:
  - id: ${LIST}
    name: Readers
    campaign_defaults: { from_name: Acme, from_email: news@acme.test }
    engagement: {}
generate: { members: [{ list: ${LIST}, members: { count: 100000, since: -P729D } }] }
`
const HTML = '<p>Dear *|FNAME|*, <a href="https://acme.test/hats">hats</a> and <a href="https://acme.test/shoes">shoes</a>.</p>'

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function pings() {
  const seen = { campaign: Number.POSITIVE_INFINITY, year: Number.POSITIVE_INFINITY }
  // Other load on the machine only makes waits longer, so the best of the rounds is closest to the server's own.
  for (let round = 0; round < ROUNDS; round++) {
    seen.campaign = Math.min(seen.campaign, await duringCampaign())
    seen.year = Math.min(seen.year, await duringYear())
  }
  return [
    withLimit('a call while 100,000 emails go out and are read: CPU time of the longest wait', seen.campaign, ms, MS_MAX),
    withLimit('a call while a year of newsletter-live passes: CPU time of the longest wait', seen.year, ms, MS_MAX),
  ]
}

async function duringCampaign() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  writeFileSync(join(folder, 'readers.yaml'), SCENARIO)
  const double = await startDouble(['--scenario-dir', folder, '--scenario', 'readers', '--clock', 'frozen'])
  const campaign = await makeCampaign(double.url)
  const longest = await longestWait(double, async () => {
    await fetch(`${campaign}/actions/send`, { method: 'POST', headers: HEADERS })
    await advance(double, 'P8D')
  })
  const { status } = await json(campaign)
  if (status !== 'sent') throw new Error(`The campaign was not sent, it is ${status}.`)
  await double.stop()
  rmSync(folder, { recursive: true, force: true })
  return longest
}

async function duringYear() {
  const double = await startDouble(['--scenario', 'newsletter-live', '--clock', 'frozen'])
  const longest = await longestWait(double, () => advance(double, 'P365D'))
  await double.stop()
  return longest
}

/** Makes a campaign with links, and returns its URL. @param {string} url of the server */
async function makeCampaign(url) {
  const settings = { subject_line: 'Hats', from_name: 'Acme', reply_to: 'news@acme.test' }
  const body = JSON.stringify({ type: 'regular', recipients: { list_id: LIST }, settings })
  const { id } = await json(`${url}/3.0/campaigns`, { method: 'POST', body })
  const campaign = `${url}/3.0/campaigns/${id}`
  await json(`${campaign}/content`, { method: 'PUT', body: JSON.stringify({ html: HTML }) })
  return campaign
}

/** The most CPU time of the server's main thread in the wait for a ping. @param {{ url: string, pid: number }} double @param {() => Promise<unknown>} work */
export async function longestWait({ url, pid }, work) {
  for (let warm = 0; warm < WARMING; warm++) await time(`${url}/3.0/ping`)
  const state = { going: true }
  const working = work().finally(() => (state.going = false))
  let longest = 0
  while (state.going) {
    const before = mainThreadMs(pid)
    await time(`${url}/3.0/ping`)
    longest = Math.max(longest, mainThreadMs(pid) - before)
  }
  await working
  return longest
}

/** @param {{ url: string }} double @param {string} by */
function advance({ url }, by) {
  return json(`${url}/_control/clock/advance`, { method: 'POST', body: JSON.stringify({ by }) })
}
