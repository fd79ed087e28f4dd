import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DEADLINE_MS } from '../deadline.ts'
import { builtProgram } from '../server/program.ts'

const RUNS = '.cache/testing'
const STALE_MS = 600_000

/** The limit of Vitest is for fast machines; a test that is to end at a limit has one of its own. */
export const LIMITS = [`--testTimeout=${DEADLINE_MS}`]

/** A folder inside this project, so that test runners are found, with maildouble installed as by a package manager. */
let installing: Promise<string> | undefined

function installed(): Promise<string> {
  return (installing ??= install())
}

async function install(): Promise<string> {
  mkdirSync(RUNS, { recursive: true })
  // A worker thread is not notified of its end, so leftovers are deleted by the next run.
  for (const old of readdirSync(RUNS).map((name) => join(RUNS, name)))
    if (statSync(old).mtimeMs < Date.now() - STALE_MS) rmSync(old, { recursive: true, force: true })
  const root = resolve(mkdtempSync(join(RUNS, 'run-')))
  const folder = join(root, 'node_modules/maildouble')
  // A copy, since test runners treat what lies outside `node_modules` as a part of the project.
  cpSync(dirname(await builtProgram()), join(folder, 'dist'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
  return root
}

function writeFiles(folder: string, files: Iterable<readonly [string, string]>): void {
  for (const [name, text] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

/** The result of a test. */
export interface TestResult {
  readonly status: string
  readonly messages: string
}

/** The results of a run. */
export interface Run {
  readonly code: number
  /** Both output streams. */
  readonly out: string
  /** The tests by their full titles. */
  readonly tests: Readonly<Record<string, TestResult>>
}

/** Without its own configuration, a project would use the configuration of a parent folder. */
const EMPTY = { 'package.json': '{ "type": "module" }', 'vitest.config.js': 'export default {}' }

/** A user's project in a folder of its own. */
export class Project {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async of(files: Readonly<Record<string, string>>): Promise<Project> {
    const folder = mkdtempSync(join(await installed(), 'project-'))
    writeFiles(folder, Object.entries({ ...EMPTY, ...files }))
    return new Project(folder)
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8')
  }

  write(file: string, text: string): void {
    writeFiles(this.folder, [[file, text]])
  }

  /** Runs Vitest in it. */
  async vitest(env: Readonly<Record<string, string>> = {}, ...args: string[]): Promise<Run> {
    const file = join(this.folder, 'report.json')
    const given = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...LIMITS, ...args]
    const { code, out } = await this.run(bin('vitest/vitest.mjs'), given, env)
    return { code, out, tests: testsOfVitest(this.#reportIn(file, out)) }
  }

  /** Runs Playwright in it. */
  async playwright(env: Readonly<Record<string, string>> = {}, ...args: string[]): Promise<Run> {
    const file = join(this.folder, 'report.json')
    const { code, out } = await this.run(bin('@playwright/test/cli.js'), ['test', '--reporter=list,json', ...args], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...env,
    })
    return { code, out, tests: testsOfPlaywright(this.#reportIn(file, out)) }
  }

  /** Runs a Node script in it, without the environment of this run. */
  run(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Pick<Run, 'code' | 'out'>> {
    const { PATH = '', HOME = '' } = process.env
    return new Promise((done) => {
      const options = { cwd: this.folder, env: { PATH, HOME, NO_COLOR: '1', ...env } }
      const child = execFile(process.execPath, [script, ...args].filter(Boolean), options, (error, out, err) =>
        done({ code: error ? (child.exitCode ?? 1) : 0, out: out + err }),
      )
    })
  }

  #reportIn(file: string, out: string): unknown {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as unknown
    } catch {
      throw new Error(`There was no run:\n${out}`)
    }
  }
}

function bin(path: string): string {
  return resolve('node_modules', path)
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

function testsOfVitest(report: unknown): Record<string, TestResult> {
  return Object.fromEntries(
    (report as VitestReport).testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => [
        [...ancestorTitles, title].join(' > '),
        { status, messages: failureMessages.join('\n') },
      ]),
    ),
  )
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly results: readonly { readonly status: string; readonly errors: readonly { message: string }[] }[]
    }[]
  }[]
}

function testsOfPlaywright(report: unknown): Record<string, TestResult> {
  const inSuite = ({ suites = [], specs }: PlaywrightSuite): [string, TestResult][] => [
    ...specs.map(({ title, tests }): [string, TestResult] => {
      const results = tests.flatMap((each) => each.results)
      return [
        title,
        {
          status: results.at(-1)?.status ?? 'none',
          messages: results.flatMap(({ errors }) => errors.map((each) => each.message)).join('\n'),
        },
      ]
    }),
    ...suites.flatMap(inSuite),
  ]
  return Object.fromEntries((report as { suites: PlaywrightSuite[] }).suites.flatMap(inSuite))
}
