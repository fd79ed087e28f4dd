/** Fixtures for Vitest: a world for each test. */
import type * as vitest from 'vitest'
import { beforeAll, inject, test as base, vi, type RunnerTestSuite, type TestArtifactBase, type TestContext } from 'vitest'
import { connect, type Duration, type Maildouble, type World, type WorldOptions } from '../client/index.ts'
import { serverOfEnvironment } from './environment.ts'
import { alignTime as alignTimeOf, type FakeTimers, type Journey, travel as travelWith } from './advance-together.ts'
import type { TestArtifacts } from './failures.ts'
import { MadeWorldsReport } from './made-worlds-report.ts'
import { onDeletion, rememberWorlds } from './made-worlds.ts'
import { shareOwnServer } from './own-server.ts'
import { appendTo, type Failure, type ReportedError, type TestAttempt, type TestOutcome, TestWorld } from './test-world.ts'
import { identifyVitestAttempt, readVitestOutcome } from './vitest-attempt.ts'
import { watchSuites } from './vitest-suites.ts'

export type { Journey } from './advance-together.ts'
export type { TestArtifacts as Kept } from './failures.ts'
export type { FakeTimers } from './advance-together.ts'
export { UnfiredFaultError } from './unfired-faults.ts'
export { describe, expect } from 'vitest'

/** The server of the run, as passed on by `maildouble/vitest/setup`. */
export interface ServerOfRun {
  /** The base URL, without `/3.0` and `/_control`. */
  readonly url: string
  /** The bearer token of the control API, if it requires one. */
  readonly controlToken: string | undefined
}

/** What reporters receive about a failed test: its world and where its files are. */
export interface FailureArtifact extends TestArtifactBase, TestArtifacts {
  readonly type: 'maildouble:failure'
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the run, started by `maildouble/vitest/setup`. */
    maildouble: ServerOfRun
    /** The options of all tests' worlds. */
    worldOptions: WorldOptions
  }
  interface TaskMeta {
    /** The artifact files of a failed test. */
    maildouble?: TestArtifacts
  }
  interface TestArtifactRegistry {
    /** The same files, as an artifact. */
    maildouble: FailureArtifact
  }
}

/** Fixtures per test. */
export interface MaildoubleFixtures {
  /** The server. */
  maildouble: Maildouble
  /** The options of the test's world, as for `worlds.create()`. */
  worldOptions: WorldOptions
  /** The world of the test. */
  world: World
}

/** The connection that tests and hooks of this worker share, once one of them has asked for it. */
let connection: Maildouble | undefined

type Use<T> = (value: T) => Promise<void>

type Given = Omit<MaildoubleFixtures, 'world'> & TestContext

/** The tests that have the fixture `world`, which reports more than a report about worlds that the test made itself. */
const testsWithWorld = new WeakSet<object>()

/** Reports the worlds that a test made itself. Tests do not use this fixture, and it starts no server. */
const reports: {
  maildoubleReport: [(context: TestContext, use: Use<undefined>) => Promise<void>, { auto: true }]
} = {
  maildoubleReport: [
    async ({ task, onTestFinished }, use) => {
      const earlierErrors = task.result?.errors?.length ?? 0
      const attempt = (): TestAttempt => identifyVitestAttempt(task)
      const made = new MadeWorldsReport({ attempt, connection: () => connection, isConcurrent: task.concurrent === true })
      const report = async (): Promise<void> => {
        if (!testsWithWorld.has(task)) await reportFailure(task, await made.failure(readVitestOutcome(task)), earlierErrors)
      }
      const reportIfFailed = async (): Promise<void> => {
        if (readVitestOutcome(task).hasFailed) await report()
      }
      const unsubscribe = onDeletion(reportIfFailed)
      // As for `world`, either of these can be the last.
      let ends = 2
      const end = (): void => {
        if (--ends > 0) return
        unsubscribe()
        if (!testsWithWorld.has(task)) made.end(readVitestOutcome(task))
      }
      onTestFinished(async () => {
        await report()
        end()
      })
      await use(undefined)
      await reportIfFailed()
      end()
    },
    { auto: true },
  ],
}

/**
 * The fixtures, for a `test` of your own.
 *
 * @example
 * import { test as base } from 'vitest'
 * import { expect, fixtures, type MaildoubleFixtures } from 'maildouble/vitest'
 *
 * const test = base.extend<{ list: string }>({ list: 'aaaaaaaaaa' }).extend<MaildoubleFixtures>(fixtures)
 *
 * test('the list is there', async ({ world, list }) => {
 *   expect((await world.fetch(`/lists/${list}`)).status).toBe(200)
 * })
 */
export const fixtures: {
  maildouble: [(context: object, use: Use<Maildouble>) => Promise<void>, { scope: 'worker' }]
  worldOptions: [WorldOptions, { injected: true }]
  world: (context: Given, use: Use<World>) => Promise<void>
} = {
  ...reports,
  maildouble: [
    // Vitest reads the names of the requested fixtures from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { maildouble, release } = await server()
      connection = maildouble
      await use(maildouble)
      await release()
    },
    { scope: 'worker' },
  ],
  worldOptions: [{}, { injected: true }],
  world: async ({ maildouble, worldOptions, task, onTestFinished }, use) => {
    testsWithWorld.add(task)
    const earlierErrors = task.result?.errors?.length ?? 0
    const testWorld = await TestWorld.begin(maildouble, identifyVitestAttempt(task), worldOptions, task.concurrent === true)
    const report = async (outcome: TestOutcome): Promise<void> =>
      reportFailure(task, await testWorld.failure(outcome), earlierErrors)
    // Hooks can fail before and after this fixture ends. They decide whether this fixture or the test ends last.
    let ends = 2
    const end = async (outcome: TestOutcome): Promise<void> => {
      if (--ends === 0) await testWorld.end(outcome)
    }
    // An error thrown at the end of a fixture would be reported twice and keep other fixtures from ending.
    onTestFinished(async () => {
      const outcome = readVitestOutcome(task)
      const late = await testWorld.lateFailure(outcome)
      if (late) await recordFailure(task, late.files)
      else await report(outcome)
      await end(outcome)
      if (late) throw late.error
    })
    await use(testWorld.world)
    const outcome = readVitestOutcome(task)
    if (outcome.hasFailed) await report(outcome)
    await end(outcome)
  },
}

