import type { Maildouble } from '../client/index.ts'
import { realNow } from '../../kernel/support/time.ts'
import { locateFailureFolder, hasFailures, removeFailure } from './failures.ts'
import { countMade, enterConcurrentTest, worldsAround } from './made-worlds.ts'
import { type Failure, type TestAttempt, type TestOutcome, makeWorldId } from './test-world.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

interface ReportedTest {
  /** Its identity. */
  readonly attempt: () => TestAttempt
  /** The connection through which worlds are made, if there is one. */
  readonly connection: () => Maildouble | undefined
  /** Whether other tests use the connection at the same time. */
  readonly isConcurrent: boolean
}

/** The report about the worlds that a test made itself, for a test that does not have the fixture `world`. */
export class MadeWorldsReport {
  readonly #test: ReportedTest
  readonly #begun = realNow()
  readonly #madeBefore = countMade()
  #failure: Promise<Failure | undefined> | undefined

  /** Begins with the test. Of tests that run concurrently, each has to begin in the asynchronous context of its own code. */
  constructor(test: ReportedTest) {
    this.#test = test
    if (test.isConcurrent) enterConcurrentTest(this)
  }

  /**
   * If the test has failed, saves its files and returns what its output should say; `undefined` otherwise, if it called no world, and if that
   * has been returned before. Never throws.
   */
  async failure({ hasRun, hasFailed, isMeantToFail }: TestOutcome): Promise<Failure | undefined> {
    if (this.#failure || !hasRun || hasFailed === isMeantToFail) return undefined
    return (this.#failure = this.#read())
  }

  /** Removes the files of earlier runs if the test has passed. Never throws. */
  end({ hasRun }: TestOutcome): void {
    if (!hasRun || this.#failure || !hasFailures()) return
    try {
      removeFailure(this.#folder())
    } catch (error) {
      warn(error, `The files in ${this.#folder()}, of an earlier run, could not be removed`)
    }
  }

  #folder(): string {
    return locateFailureFolder(makeWorldId(this.#test.attempt()))
  }

  async #read(): Promise<Failure | undefined> {
    const { connection, isConcurrent } = this.#test
    const maildouble = connection()
    if (!maildouble) return undefined
    try {
      const { own, shared, deleted } = await worldsAround(maildouble, this.#madeBefore, isConcurrent ? this : undefined)
      if (own.length + shared.length + deleted.length === 0) return undefined
      // Imported on failure only.
      const { explainFailure, failureOfShared } = await import('./failure.ts')
      const failed = { folder: this.#folder(), begun: this.#begun, notes: [] }
      const [main, ...others] = own
      const failure = await (main ? explainFailure([main, ...others, ...shared], failed) : failureOfShared(shared, failed))
      return failure ?? (deleted.length === 0 ? undefined : { text: deletedText(deleted), files: undefined })
    } catch (error) {
      warn(error, 'What happened in the worlds of the test could not be read')
      return undefined
    }
  }
}

function deletedText(ids: readonly string[]): string {
  return `The test deleted its worlds before its end (${ids.join(', ')}), so their calls are not known. Delete them in afterEach.`
}

function warn(error: unknown, what: string): void {
  console.error(`maildouble: ${what}: ${messageOf(error)}`)
}
