import type { RunnerTask, RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest'
import type { TestAttempt, TestOutcome } from './test-world.ts'

export function identifyVitestAttempt(test: Readonly<RunnerTestCase>): TestAttempt {
  const { file, result } = test
  const title = joinTitles(test)
  return {
    project: file.projectName ?? '',
    file: file.name,
    title,
    nth: groupTestsByTitle(file).get(title)?.indexOf(test.id) ?? 0,
    repeat: result?.repeatCount ?? 0,
    retry: result?.retryCount ?? 0,
  }
}

export function readVitestOutcome({ result, fails }: Readonly<RunnerTestCase>): TestOutcome {
  return { hasRun: result?.state !== 'skip', hasFailed: result?.state === 'fail', isMeantToFail: fails === true }
}

const titles = new WeakMap<RunnerTestFile, ReadonlyMap<string, readonly string[]>>()

/** The tests of a file by title, which need not be unique. */
function groupTestsByTitle(file: RunnerTestFile): ReadonlyMap<string, readonly string[]> {
  const cached = titles.get(file)
  if (cached) return cached
  const found = new Map<string, string[]>()
  for (const test of testsIn(file)) found.set(joinTitles(test), [...(found.get(joinTitles(test)) ?? []), test.id])
  titles.set(file, found)
  return found
}

function joinTitles({ name, suite }: RunnerTestCase | RunnerTestSuite): string {
  return suite ? `${joinTitles(suite)} > ${name}` : name
}

function testsIn({ tasks }: RunnerTestSuite): RunnerTestCase[] {
  return tasks.flatMap((task: RunnerTask) => (task.type === 'suite' ? testsIn(task) : [task]))
}
