import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Maildouble } from '../client/index.ts'
import { serverOfEnvironment, environmentVariable } from './environment.ts'
import { startOwnServer } from './own-server.ts'
import type { ServerOfRun } from './vitest.ts'

/** Writes the contract coverage of the tests to a file: as HTML, Markdown or JSON, depending on its extension. */
async function writeCoverage(maildouble: Maildouble, file: string | undefined): Promise<void> {
  if (file === undefined) return
  const text = await reportFor(maildouble, file)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

async function reportFor({ contract }: Maildouble, file: string): Promise<string> {
  if (/\.html?$/i.test(file)) return contract.coverageAs('html')
  if (/\.(?:md|markdown)$/i.test(file)) return contract.coverageAs('markdown')
  return JSON.stringify(await contract.coverage(), null, 2)
}

/** A `globalSetup` of Vitest: one server for the run. */

/**
 * Starts a server for the run, passes its address to the workers, and stops it at the end. If MAILDOUBLE_URL is set, that server is
 * used instead. If MAILDOUBLE_COVERAGE is set, contract coverage is written to that file.
 *
 * @throws MaildoubleError if there is no server at MAILDOUBLE_URL, or none can be started.
 * @example
 * import { defineConfig } from 'vitest/config'
 * export default defineConfig({ test: { globalSetup: 'maildouble/vitest/setup' } })
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const report = environmentVariable('MAILDOUBLE_COVERAGE')
  const named = await serverOfEnvironment()
  if (named) return () => writeCoverage(named, report)
  const { server, maildouble } = await startOwnServer()
  const ofRun: ServerOfRun = { url: server.url, controlToken: server.controlToken }
  project.provide('maildouble', ofRun)
  return async () => {
    await writeCoverage(maildouble, report).finally(() => server.stop())
  }
}
