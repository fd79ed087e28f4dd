/** A `globalSetup` of Vitest: one server for the run. */
import type { TestProject } from 'vitest/node'
import { connect } from '../client/index.ts'
import { writeCoverage } from './coverage.ts'
import { serverOfEnvironment, variable } from './environment.ts'
import { startOwnServer } from './own-server.ts'
import type { ServerOfRun } from './vitest.ts'

/**
 * Starts a server for the run, hands its address to the workers, and stops it at the end. Where MAILDOUBLE_URL names one, that is used as it
 * is. With MAILDOUBLE_COVERAGE a report of the contract is written to the file that it names.
 *
 * @throws MaildoubleError when there is no server at MAILDOUBLE_URL, or none can be started.
 * @example
 * import { defineConfig } from 'vitest/config'
 * export default defineConfig({ test: { globalSetup: 'maildouble/vitest/setup' } })
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const report = variable('MAILDOUBLE_COVERAGE')
  const named = await serverOfEnvironment()
  if (named) return () => writeCoverage(named, report)
  const server = await startOwnServer()
  const ofRun: ServerOfRun = { url: server.url, controlToken: server.controlToken }
  project.provide('maildouble', ofRun)
  return async () => {
    await writeCoverage(connect(server), report).finally(() => server.stop())
  }
}
