import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Maildouble } from '../client/index.ts'
import { serverOfEnvironment, environmentVariable } from './environment.ts'
import { startOwnServer } from './own-server.ts'
import type { ServerOfRun } from './vitest.ts'

/** The formats of reports, by the extensions of their files. */
const FORMATS = new Map([
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.json', 'json'],
] as const)

/** Where the contract coverage of the tests is written, and in which format. */
interface CoverageFile {
  readonly file: string
  readonly format: 'html' | 'markdown' | 'json'
}

/** The file that MAILDOUBLE_COVERAGE names, if any. Throws an error if its extension is that of no report. */
function readCoverageFile(): CoverageFile | undefined {
  const file = environmentVariable('MAILDOUBLE_COVERAGE')
  if (file === undefined) return undefined
  const [, format] = [...FORMATS].find(([ending]) => file.toLowerCase().endsWith(ending)) ?? []
  if (format !== undefined) return { file, format }
  const endings = [...FORMATS.keys()].join(', ')
  throw new Error(`The MAILDOUBLE_COVERAGE file ${file} has no extension of a report: ${endings}. Use one of them.`)
}

async function writeCoverage({ contract }: Maildouble, report: CoverageFile | undefined): Promise<void> {
  if (!report) return
  const { file, format } = report
  const text = format === 'json' ? JSON.stringify(await contract.coverage(), null, 2) : await contract.coverageAs(format)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A `globalSetup` of Vitest: one server for the run. */

/**
 * Starts a server for the run, passes its address to the workers, and stops it at the end. If MAILDOUBLE_URL is set, that server is
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
  const report = readCoverageFile()
  const named = await serverOfEnvironment()
  if (named) return () => writeCoverage(named, report)
  const { server, maildouble } = await startOwnServer()
  const ofRun: ServerOfRun = { url: server.url, controlToken: server.controlToken }
  project.provide('maildouble', ofRun)
  return async () => {
    await writeCoverage(maildouble, report).finally(() => server.stop())
  }
}
