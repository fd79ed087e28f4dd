import { type Maildouble, MaildoubleError, RefusedError, type World, type WorldOptions } from '../client/index.ts'
import { closeReceivers } from '../client/open-receivers.ts'
import { version } from '../double/version.ts'
import { sha256 } from '../../kernel/support/digest.ts'
import { realNow } from '../../kernel/support/time.ts'
import { isOfEnvironment } from './environment.ts'
import { locateFailureFolder, removeFailure, type TestArtifacts } from './failures.ts'
import { forgetWorld, worldsMadeBeside } from './made-worlds.ts'
import { createWorld, isTrial } from './trial.ts'
import { rememberFaults, unfiredFaultError, type UnfiredFaults, findUnfiredFaults } from './unfired-faults.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

export interface TestAttempt {
  /** The project of the test; empty if there is only one. */
  readonly project: string
  /** The file of the test, relative to the project. */
  readonly file: string
  /** The title of the test, preceded by those of its suites. */
  readonly title: string
  /** Index among the tests of the file with this title, from 0. */
  readonly nth?: number
  /** Index of the repetition, from 0. */
  readonly repeat: number
  /** Index of the retry, from 0. */
  readonly retry: number
}

/** Maximum length of an id, and the space reserved for a number if the id is taken. */
const LENGTH_MAX = 63
const KEPT_FREE = 4
/** Maximum length of the title in an id. */
const TITLE_MAX = 40
const DIGEST = 6

/** A widely used SDK replaces this word in the base URL, which contains the world's id, by the name of a datacenter. */
const REPLACED_BY_SDKS = 'server'
const INSTEAD = 'srv'

/**
 * The world id of a test: its title, so that people can recognize it, and a digest of its identity. The id and the keys of the world
 * are the same in every run.
 */
export function makeWorldId({ project, file, title, nth = 0, repeat, retry }: TestAttempt): string {
  const digest = sha256([project, file.replaceAll('\\', '/'), title, nth].join('\n')).slice(0, DIGEST)
  const end = `-${digest}${repeat > 0 ? `-repeat${repeat}` : ''}${retry > 0 ? `-retry${retry}` : ''}`
  return readable(title, Math.min(TITLE_MAX, LENGTH_MAX - KEPT_FREE - end.length)) + end
}

/** Converts a title to the characters of an id. */
function readable(title: string, length: number): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
  const words = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .replaceAll(REPLACED_BY_SDKS, INSTEAD)
  return words.slice(0, length).replace(/-+$/, '') || 'test'
}

/** Maximum number of concurrent runs of one test on one server. */
const ALIKE_MAX = 50

/**
 * Creates the world of a test. If its id is taken by a concurrent run of the same test, a number is appended; an id given in the
 * options is used unchanged. Throws a `MaildoubleError` about invalid options.
 */
export async function newWorld(maildouble: Maildouble, id: string, options: WorldOptions): Promise<World> {
  for (let nth = 1; ; nth++) {
    try {
      return await createWorld(maildouble, { id: nth === 1 ? id : `${id}-${nth}`, ...options })
    } catch (error) {
      if (options.id !== undefined || nth === ALIKE_MAX || !isIdTaken(error)) throw await withExplanation(error, maildouble)
    }
  }
}

function isIdTaken(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 409 && pointers(error).includes('/id')
}

/** Adds what a person needs to fix the problem. */
async function withExplanation(thrown: unknown, maildouble: Maildouble): Promise<unknown> {
  if (!(thrown instanceof RefusedError)) return thrown
  const lines = [`The world of this test could not be created. ${thrown.message}`]
  if (pointers(thrown).includes('/scenario')) lines.push(whereScenariosAre(maildouble))
  const theirs = (await maildouble.health().catch(() => undefined))?.version
  if (theirs !== undefined && theirs !== version) {
    const where = isOfEnvironment(maildouble)
      ? `the server at MAILDOUBLE_URL=${maildouble.url}`
      : `the server at ${maildouble.url}`
    lines.push(`These fixtures belong to maildouble ${version}, and ${where} is maildouble ${theirs}: they may be incompatible.`)
  }
  return new MaildoubleError(lines.join('\n'))
}

function whereScenariosAre(maildouble: Maildouble): string {
  return isOfEnvironment(maildouble)
    ? `Your own scenarios must be in the --scenario-dir of the server at MAILDOUBLE_URL=${maildouble.url}.`
    : 'Your own scenarios must be in the folder that MAILDOUBLE_SCENARIO_DIR names in the environment of the tests.'
}

function pointers({ problem }: RefusedError): readonly string[] {
  return problem.errors?.map(({ pointer }) => pointer) ?? []
}

/** The outcome of a test so far. */
export interface TestOutcome {
  /** Whether the test has run to an end: it was neither skipped nor interrupted. */
  readonly hasRun: boolean
  readonly hasFailed: boolean
  /** Whether it has to fail in order to pass: `test.fails`. */
  readonly isMeantToFail: boolean
}

/** A failed test: what happened, for its output, and its files, unless they could not be written. */
export interface Failure {
  readonly text: string
  readonly files: TestArtifacts | undefined
}

/** The error of a test that only fails at its end, and its files. */
interface LateFailure {
  readonly error: Error
  readonly files: TestArtifacts | undefined
}

