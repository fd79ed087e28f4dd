import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/kit/client/connect.ts'
import { startServer, type RunningServer } from '../../src/index.ts'
import { runCommand, wideLines } from './run.ts'

let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'maildouble-report-'))
beforeAll(async () => {
  server = await startServer({ seed: 'report' })
  const world = await connect(server).worlds.get()
  await world.fetch('/lists')
  await world.fetch('/lists/aaaaaaaaaa/members/nobody@acme.test')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

function report(...args: string[]) {
  return runCommand('report', '--url', server.url, ...args)
}

test('maildouble report shows totals, areas and uncovered parts within 80 columns', async () => {
  const { code, out } = await report()
  expect(code).toBe(0)
  expect(wideLines(out)).toEqual([])
  expect(out).toMatch(/^Contract coverage: 0\.1 %\n\n2 calls in 1 world since /)
  expect(out).toMatch(/\n {2}Operations {14}░{24} {3}0\.7 % {5}2 of {3}285\n/)
  expect(out).toContain('\nNever called: 283 of 285 operations\n')
  expect(out).toContain('\nPages, files and the sign-in, never called: 26 of 26 operations\n')
  expect(out).toMatch(/\n {2}getMember {15}200, 400, BadRequest\n/)
  // eslint-disable-next-line no-control-regex -- a pipe gets no colours
  expect(out).not.toMatch(/\u001b/)
})

test.each([
  ['coverage.html', /^<!doctype html>/i],
  ['coverage.md', /^# Contract coverage: 0\.1 %/],
  ['coverage.json', /^\{\n {2}"since"/],
  ['coverage.txt', /^Contract coverage: 0\.1 %/],
])('maildouble report writes %s in the format of its extension', async (name, begins) => {
  const file = join(folder, name)
  const { code, out } = await report('--out', file)
  expect(code).toBe(0)
  expect(out).toMatch(/^0\.1 % of the contract covered: 5 of [\d,]+ parts\. The report is in /)
  expect(out).toContain(` ${file}.\n`)
  expect(readFileSync(file, 'utf8')).toMatch(begins)
})

test('maildouble report counts operations in the table, the lists and the headings of every format in one way', async () => {
  const { out: text } = await report()
  const { out: markdown } = await report('--format', 'markdown')
  const { totals, public: pages } = await connect(server).contract.coverage()
  const { met, total } = totals.operations
  const { total: pagesTotal, met: pagesMet } = pages.totals.operations
  const counted = { never: total - met, total, pagesNever: pagesTotal - pagesMet, pagesTotal }
  expect(counted).toEqual({ never: 283, total: 285, pagesNever: 26, pagesTotal: 26 })
  for (const each of [text, markdown])
    expect(
      [...each.matchAll(/[Nn]ever called: (\d+) of (\d+) operations/g)].map(([, ...figures]) => figures.map(Number)),
    ).toEqual([
      [counted.never, counted.total],
      [counted.pagesNever, counted.pagesTotal],
    ])
  expect(markdown).toContain(`| Operations | ${met} | ${total} |`)
})

test.each(['coverage.foo', 'coverage', 'coverage.pdf'])(
  'maildouble report refuses --out %s, whose extension it does not know',
  async (name) => {
    const file = join(folder, name)
    const { code, err } = await report('--out', file)
    expect({ code, err }).toEqual({
      code: 1,
      err: `maildouble: --out ${file} has no extension of a report: .html, .htm, .md, .markdown, .json, .txt. Use one of them, or name the format with --format.\n`,
    })
    expect(existsSync(file)).toBe(false)
    expect((await report('--out', file, '--format', 'json')).code).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('totals')
    rmSync(file)
  },
)

test.each([
  ['contradiction.html', 'json', 'html'],
  ['contradiction.md', 'text', 'markdown'],
])(
  'maildouble report refuses --out %s with --format %s, since the two contradict each other',
  async (name, format, byExtension) => {
    const file = join(folder, name)
    const { code, err } = await report('--out', file, '--format', format)
    expect({ code, err }).toEqual({
      code: 1,
      err: `maildouble: --out ${file} has the extension of ${byExtension}, but --format is ${format}. Leave out --format, or give the file another extension.\n`,
    })
    expect(existsSync(file)).toBe(false)
    expect((await report('--out', file, '--format', byExtension)).code).toBe(0)
    rmSync(file)
  },
)

test('maildouble report fails if the coverage is below the minimum', async () => {
  expect(await report('--min', '80')).toMatchObject({
    code: 1,
    err: 'maildouble: 0.1 % of the contract was covered, but --min requires 80 %.\n',
  })
  expect((await report('--min', '0.1')).code).toBe(0)
})

test('maildouble report can be limited to one world', async () => {
  expect((await report('--world', 'default')).out).toContain('2 calls in the world default since')
  expect((await report('--world', 'nope')).err).toContain('There is no world nope')
})

test('maildouble report names a file that cannot be written', async () => {
  const { code, err } = await report('--out', join(folder, 'no/such/folder.md'))
  expect(code).toBe(1)
  expect(err).toContain(`maildouble: The report cannot be written to ${join(folder, 'no/such/folder.md')} (ENOENT`)
})

test.each(['report', 'env'])(
  '%s reports a different kind of server, even one that answers everything with JSON',
  async (command) => {
    const other = createServer((_, answer) => answer.setHeader('content-type', 'application/json').end('{}'))
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const { code, err } = await runCommand(command, '--url', url)
    expect([code, err]).toEqual([
      1,
      `maildouble: What answers at ${url} is not a maildouble: GET /_control/health answered {}.\n`,
    ])
    other.close()
  },
)
