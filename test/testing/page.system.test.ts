import ts from 'typescript'
import { expect, test } from 'vitest'
import { connect } from '../../src/kit/client/index.ts'
import { startServer } from '../../src/index.ts'
import { browserPath, withoutBrowser } from '../public/browser.ts'
import { testExamplesIn, filesIn } from './doc-blocks.ts'
import { Project } from './project.ts'

const files = filesIn('docs/testing.md')
const launchOptions = { executablePath: browserPath, args: ['--no-sandbox'] }

/** The examples in the sources of an entry, as test files. */
function examplesOf(entry: string, ending: string): Record<string, string> {
  return Object.fromEntries(testExamplesIn(`src/kit/testing/${entry}.ts`).map((text, i) => [`example-${i}.${ending}`, text]))
}

/** TypeScript files as JavaScript, for versions of Node that run nothing else. */
function withoutTypes(given: Readonly<Record<string, string>>): Record<string, string> {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, rewriteRelativeImportExtensions: true }
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [
      name.replace(/\.ts$/, '.js'),
      ts.transpileModule(text, { compilerOptions }).outputText,
    ]),
  )
}

const passed = (titles: readonly string[]) =>
  Object.fromEntries(titles.map((title) => [title, { status: 'passed', messages: '' }]))

test('docs/testing.md contains files for each test runner', () => {
  expect(Object.keys(files)).toEqual([
    'src/sign-up.ts',
    'test/sign-up.test.ts',
    'vitest.config.ts',
    'test/options.test.ts',
    'test/webhooks.test.ts',
    'test/retries.test.ts',
    'e2e/lists.spec.ts',
    'playwright.config.ts',
    'e2e/one-application.spec.ts',
    'node/sign-up.test.ts',
  ])
})

test('the Vitest tests of docs/testing.md pass, on one server for the run', async () => {
  const project = await Project.of(files)
  const { tests, out } = await project.vitest({ MAILDOUBLE_COVERAGE: 'report/coverage.md' })
  expect(tests, out).toEqual(
    passed([
      'a new address can sign up',
      'an address signs up only once',
      'there are reports of a year',
      'a member who leaves is gone from our table, although we were down at first',
      'a sign-up is repeated after one second and after two more',
    ]),
  )
  expect(project.read('report/coverage.md')).toContain('addMember')
})

test('the Playwright test of docs/testing.md passes, on an existing server', async () => {
  await using server = await startServer()
  const { tests, out } = await (await Project.of(files)).playwright({ MAILDOUBLE_URL: server.url })
  expect(tests, out).toEqual(passed(['there is one list']))
  expect((await connect(server).worlds.list()).map(({ id }) => id)).toEqual(['default'])
})

test('the node:test test of docs/testing.md passes', async () => {
  const project = await Project.of(withoutTypes(files))
  const { code, out } = await project.run('node/sign-up.test.js', [])
  expect(code, out).toBe(0)
})

test('the examples of maildouble/vitest pass', async () => {
  const { tests, out } = await (await Project.of(examplesOf('vitest', 'test.ts'))).vitest()
  expect(tests, out).toEqual(
    passed([
      'the list is there',
      'the account has three lists',
      'a reminder comes after half a minute',
      'it is a morning in January',
    ]),
  )
})

test.skipIf(withoutBrowser)('the examples of maildouble/playwright pass', async () => {
  const config = `export default { testDir: '.', workers: 1, use: { launchOptions: ${JSON.stringify(launchOptions)} } }`
  const shown = { ...examplesOf('playwright', 'spec.ts'), 'playwright.config.js': config }
  const { tests, out } = await (await Project.of(shown)).playwright()
  expect(tests, out).toEqual(
    passed([
      'each request names the world',
      'a list is there',
      'the account has three lists',
      'half a minute later',
      'it is January',
    ]),
  )
})
