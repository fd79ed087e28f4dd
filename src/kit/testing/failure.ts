import type { World } from '../client/index.ts'
import { readInstantMillis } from '../../kernel/support/time.ts'
import { readEvidence, type WorldEvidence } from './artifacts.ts'
import { inspectCommandFor, type TestArtifacts, writeFailure } from './failures.ts'
import { tellJournals, type WorldJournal } from './story.ts'
import type { Failure } from './test-world.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

interface FailedTest {
  /** The folder for its files. */
  readonly folder: string
  /** When it began, in milliseconds of real time. */
  readonly begun: number
  /** Lines that come before the calls. */
  readonly notes: readonly string[]
}

/**
 * Writes the files of a failed test, and tells what happened in its worlds. The first world is its own; others are left out if nothing
 * happened there during the test. Throws a `RefusedError` with status 404 if its own has been deleted.
 */
export async function explainFailure([world, ...others]: readonly [World, ...World[]], test: FailedTest): Promise<Failure> {
  const main = await readEvidence(world)
  return tellEvidence([main, ...(await selectActive(others, test))], test)
}

/** Does the same for a test that has only worlds shared with other tests. Returns `undefined` if nothing happened there during the test. */
export async function failureOfShared(worlds: readonly World[], test: FailedTest): Promise<Failure | undefined> {
  const [main, ...others] = await selectActive(worlds, test)
  return main && tellEvidence([main, ...others], test)
}

/** What happened in worlds during a test, without worlds where nothing did. */
async function selectActive(worlds: readonly World[], { begun }: FailedTest): Promise<readonly WorldEvidence[]> {
  const evidence = await Promise.all(worlds.map((world) => readEvidence(world)))
  return evidence
    .map((each) => ({ ...each, journal: since(begun, each.journal) }))
    .filter(({ journal }) => journal.requests.length > 0)
}

function tellEvidence(evidence: readonly [WorldEvidence, ...WorldEvidence[]], { folder, notes }: FailedTest): Failure {
  const { files, line } = writeFiles(folder, evidence)
  const [main, ...others] = evidence
  const lines = tellJournals([main.journal, ...others.map(({ journal }) => journal)], notes)
  return { text: [...lines, line].join('\n'), files }
}

function since(begun: number, { requests, deliveries, actions, ...journal }: WorldJournal): WorldJournal {
  const isRecent = (instant: string | undefined): boolean => instant !== undefined && (readInstantMillis(instant) ?? 0) >= begun
  return {
    ...journal,
    actions: actions.filter(({ order }) => order >= begun),
    requests: requests.filter(({ real_at }) => isRecent(real_at)),
    deliveries: deliveries.filter(({ attempts }) => isRecent(attempts.at(-1)?.real_at)),
  }
}

/** Writes the files. Returns a line that says where they are and how to open them, or why there are none. */
function writeFiles(
  folder: string,
  evidence: readonly [WorldEvidence, ...WorldEvidence[]],
): { files: TestArtifacts | undefined; line: string } {
  try {
    const files = writeFailure(folder, evidence)
    const [{ noBundle }] = evidence
    const line =
      noBundle === undefined
        ? `Journal and bundle: ${inspectCommandFor(files.folder)}`
        : `Journal: ${files.folder}. There is no bundle: ${noBundle}`
    return { files, line }
  } catch (error) {
    return { files: undefined, line: `No files: ${messageOf(error)}` }
  }
}
