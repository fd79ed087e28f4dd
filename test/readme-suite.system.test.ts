import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const README = readFileSync('README.md', 'utf8')
const SECTION = README.slice(README.indexOf('## A first test'), README.indexOf('## By hand'))
const FIRST = blocksOf(SECTION)
/** The quickstart continues the file of README. */
const BLOCKS = [...FIRST, ...blocksOf(readFileSync('docs/quickstart.md', 'utf8'))]

function blocksOf(page: string): string[] {
  return [...page.matchAll(/```ts\n([\s\S]+?)```/g)].map(([, code = '']) => code)
}

/** The relevant parts of a suite's report. */
interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

mkdirSync('.cache', { recursive: true })
// Inside the clone, so that vitest is found.
const folder = mkdtempSync(resolve('.cache/readme-'))
afterAll(() => rmSync(folder, { recursive: true }))

let report: Report
beforeAll(async () => {
  // What a user installs corresponds to src/.
  const alias = [{ find: /^maildouble\/vitest$/, replacement: resolve('src/kit/testing/vitest.ts') }]
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { root: ${JSON.stringify(folder)}, resolve: { alias: [{ find: ${String(alias[0]?.find)}, replacement: ${JSON.stringify(alias[0]?.replacement)} }] } }`,
  )
  writeFileSync(join(folder, 'newsletter.test.ts'), BLOCKS.join('\n'))
  const { MAILDOUBLE_URL: _, ...env } = process.env
  // The first test waits until the sources are compiled, which a user's package already is.
  const options = ['--reporter=json', '--outputFile=report.json', '--no-color', '--testTimeout=60000']
  const run = promisify(execFile)('npx', ['vitest', 'run', ...options], { cwd: folder, env })
  await run.catch(() => undefined)
  report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
})

test('the README leads to a first test after two commands and less than twenty lines', () => {
  const [install = '', first = '', run = ''] = [...SECTION.matchAll(/```\w*\n([\s\S]+?)```/g)].map(([, text = '']) => text)
  expect([install.trim(), run.trim()]).toEqual(['npm install --save-dev maildouble vitest', 'npx vitest run'])
  expect(first).toBe(FIRST[0])
  expect(first.split('\n').length).toBeLessThan(20)
})

test.each([...BLOCKS.join('\n').matchAll(/^test(?:\.concurrent\.for\(.+\))?\('(.+)',/gm)].map(([, title = '']) => title))(
  '%s',
  (title) => {
    const ran = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    const [before = '', after] = title.split('%s')
    const results = ran.filter((each) =>
      after === undefined ? each.title === title : each.title.startsWith(before) && each.title.endsWith(after),
    )
    expect(results.length, report.testResults.map(({ message }) => message).join('\n')).toBe(after === undefined ? 1 : 3)
    expect(results.flatMap(({ failureMessages }) => failureMessages)).toEqual([])
    expect(results.every(({ status }) => status === 'passed')).toBe(true)
  },
)
