import { rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type Fixtures, type Page, test as base, type TestInfo } from '@playwright/test'
import { connect, type Maildouble, type World, type WorldOptions } from '../client/index.ts'
import { readInstantMillis } from '../support/time.ts'
import { journey, type Journey } from './advance-together.ts'
import { evidenceOf, replayOf } from './artifacts.ts'
import { serverOfEnvironment } from './environment.ts'
import { holdOwnServer } from './own-server.ts'
import { type TestAttempt, type TestOutcome, Staging } from './test-world.ts'

/** What tells a test of Playwright from all others. */
function attemptOf({ project, file, titlePath, repeatEachIndex, retry }: TestInfo): TestAttempt {
  return {
    project: project.name,
    file: relative(project.testDir, file),
    title: titlePath.slice(1).join(' '),
    repeat: repeatEachIndex,
    retry,
  }
}

/** How a test of Playwright went so far. */
function outcomeOf({ status, expectedStatus }: TestInfo): TestOutcome {
  return { isJudged: expectedStatus === 'passed' && status !== 'skipped', hasFailed: status !== expectedStatus }
}

/** Attaches what happened in a world. Tells where that is, and what a person can do with it. */
async function attachTo(info: TestInfo, world: World): Promise<string> {
  const told = [`What happened in the world ${world.id} of this test:`]
  for (const each of await evidenceOf(world)) {
    if (typeof each === 'string') {
      told.push(`  ${each}`)
      continue
    }
    const { ending, what, contentType, text } = each
    const path = info.outputPath(`${world.id}.${ending}`)
    writeFileSync(path, text)
    await info.attach(`${world.id}.${ending}`, { path, contentType })
    // It is a copy that is attached.
    const shown = relative('.', info.attachments.at(-1)?.path ?? path)
    if (shown !== relative('.', path)) rmSync(path)
    told.push(`  ${shown}  ${what}`)
    if (ending === 'bundle.json') told.push(`    ${replayOf(shown)}`)
  }
  return told.join('\n')
}

/** Fixtures for Playwright: a world of its own for each test. */

export type { Journey } from './advance-together.ts'
export { UnfiredFaultError } from './unfired-faults.ts'
export { expect } from '@playwright/test'

/** What a project or a file can say of the worlds of its tests. */
export interface MaildoubleOptions {
  /** What the world of a test is made of: all that `worlds.create()` takes. */
  worldOptions: WorldOptions
}

/** What a test is given. */
export interface MaildoubleFixtures extends MaildoubleOptions {
  /** The world of the test. */
  world: World
}

/** What all tests of a worker are given. */
export interface MaildoubleWorkerFixtures {
  /** The server. */
  maildouble: Maildouble
}

/**
 * The fixtures themselves, for a `test` of your own.
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
  maildouble: [
    // Playwright reads from the braces which fixtures are wanted.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const named = await serverOfEnvironment()
      if (named) return use(named)
      const { server, release } = await holdOwnServer()
      await use(connect(server))
      await release()
    },
    // With a time of its own, since a machine that has much else to do can take longer than a test may.
    { scope: 'worker', timeout: 60_000 },
  ],
  worldOptions: [{}, { option: true }],
  world: async ({ maildouble, worldOptions }, use, info: TestInfo) => {
    const staging = await Staging.begin(maildouble, attemptOf(info), worldOptions)
    await use(staging.world)
    const outcome = outcomeOf(info)
    await staging.end(outcome, (world) => attachTo(info, world))
    await staging.complain(outcome)
  },
}

/**
 * Playwright's `test`, in which each test can have a world of its own, at the server at MAILDOUBLE_URL, or else at one of this worker.
 * `test.use({ worldOptions: { scenario: 'newsletter' } })` says what it begins with.
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
 * Lets the time of a world and that of a page pass together: `far` is an ISO 8601 duration or milliseconds. It goes in steps of a second,
 * at most about 60, and stops wherever something in the world falls due. After each step it waits until the calls that came are answered.
 * The page needs a clock that was installed, as `alignTime` does.
 *
 * @throws MaildoubleError when the clock of the world is not frozen.
 * @example
 * import { alignTime, expect, test, travel } from 'maildouble/playwright'
 *
 * test('half a minute later', async ({ world, page }) => {
 *   await alignTime(world, page)
 *   await travel(world, 'PT31S', page)
 *   expect((await world.clock.get()).now).toBe('2026-01-15T09:00:31.000Z')
 * })
 */
export function travel(world: World, far: string | number, { clock }: Pick<Page, 'clock'>): Promise<Journey> {
  return journey(world, far, { pass: (ms) => clock.runFor(ms), outlook: () => undefined })
}

/**
 * Installs a clock in a page that begins with the time of a world. It runs by itself until `page.clock.pauseAt()` stops it.
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
