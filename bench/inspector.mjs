// npm run bench:inspector: the calls that one load of each page of the inspector makes, and how much longer an advance takes while a page is
// open. Needs a Chromium that Playwright finds.
import { mainThreadMs } from './cpu.mjs'
import { json } from './measure.mjs'
import { chromium } from 'playwright-core'
import { startDouble } from './server.mjs'
import { grid, ms } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const PAGES = ['requests', 'timeline', 'state', 'webhooks', 'emails', 'faults', 'act', 'contract']
const QUIET_MS = 700

const double = await startDouble(['--scenario', 'newsletter-live', '--clock', 'frozen'])
const browser = await chromium.launch({
  executablePath: process.env['BENCH_BROWSER'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})

/** @param {string} world @param {string} name */
async function open(world, name) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  /** @type {string[]} */
  const calls = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/_control/')) calls.push(pathname.replace(/^\/_control\/(?:worlds\/[^/]+)?/, ''))
  })
  await page.goto(`${double.url}/_inspector/?${new URLSearchParams({ world, page: name })}`)
  await page.locator('main').waitFor()
  // Until no call has been made for a while.
  for (let known = -1; known !== calls.length;) {
    known = calls.length
    await page.waitForTimeout(QUIET_MS)
  }
  return { page, calls }
}

/** @param {string} path @param {unknown} body */
const post = (path, body) => json(`${double.url}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) })

let made = 0
/** The CPU time of the server's main thread in an advance of eight days of a new world. @param {boolean} isOpen whether a page of the inspector shows the world */
async function advance(isOpen) {
  const world = `bench-${++made}`
  await post('worlds', { id: world, scenario: 'newsletter-live', clock: { mode: 'frozen' } })
  const opened = isOpen ? await open(world, 'requests') : undefined
  const began = mainThreadMs(double.pid)
  await post(`worlds/${world}/clock/advance`, { by: 'P8D' })
  const took = mainThreadMs(double.pid) - began
  await opened?.page.close()
  return took
}

const rows = []
for (const name of PAGES) {
  const { page, calls } = await open('default', name)
  rows.push([name, String(calls.length), String(calls.length - new Set(calls).size)])
  await page.close()
}
console.log(grid([['page', 'calls per load', 'of them to the same path'], ...rows]))

// Other load on the machine only makes an advance longer, so the best of the rounds is closest to its own time.
const times = { without: Infinity, with: Infinity }
for (let round = 0; round < ROUNDS; round++) {
  times.without = Math.min(times.without, await advance(false))
  times.with = Math.min(times.with, await advance(true))
}
const cost = ((times.with / times.without - 1) * 100).toFixed(0)
console.log(
  grid([
    ['an advance of eight days', 'CPU time of the server'],
    ['without a page', ms(times.without)],
    [`with an open page (+${cost} %)`, ms(times.with)],
  ]),
)
await browser.close()
await double.stop()
