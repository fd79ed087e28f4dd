import { type Maildouble, MaildoubleError, RefusedError, type World, type WorldOptions } from '../client/index.ts'
import { version } from '../server/version.ts'
import { sha256 } from '../support/digest.ts'
import { isOfEnvironment } from './environment.ts'
import { unfiredFaults } from './unfired-faults.ts'

/** What tells a test from all others, and one attempt at it from the next. */
export interface TestAttempt {
  /** The name of the project that the test runs in; empty where there is only one. */
  readonly project: string
  /** The file of the test, below the root of the project. */
  readonly file: string
  /** The title of the test behind those of its suites. */
  readonly title: string
  /** Which of the tests it is that have this title in this file, from 0. */
  readonly nth?: number
  /** Which repetition it is, from 0. */
  readonly repeat: number
  /** Which retry it is, from 0. */
  readonly retry: number
}

/** An id has at most so many characters, and some are kept for a number that tells it from one that is taken. */
const LENGTH_MAX = 63
const KEPT_FREE = 4
/** So much of a title is enough to recognise it. */
const TITLE_MAX = 40
const DIGEST = 6

/** A widely used SDK replaces this word in the base URL, which holds the id of the world, by the name of a datacenter. */
const REPLACED_BY_SDKS = 'server'
const INSTEAD = 'srv'

/**
 * The id of the world of a test: its title, for a person who looks at the server, and a digest of what tells it from others of that title.
 * It is the same in each run, and so are the keys of the world.
 */
export function worldIdOf({ project, file, title, nth = 0, repeat, retry }: TestAttempt): string {
  const digest = sha256([project, file.replaceAll('\\', '/'), title, nth].join('\n')).slice(0, DIGEST)
  const end = `-${digest}${repeat > 0 ? `-repeat${repeat}` : ''}${retry > 0 ? `-retry${retry}` : ''}`
  return readable(title, Math.min(TITLE_MAX, LENGTH_MAX - KEPT_FREE - end.length)) + end
}

/** A title in the letters of an id. */
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

/** So many runs may hold the same test at one server at the same time. */
const ALIKE_MAX = 50

/**
 * Makes the world of a test. Where its id is taken, by the same test of another run at the same server, it gets a number; an id that is
 * asked for is used as it is. Throws a `MaildoubleError` that says what is wrong with the options.
 */
export async function newWorld(maildouble: Maildouble, id: string, options: WorldOptions): Promise<World> {
  for (let nth = 1; ; nth++) {
    try {
      return await maildouble.worlds.create({ id: nth === 1 ? id : `${id}-${nth}`, ...options })
    } catch (error) {
      if (options.id !== undefined || nth === ALIKE_MAX || !isIdTaken(error)) throw await explained(error, maildouble)
    }
  }
}

function isIdTaken(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 409 && pointers(error).includes('/id')
}

/** What a person needs to put it right. */
async function explained(thrown: unknown, maildouble: Maildouble): Promise<unknown> {
  if (!(thrown instanceof RefusedError)) return thrown
  const lines = [`The world of this test could not be made. ${thrown.message}`]
  if (pointers(thrown).includes('/scenario')) lines.push(whereScenariosAre(maildouble))
  const theirs = (await maildouble.health().catch(() => undefined))?.version
  if (theirs !== undefined && theirs !== version) {
    const where = isOfEnvironment(maildouble)
      ? `the server at MAILDOUBLE_URL=${maildouble.url}`
      : `the server at ${maildouble.url}`
    lines.push(
      `These fixtures are those of maildouble ${version}, ${where} is maildouble ${theirs}: they may not fit each other.`,
    )
  }
  return new MaildoubleError(lines.join('\n'))
}

function whereScenariosAre(maildouble: Maildouble): string {
  return isOfEnvironment(maildouble)
    ? `Scenarios of your own are those of the server at MAILDOUBLE_URL=${maildouble.url}: it takes them from its --scenario-dir.`
    : 'Scenarios of your own are taken from the folder that MAILDOUBLE_SCENARIO_DIR names in the environment of the tests.'
}

function pointers({ problem }: RefusedError): readonly string[] {
  return problem.errors?.map(({ pointer }) => pointer) ?? []
}

/** How a test went so far. */
export interface TestOutcome {
  /** Whether it counts: tests that are skipped do not, nor do those that are meant to fail. */
  readonly isJudged: boolean
  readonly hasFailed: boolean
}

/** Keeps what happened in a world, and tells a person where. */
export type Keep = (world: World) => Promise<string>

/** The world of a test, from its beginning to its end. */
export class Staging {
  readonly world: World
  #complaint: Promise<Error | undefined> | undefined

  private constructor(world: World) {
    this.world = world
  }

  static async begin(maildouble: Maildouble, attempt: TestAttempt, options: WorldOptions): Promise<Staging> {
    return new Staging(await newWorld(maildouble, worldIdOf(attempt), options))
  }

  /** Throws what is wrong with a test that went well otherwise: faults that must fire and did not. */
  async complain({ isJudged, hasFailed }: TestOutcome): Promise<void> {
    const complaint = isJudged && !hasFailed ? await this.#judged() : undefined
    if (complaint) throw complaint
  }

  /** Keeps what happened if the test has failed, and takes the world away. Never throws: `complain` does, and it can come afterwards. */
  async end({ isJudged, hasFailed }: TestOutcome, keep: Keep): Promise<void> {
    // It is found out while the world is there.
    const complaint = isJudged ? await this.#judged() : undefined
    try {
      if (isJudged && (hasFailed || complaint)) {
        const told = await keep(this.world)
        console.error(hasFailed && complaint ? `${complaint.message}\n${told}` : told)
      }
    } catch (error) {
      tell(error, `What happened in the world ${this.world.id} could not be kept`)
    }
    await this.world.delete().catch((error: unknown) => tell(error, `The world ${this.world.id} could not be deleted`))
  }

  #judged(): Promise<Error | undefined> {
    return (this.#complaint ??= unfiredFaults(this.world).catch((error: unknown) => {
      if (isGone(error)) return undefined
      return error instanceof Error ? error : new Error(String(error))
    }))
  }
}

/** A test may delete its world itself. */
function isGone(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 404
}

function tell(error: unknown, what: string): void {
  if (!isGone(error)) console.error(`maildouble: ${what}: ${error instanceof Error ? error.message : String(error)}`)
}
