import { type Maildouble, MaildoubleError, RefusedError, type World, type WorldOptions } from '../client/index.ts'
import { version } from '../server/version.ts'
import { sha256 } from '../support/digest.ts'
import { isOfEnvironment } from './environment.ts'
import { unfiredFaults } from './unfired-faults.ts'

/** The identity of a test and of one attempt at it. */
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
 * The world id of a test: its title, so that people can recognize it, and a digest of its identity. It is the same in every run,
 * and so are the keys of the world.
 */
export function worldIdOf({ project, file, title, nth = 0, repeat, retry }: TestAttempt): string {
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
 * options is used unchanged. Throws a `MaildoubleError` that says what is wrong with the options.
 */
export async function newWorld(maildouble: Maildouble, id: string, options: WorldOptions): Promise<World> {
  for (let nth = 1; ; nth++) {
    try {
      return await maildouble.worlds.create({ id: nth === 1 ? id : `${id}-${nth}`, ...options })
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
  /** Whether the outcome counts: skipped tests and tests that are expected to fail don't. */
  readonly isJudged: boolean
  readonly hasFailed: boolean
}

/** Saves the artifacts of a world and returns a text that says where they are. */
export type SaveArtifacts = (world: World) => Promise<string>

/** The world of a test over its lifetime. */
export class TestWorld {
  readonly world: World
  #unfired: Promise<Error | undefined> | undefined

  private constructor(world: World) {
    this.world = world
  }

  static async begin(maildouble: Maildouble, attempt: TestAttempt, options: WorldOptions): Promise<TestWorld> {
    return new TestWorld(await newWorld(maildouble, worldIdOf(attempt), options))
  }

  /** Throws if a passing test has faults that must fire and did not. */
  async throwIfUnfired({ isJudged, hasFailed }: TestOutcome): Promise<void> {
    const unfired = isJudged && !hasFailed ? await this.#checkFaults() : undefined
    if (unfired) throw unfired
  }

  /**
   * Saves artifacts if the test has failed, and deletes the world. Never throws; `throwIfUnfired` does, and it may be called later.
   */
  async end({ isJudged, hasFailed }: TestOutcome, saveArtifacts: SaveArtifacts): Promise<void> {
    // Checked while the world still exists.
    const unfired = isJudged ? await this.#checkFaults() : undefined
    try {
      if (isJudged && (hasFailed || unfired)) {
        const saved = await saveArtifacts(this.world)
        console.error(hasFailed && unfired ? `${unfired.message}\n${saved}` : saved)
      }
    } catch (error) {
      warn(error, `What happened in the world ${this.world.id} could not be saved`)
    }
    await this.world.delete().catch((error: unknown) => warn(error, `The world ${this.world.id} could not be deleted`))
  }

  #checkFaults(): Promise<Error | undefined> {
    return (this.#unfired ??= unfiredFaults(this.world).catch((error: unknown) => {
      if (isGone(error)) return undefined
      return error instanceof Error ? error : new Error(String(error))
    }))
  }
}

/** A test may delete its world itself. */
function isGone(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 404
}

function warn(error: unknown, what: string): void {
  if (!isGone(error)) console.error(`maildouble: ${what}: ${error instanceof Error ? error.message : String(error)}`)
}
