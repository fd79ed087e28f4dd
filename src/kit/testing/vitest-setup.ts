import type { TestProject } from 'vitest/node'
import { readCoverageFile, writeCoverage } from '../client/coverage-file.ts'
import type { Maildouble } from '../client/index.ts'
import { serverOfEnvironment, environmentVariable } from './environment.ts'
import { startOwnServer } from './own-server.ts'
import type { ServerOfRun } from './vitest.ts'

/**
 * A `globalSetup` of Vitest: starts a server for the run, passes its address to the workers, and stops it at the end. If MAILDOUBLE_URL is set, that server is
 * used instead. If MAILDOUBLE_COVERAGE is set, contract coverage is written to that file.
 *
 * @throws MaildoubleError if there is no server at MAILDOUBLE_URL, or none can be started
 * @throws Error if the file has another extension than .html, .htm, .md, .markdown or .json.
 * @example
 * import { defineConfig } from 'vitest/config'
 * export default defineConfig({ test: { globalSetup: 'maildouble/vitest/setup' } })
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Before the tests: a wrong name must not be noticed only at their end.
  const file = environmentVariable('MAILDOUBLE_COVERAGE')
  const report = file === undefined ? undefined : readCoverageFile(file, 'The MAILDOUBLE_COVERAGE file')
  const write = async ({ contract }: Maildouble): Promise<void> => report && writeCoverage(contract, report)
  const named = await serverOfEnvironment()
  if (named) return () => write(named)
  const { server, maildouble } = await startOwnServer()
  const ofRun: ServerOfRun = { url: server.url, controlToken: server.controlToken }
  project.provide('maildouble', ofRun)
  return async () => {
    await write(maildouble).finally(() => server.stop())
  }
}
