import { basename, relative } from 'node:path'
import { type Fixtures, type Page, type PlaywrightTestOptions, test as base, type TestInfo } from '@playwright/test'
import type { Duration, Maildouble, World, WorldOptions } from '../client/index.ts'
import { readInstantMillis } from '../../kernel/support/time.ts'
import { advanceTogether, type Journey } from './advance-together.ts'
import { serverOfEnvironment } from './environment.ts'
import type { TestArtifacts } from './failures.ts'
import { MadeWorldsReport } from './made-worlds-report.ts'
import { onDeletion, rememberWorlds } from './made-worlds.ts'
import { shareOwnServer } from './own-server.ts'
import { appendTo, type TestAttempt, type TestOutcome, TestWorld } from './test-world.ts'

function identifyAttempt({ project, file, titlePath, repeatEachIndex, retry }: TestInfo): TestAttempt {
  return {
    project: project.name,
    file: relative(project.testDir, file),
    title: titlePath.slice(1).join(' '),
    repeat: repeatEachIndex,
    retry,
  }
}

function readOutcome({ status, expectedStatus }: TestInfo): TestOutcome {
  return {
    hasRun: status !== 'skipped' && status !== 'interrupted' && expectedStatus !== 'skipped',
    hasFailed: status !== 'passed',
    isMeantToFail: expectedStatus !== 'passed',
  }
}

/** Attaches the bundle of a failed test to the reports. */
async function attachTo(info: TestInfo, files: TestArtifacts | undefined): Promise<void> {
  const path = files?.bundle
  if (path !== undefined) await info.attach(basename(path), { path, contentType: 'application/json' })
}

/** Fixtures for Playwright: a world for each test. */

export type { Journey } from './advance-together.ts'
export { UnfiredFaultError } from './unfired-faults.ts'
export { expect } from '@playwright/test'

/** Options of a project or file. */
export interface MaildoubleOptions {
  /** The options of the test's world, as for `worlds.create()`. */
  worldOptions: WorldOptions
}

/** Fixtures per test. */
export interface MaildoubleFixtures extends MaildoubleOptions {
  /** The world of the test. */
  world: World
}

/** Fixtures per worker. */
export interface MaildoubleWorkerFixtures {
  /** The server. */
  maildouble: Maildouble
}

/** The connection of this worker, once a test or hook has asked for it. */
let connection: Maildouble | undefined

/** The tests that have the fixture `world`, which reports more than a report about worlds that the test made itself. */
const testsWithWorld = new WeakSet<TestInfo>()

/** Reports the worlds that a test made itself. Tests do not use this fixture, and it starts no server. */
const reports: Fixtures<{ maildoubleReport: undefined }> = {
  maildoubleReport: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use, info: TestInfo) => {
      const made = new MadeWorldsReport({
        attempt: () => identifyAttempt(info),
        connection: () => connection,
        isConcurrent: false,
      })
      const report = async (): Promise<void> => {
        if (testsWithWorld.has(info)) return
        const failure = await made.failure(readOutcome(info))
        if (failure) appendTo(info.errors[0], failure.text)
        await attachTo(info, failure?.files)
      }
      const unsubscribe = onDeletion(async () => {
        if (readOutcome(info).hasFailed) await report()
      })
      await use(undefined)
      unsubscribe()
      await report()
      if (!testsWithWorld.has(info)) made.end(readOutcome(info))
    },
    { auto: true, box: true, timeout: 60_000 },
  ],
}

/**
 * The fixtures, for a `test` of your own.
 *
 * @example
 * import { test as base } from '@playwright/test'
 * import { expect, fixtures, type MaildoubleFixtures, type MaildoubleWorkerFixtures } from 'maildouble/playwright'
 *
 * const test = base.extend<MaildoubleFixtures, MaildoubleWorkerFixtures>(fixtures)
 *
 * test('a list is there', async ({ world }) => {
 *   expect((await world.fetch('/lists/aaaaaaaaaa')).status).toBe(200)
 * })
 */