function findReportedError({ result }: Given['task'], index: number): ReportedError | undefined {
  const error = result?.errors?.[index]
  // Of a stack without frames, Vitest could take lines of an appended text for frames, so it shows the message only.
  if (error?.stack && !/\n\s+at /.test(error.stack)) delete error.stack
  return error
}

/** Adds a failure to the first error of an attempt. The errors of earlier attempts come before it. */
async function reportFailure(task: Given['task'], failure: Failure | undefined, earlierErrors: number): Promise<void> {
  if (!failure) return
  appendTo(findReportedError(task, earlierErrors), failure.text)
  await recordFailure(task, failure.files)
}

/** Makes the files of a failed test known to reporters. */
async function recordFailure(task: Given['task'], files: TestArtifacts | undefined): Promise<void> {
  if (!files) return
  task.meta.maildouble = files
  // Vitest supports artifacts since 4.0.11 and may still change them. They are no attachments: Vitest copies these and never removes the copies.
  const { recordArtifact }: Partial<typeof vitest> = await import('vitest')
  try {
    await recordArtifact?.(task, { type: 'maildouble:failure', ...files })
  } catch (error) {
    console.error(`maildouble: The files were written but reporters could not be told of them: ${String(error)}`)
  }
}

/**
 * Vitest's `test` with a world for each test. No configuration is needed: the server is the one at MAILDOUBLE_URL, the one that
 * `maildouble/vitest/setup` started for the run, or else one of the worker.
 *
 * @example
 * import { expect, test } from 'maildouble/vitest'
 *
 * test('the account has three lists', async ({ world }) => {
 *   const answer = await world.fetch('/lists')
 *   expect((await answer.json()).total_items).toBe(3)
 * })
 */
export const test = base.extend<MaildoubleFixtures>(fixtures)

/** Alias of `test`. */
export const it = test

/**
 * Advances the time of a world and Vitest's fake timers together, by an ISO 8601 duration or milliseconds. It stops wherever a
 * timer or something in the world falls due, at most 400 times; the rest is divided into 100 equal steps. It first waits
 * for calls that are in flight, and after timers and webhooks for the calls that they cause.
 *
 * @throws MaildoubleError if the clock of the world is not frozen, or the timers are not fake.
 * @example
 * import { vi } from 'vitest'
 * import { alignTime, expect, test, travel } from 'maildouble/vitest'
 *
 * test('a reminder comes after half a minute', async ({ world, onTestFinished }) => {
 *   vi.useFakeTimers()
 *   onTestFinished(() => void vi.useRealTimers())
 *   await alignTime(world)
 *   setTimeout(() => world.fetch('/ping'), 30_000)
 *   await travel(world, 'PT31S')
 *   const [call] = await world.requests.list()
 *   expect(call?.at).toBe('2026-01-15T09:00:30.000Z')
 * })
 */
export function travel(world: World, far: Duration | number, timers: FakeTimers = vi): Promise<Journey> {
  return travelWith(world, far, timers)
}

/**
 * Sets `Date` to the time of a world.
 *
 * @throws MaildoubleError if Vitest's timers are not fake.
 * @example
 * import { vi } from 'vitest'
 * import { alignTime, expect, test } from 'maildouble/vitest'
 *
 * test('it is a morning in January', async ({ world, onTestFinished }) => {
 *   vi.useFakeTimers()
 *   onTestFinished(() => void vi.useRealTimers())
 *   await alignTime(world)
 *   expect(new Date().toISOString()).toBe('2026-01-15T09:00:00.000Z')
 * })
 */
export function alignTime(world: World, timers: FakeTimers = vi): Promise<void> {
  return alignTimeOf(world, timers)
}

/** Starting a server on a busy machine can take longer than a test may. */
const START_MS_MAX = 60_000

// Starts the server before the first test. An error is reported to the test that requests the server. Before Vitest 4.1, there is no suite.
// eslint-disable-next-line no-empty-pattern -- Vitest reads the names of the requested fixtures from this pattern.
beforeAll(async ({}, suite?: RunnerTestSuite) => {
  if (suite) await watchSuites(suite, () => connection)
  return (await server().catch(() => undefined))?.release
}, START_MS_MAX)

/** The server named by the environment, the one of the run, or one of this worker. */
async function server(): Promise<{ readonly maildouble: Maildouble; readonly release: () => Promise<void> }> {
  const named = await serverOfEnvironment()
  if (named) return { maildouble: rememberWorlds(named), release: async () => {} }
  // The type says what is provided, but the setup may not be in use.
  const ofRun = inject('maildouble') as ServerOfRun | undefined
  if (ofRun) return { maildouble: rememberWorlds(connect(ofRun)), release: async () => {} }
  const own = await shareOwnServer()
  return { ...own, maildouble: rememberWorlds(own.maildouble) }
}
