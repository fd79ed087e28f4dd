import { beforeAll, describe, expect, test } from 'vitest'
import { makeWorldId } from '../../src/kit/testing/test-world.ts'
import { browserPath, withoutBrowser } from '../public/browser.ts'
import { Project, type Run } from './project.ts'

const CONFIG = `
import { defineConfig } from '@playwright/test'
export default defineConfig({
  testDir: '.',
  workers: 2,
  fullyParallel: true,
  use: {
    worldOptions: { seed: 'of-the-project' },
    extraHTTPHeaders: { 'x-other': 'kept' },
    launchOptions: { executablePath: ${JSON.stringify(browserPath)}, args: ['--no-sandbox'] },
  },
})
`

const idOf = (title: string, attempt = {}) =>
  makeWorldId({ project: '', file: 'worlds.spec.js', title, repeat: 0, retry: 0, ...attempt })

const WORLDS = `
import { expect, test } from 'maildouble/playwright'

const fault = { match: { operation: 'createBatch' }, effect: { connection: 'reset' }, must_fire: true }

test('options of the project', async ({ world }) => {
  expect([world.id, world.seed, world.scenario]).toEqual(['${idOf('options of the project')}', 'of-the-project', 'starter'])
})

test.describe('within', () => {
  test.use({ worldOptions: { scenario: 'empty' } })
  test('options of a suite', async ({ world, maildouble }) => {
    expect(world.scenario).toBe('empty')
    expect((await maildouble.worlds.list()).map(({ id }) => id)).toEqual(['default', world.id])
  })
})

test.describe('written here', () => {
  test.use({ worldOptions: { scenario_inline: 'name: written\\ndescription: Written here.\\nlists: [{ name: One }]' } })
  test('an inline scenario', async ({ world }) => {
    expect([world.scenario, (await world.status()).counts.lists]).toEqual(['written', 1])
  })
})

test.describe('again', () => {
  test.describe.configure({ retries: 1 })
  test('a retry', async ({ world }, { retry }) => {
    expect(world.id).toBe('${idOf('again a retry', { retry: 1 })}')
  })
})

test('a fault that does not fire', async ({ world }) => {
  await world.faults.add(fault)
  await world.fetch('/lists')
})

test('an expectation', async ({ world }) => {
  await world.fetch('/lists')
  expect(1).toBe(2)
})

test('meant to fail', async ({ world }) => {
  test.fail()
  await world.faults.add(fault)
  expect(world.id).toBe('')
})

test('skipped on the way', async ({ world }) => {
  await world.faults.add(fault)
  test.skip()
})
`

const BROWSER = `
import { alignTime, expect, test, travel } from 'maildouble/playwright'

test('a page and its world pass the same time', async ({ world, page }) => {
  await alignTime(world, page)
  expect((await page.evaluate(() => new Date().toISOString())).slice(0, 15)).toBe('2026-01-15T09:0')
  // The page's clock runs by itself, and the time until here varies.
  await page.clock.pauseAt('2026-01-15T09:10:00Z')
  await page.exposeFunction('poll', async () => void (await world.fetch('/ping')))
  await page.setContent('<script>setInterval(() => window.poll(), 10000)</script>')
  await travel(world, 'PT31S', page)
  expect((await world.clock.get()).now).toBe('2026-01-15T09:00:31.000Z')
  expect(await page.evaluate(() => new Date().toISOString())).toBe('2026-01-15T09:10:31.000Z')
  const calls = (await world.requests.list()).map(({ at }) => at.slice(0, 19))
  expect(calls).toEqual(['2026-01-15T09:00:10', '2026-01-15T09:00:20', '2026-01-15T09:00:30'])
})
`

const BAGGAGE_TITLE = 'each request of a test names its world'

const BAGGAGE = `
import { expect, test as base, worldInBaggage } from 'maildouble/playwright'

const test = base.extend(worldInBaggage)

test('${BAGGAGE_TITLE}', async ({ world, request, maildouble }) => {
  const headers = { authorization: 'Bearer shared-dc1' }
  expect((await request.get(maildouble.url + '/3.0/ping', { headers })).status()).toBe(401)
  const [{ request: sent, hint }] = await (await maildouble.worlds.get('default')).requests.list()
  expect(sent.headers).toMatchObject({ baggage: 'maildouble.world=' + world.id, 'x-other': 'kept' })
  expect(hint).toContain('names ' + world.id)
})
`

describe('Playwright fixtures configured only by options', () => {
  let run: Run
  beforeAll(async () => {
    const project = await Project.of({
      'playwright.config.js': CONFIG,
      'worlds.spec.js': WORLDS,
      'baggage.spec.js': BAGGAGE,
      ...(withoutBrowser ? {} : { 'browser.spec.js': BROWSER }),
    })
    run = await project.playwright()
  })

  test('Playwright fixtures configured only by options give each test its own world, and the expected tests fail', () => {
    const { 'a fault that does not fire': unfired, 'an expectation': expectation, ...others } = run.tests
    expect([unfired?.status, expectation?.status], run.out).toEqual(['failed', 'failed'])
    expect(Object.entries(others).map(([title, { status }]) => [title, status])).toEqual(
      expect.arrayContaining([
        ...['options of the project', 'options of a suite', 'an inline scenario', 'a retry', BAGGAGE_TITLE].map((title) => [
          title,
          'passed',
        ]),
        ['meant to fail', 'failed'],
        ['skipped on the way', 'skipped'],
        ...(withoutBrowser ? [] : [['a page and its world pass the same time', 'passed']]),
      ]),
    )
    expect(run.out).toContain('2 failed')
  })

  test('Playwright fixtures configured only by options report an unfired fault with the calls that came instead', () => {
    expect(run.tests['a fault that does not fire']?.messages).toContain(
      [
        'UnfiredFaultError: A fault of this test must fire and did not:',
        '  fault 1 never fired, no call matched it: {"match":{"operation":"createBatch"},"effect":{"connecti…',
        '',
        `Calls and webhooks of the world ${idOf('a fault that does not fire')}:`,
        '  GET /lists → 200',
      ].join('\n'),
    )
  })

  test('Playwright fixtures configured only by options attach the bundle to failed tests', () => {
    const id = idOf('an expectation')
    expect(run.out).toContain(`attachment #1: ${id}.bundle.json (application/json)`)
    expect(run.out).not.toContain('attachment #2')
    expect(run.out).not.toContain(idOf('meant to fail'))
  })
})