export const fixtures: Fixtures<MaildoubleFixtures, MaildoubleWorkerFixtures> = {
  ...reports,
  maildouble: [
    // Playwright reads the names of the requested fixtures from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const named = await serverOfEnvironment()
      if (named) return use((connection = rememberWorlds(named)))
      const { maildouble, release } = await shareOwnServer()
      await use((connection = rememberWorlds(maildouble)))
      await release()
    },
    // An own timeout, since starting a server on a busy machine can take longer than a test may.
    { scope: 'worker', timeout: 60_000 },
  ],
  worldOptions: [{}, { option: true }],
  world: [
    async ({ maildouble, worldOptions }, use, info: TestInfo) => {
      testsWithWorld.add(info)
      const testWorld = await TestWorld.begin(maildouble, identifyAttempt(info), worldOptions)
      await use(testWorld.world)
      const outcome = readOutcome(info)
      const late = await testWorld.lateFailure(outcome)
      const failure = late ? undefined : await testWorld.failure(outcome)
      if (failure) appendTo(info.errors[0], failure.text)
      await attachTo(info, (late ?? failure)?.files)
      await testWorld.end(outcome)
      if (late) throw late.error
    },
    // A timeout of its own, so that the report is written also after a test has used up its time.
    { timeout: 60_000 },
  ],
}

/**
 * Fixtures for one application that all tests share: the requests of a test's pages name the world of the test by the header `baggage`. The
 * application passes the header on with its calls of the service (OpenTelemetry does), to a server that was started with `--shared-key`.
 *
 * @example
 * import { test as base, worldInBaggage } from 'maildouble/playwright'
 *
 * const test = base.extend(worldInBaggage)
 *
 * test('each request names the world', async ({ page }) => {
 *   await page.goto('about:blank')
 * })
 */
export const worldInBaggage: Fixtures<object, object, Pick<PlaywrightTestOptions, 'extraHTTPHeaders'> & MaildoubleFixtures> = {
  extraHTTPHeaders: async ({ world, extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, baggage: `maildouble.world=${world.id}` })
  },
}

/**
 * Playwright's `test` with a world for each test, on the server at MAILDOUBLE_URL or else on one of the worker. Set the world's
 * options with `test.use({ worldOptions: { scenario: 'newsletter' } })`.
 *
 * @example
 * import { expect, test } from 'maildouble/playwright'
 *
 * test('the account has three lists', async ({ world }) => {
 *   const answer = await world.fetch('/lists')
 *   expect((await answer.json()).total_items).toBe(3)
 * })
 */
export const test = base.extend<MaildoubleFixtures, MaildoubleWorkerFixtures>(fixtures)

/**
 * Advances the time of a world and that of a page together, by an ISO 8601 duration or milliseconds. It proceeds in steps of a
 * second, at most about 60, and stops wherever something in the world falls due. After each step it waits until all calls are
 * answered. The page needs an installed clock, see `alignTime`.
 *
 * @throws MaildoubleError if the clock of the world is not frozen.
 * @example
 * import { alignTime, expect, test, travel } from 'maildouble/playwright'
 *
 * test('half a minute later', async ({ world, page }) => {
 *   await alignTime(world, page)
 *   await travel(world, 'PT31S', page)
 *   expect((await world.clock.get()).now).toBe('2026-01-15T09:00:31.000Z')
 * })
 */
export function travel(world: World, far: Duration | number, { clock }: Pick<Page, 'clock'>): Promise<Journey> {
  return advanceTogether(world, far, { pass: (ms) => clock.runFor(ms), pendingTimers: () => undefined })
}

/**
 * Installs a clock in a page, set to the time of a world. It runs until `page.clock.pauseAt()` stops it.
 *
 * @example
 * import { alignTime, expect, test } from 'maildouble/playwright'
 *
 * test('it is January', async ({ world, page }) => {
 *   await alignTime(world, page)
 *   expect(await page.evaluate(() => new Date().toISOString())).toContain('2026-01-15T09:00')
 * })
 */
export async function alignTime(world: World, { clock }: Pick<Page, 'clock'>): Promise<void> {
  const { now } = await world.clock.get()
  await clock.install({ time: readInstantMillis(now) ?? 0 })
}
