import type * as vitest from 'vitest'
import type { RunnerTask, RunnerTestSuite } from 'vitest'
import type { Maildouble } from '../client/index.ts'
import { locateFailureFolder, removeFailure } from './failures.ts'
import { worldsMadeSince } from './made-worlds.ts'
import { appendTo, makeWorldId } from './test-world.ts'

/**
 * Makes each suite of a file report about the worlds of its own `beforeAll` if this hook fails. `connection` returns the connection
 * through which worlds are made, if there is one. Only Vitest 4.1 and later give access to the hooks of a suite; earlier versions are left alone.
 */
export async function watchSuites(file: RunnerTestSuite, connection: () => Maildouble | undefined): Promise<void> {
  const { TestRunner }: Partial<typeof vitest> = await import('vitest')
  if (!TestRunner?.getSuiteHooks) return
  // Vitest reports a suite after its last `afterAll`. The hook that was added last runs first, before other hooks delete a world.
  for (const suite of suitesIn(file)) TestRunner.getSuiteHooks(suite).afterAll.push(() => reportSuite(suite, connection()))
}

function suitesIn(suite: RunnerTestSuite): readonly RunnerTestSuite[] {
  return [suite, ...suite.tasks.flatMap((task: RunnerTask) => (task.type === 'suite' ? suitesIn(task) : []))]
}

/** If a `beforeAll` of a suite has failed, appends what happened to its error and writes the files. Never throws. */
async function reportSuite(suite: RunnerTestSuite, maildouble: Maildouble | undefined): Promise<void> {
  const { file, result } = suite
  const title = [...listTitles(suite), 'beforeAll'].join(' > ')
  const folder = locateFailureFolder(
    makeWorldId({ project: file.projectName ?? '', file: file.name, title, repeat: 0, retry: 0 }),
  )
  const [error] = result?.errors ?? []
  try {
    if (!error) return removeFailure(folder)
    const begun = result?.startTime ?? 0
    const [last, ...others] = maildouble ? await worldsMadeSince(maildouble, begun) : []
    if (!last) return
    // Imported on failure only.
    const { explainFailure } = await import('./failure.ts')
    appendTo(error, (await explainFailure([last, ...others], { folder, begun, notes: [] })).text)
  } catch (thrown) {
    console.error(`maildouble: What happened before ${title} failed could not be read: ${String(thrown)}`)
  }
}

function listTitles({ name, suite, file }: RunnerTestSuite): readonly string[] {
  return suite ? [...listTitles(suite), name] : name === file.name ? [] : [name]
}
