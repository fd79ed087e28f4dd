import { createServer } from 'node:http'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/kit/client/connect.ts'
import { startServer, type RunningServer } from '../../src/index.ts'
import { routes } from '../../src/kernel/contract/service.ts'
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

test('maildouble report measures what was called, in 40 lines of 80 columns', async () => {
  const { code, out } = await report()
  expect(code).toBe(0)
  expect(wideLines(out)).toEqual([])
  expect(out.split('\n').length).toBeLessThanOrEqual(40)
  expect(out).toMatch(/^Called, and never answered with\n/)
  expect(out).toMatch(/\n {2}getMember {15}200, 400, BadRequest\n/)
  expect(out).toMatch(/\n {2}Errors {18}[█░]{24} +[\d.]+ % +1 of +\d+\n/)
  expect(out.replaceAll('\n', ' ')).toContain(
    `Never called: ${routes.length - 2} of ${routes.length} operations, 26 of 26 pages, file or step of the sign-in. --unseen lists them.`,
  )
  expect(out).toMatch(/\nOf 2 operations that you call, 1 of \d+ errors was tried\.\n$/)
  // eslint-disable-next-line no-control-regex -- a pipe gets no colours
  expect(out).not.toMatch(/\u001b/)
})

test('maildouble report lists what was never called only with --unseen', async () => {
  expect((await report()).out).not.toContain('getCampaigns')
  const { out } = await report('--unseen')
  expect(out).toContain(`\nNever called: ${routes.length - 2} of ${routes.length} operations\n`)
  expect(out).toContain('\nPages, files and the sign-in, never called: 26 of 26 operations\n')
  expect(out).toContain('getCampaigns')
  expect(wideLines(out)).toEqual([])
})

test.each([
  ['html', /^<!doctype html>/i],
  ['markdown', /^# Contract coverage\n\nOf 2 operations that you call, 1 of \d+ errors was tried\. 2 calls in 1 world/],
  ['json', /^\{\n {2}"since"/],
  ['text', /^Called, and never answered with/],
])('maildouble report prints the format %s', async (format, begins) => {
  const { code, out } = await report('--format', format)
  expect(code).toBe(0)
  expect(out).toMatch(begins)
})

test.each([
  ['coverage.html', /^<!doctype html>/i],
  ['new/coverage.md', /^# Contract coverage\n/],
  ['coverage.json', /^\{\n {2}"since"/],
])('maildouble report writes %s in the format of its extension', async (name, begins) => {
  const file = join(folder, name)
  const { code, out } = await report('--out', file)
  expect(code).toBe(0)
  expect(out).toMatch(/^Of 2 operations that you call, 1 of \d+ errors was tried\. The report is in /)
  expect(out).toContain(` ${file}.\n`)
  expect(readFileSync(file, 'utf8')).toMatch(begins)
})

test('maildouble report refuses a file whose extension is that of no report', async () => {
  const file = join(folder, 'coverage.pdf')
  const endings = '.html, .htm, .md, .markdown, .json'
  expect(await report('--out', file)).toMatchObject({
    code: 1,
    err: `maildouble: --out ${file} has no extension of a report: ${endings}. Use one of them.\n`,
  })
  expect(existsSync(file)).toBe(false)
})

test('maildouble report can be limited to one world', async () => {
  expect((await report('--world', 'default')).out).toContain('2 calls in the world default since')
  expect((await report('--world', 'nope')).err).toContain('There is no world nope')
})

test('a different kind of server is named, even one that answers everything with JSON', async () => {
  const other = createServer((_, answer) => answer.setHeader('content-type', 'application/json').end('{}'))
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const { code, err } = await runCommand('report', '--url', url)
  expect([code, err]).toEqual([1, `maildouble: What answers at ${url} is not a maildouble: GET /_control/health answered {}.\n`])
  other.close()
})