/** The world of a test over its lifetime. */
export class TestWorld {
  readonly world: World
  readonly #maildouble: Maildouble
  readonly #folder: string
  readonly #isConcurrent: boolean
  readonly #begun = realNow()
  #failure: Promise<Failure | undefined> | undefined

  private constructor(maildouble: Maildouble, world: World, folder: string, isConcurrent: boolean) {
    this.world = world
    this.#maildouble = maildouble
    this.#folder = folder
    this.#isConcurrent = isConcurrent
  }

  /** Creates the world. `isConcurrent` says whether other tests use the connection at the same time. */
  static async begin(
    maildouble: Maildouble,
    attempt: TestAttempt,
    options: WorldOptions,
    isConcurrent = false,
  ): Promise<TestWorld> {
    const id = makeWorldId(attempt)
    const world = await newWorld(maildouble, id, options)
    forgetWorld(maildouble, world)
    rememberFaults(world)
    return new TestWorld(maildouble, world, locateFailureFolder(id), isConcurrent)
  }

  /**
   * If the test has failed, saves its files and returns what its output should say; `undefined` otherwise, and if that has been returned
   * before. Never throws.
   */
  async failure(outcome: TestOutcome): Promise<Failure | undefined> {
    if (this.#failure || !outcome.hasRun || outcome.hasFailed === outcome.isMeantToFail) return undefined
    return this.#fail(outcome.hasFailed ? await this.#unfired() : undefined)
  }

  /**
   * If nothing has failed, but a function that answers webhooks threw, or faults that must fire did not: the error that the test has to
   * end with, and its files. Never throws.
   */
  async lateFailure({ hasRun, hasFailed, isMeantToFail }: TestOutcome): Promise<LateFailure | undefined> {
    if (!hasRun || hasFailed) return undefined
    const thrown = await this.#thrownByReceivers()
    const unfired = thrown ? undefined : await this.#unfired()
    const errorWith = thrown
      ? (story: string): Error => withStory(thrown, story)
      : unfired && ((story: string): Error => unfiredFaultError(unfired, story))
    if (!errorWith) return undefined
    const failure = isMeantToFail ? undefined : await this.#fail(undefined)
    return { error: errorWith(failure?.text ?? ''), files: failure?.files }
  }

  /** Deletes the world, and if the test has passed the files of earlier runs. Never throws. */
  async end({ hasRun }: TestOutcome): Promise<void> {
    if (hasRun && !this.#failure) this.#removeFiles()
    const thrown = await this.#thrownByReceivers()
    if (thrown) console.error(`maildouble: ${thrown.message}`)
    if (isTrial()) return
    await this.world.endTest().catch((error: unknown) => warn(error, `The world ${this.world.id} could not be deleted`))
  }

  /** Closes the receivers of the world. Returns the error of a function that answers webhooks, if it has not been reported yet. */
  #thrownByReceivers(): Promise<Error | undefined> {
    return closeReceivers(this.world, { unregister: false })
  }

  async #unfired(): Promise<UnfiredFaults | undefined> {
    try {
      return await findUnfiredFaults(this.world)
    } catch (error) {
      warn(error, `The faults of the world ${this.world.id} could not be read`)
      return undefined
    }
  }

  #fail(unfired: UnfiredFaults | undefined): Promise<Failure | undefined> {
    return (this.#failure ??= this.#read(unfired))
  }

  async #read(unfired: UnfiredFaults | undefined): Promise<Failure | undefined> {
    try {
      // Imported on failure only.
      const { explainFailure } = await import('./failure.ts')
      const worlds = [this.world, ...(await worldsMadeBeside(this.#maildouble, this.world, this.#isConcurrent))] as const
      return await explainFailure(worlds, { folder: this.#folder, begun: this.#begun, notes: unfired?.lines ?? [] })
    } catch (error) {
      if (isGone(error))
        return { text: `The test deleted its world ${this.world.id}, so its calls are not known.`, files: undefined }
      warn(error, `What happened in the world ${this.world.id} could not be read`)
      return undefined
    }
  }

  #removeFiles(): void {
    try {
      removeFailure(this.#folder)
    } catch (error) {
      warn(error, `The files in ${this.#folder}, of an earlier run, could not be removed`)
    }
  }
}

/** A test may delete its world itself. */
function isGone(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 404
}

function warn(error: unknown, what: string): void {
  if (!isGone(error)) console.error(`maildouble: ${what}: ${messageOf(error)}`)
}

/** The parts of an error in a runner's report. */
export interface ReportedError {
  message?: string | undefined
  stack?: string | undefined
}

/**
 * Appends a text to the message of an error that a runner reports, wherever the runner takes the message from. Without an error it is
 * printed, as for a test that should have failed and did not.
 */
export function appendTo(error: ReportedError | undefined, text: string): void {
  if (error?.message === undefined) return console.error(text)
  const { message, stack = '' } = error
  error.message = `${message}\n\n${text}`
  const from = stack.indexOf(message)
  const frames = /\n\s+at /.exec(stack)
  if (from !== -1) error.stack = stack.slice(0, from) + error.message + stack.slice(from + message.length)
  // The stack of a time-out was captured before its message was known.
  else if (frames) error.stack = error.message + stack.slice(frames.index)
}

/** An error whose message ends with what happened. */
function withStory(error: Error, story: string): Error {
  if (story !== '') error.message += `\n\n${story}`
  return error
}
