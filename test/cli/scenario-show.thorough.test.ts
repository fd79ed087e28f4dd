import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compileScenarios } from '../../src/service/scenarios/read/compile-scenarios.ts'
import { compiledScenarios } from '../../src/service/scenarios/read/compiled-scenarios.ts'
import { createDouble } from '../../src/index.ts'
import { runCommand, wideLines } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-show-'))
afterAll(() => rmSync(folder, { recursive: true }))

const NAMES = readdirSync('scenarios').map((file) => file.replace('.yaml', ''))

test.each(NAMES.filter((name) => name !== 'big-audience'))(
  'maildouble scenario show prints %s within 80 columns',
  async (name) => {
    const { code, out, err } = await runCommand('scenario', 'show', name)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    // A URL without blanks stays in one piece.
    expect(wideLines(out).filter((line) => line.trim().includes(' '))).toEqual([])
    expect(out.split('\n')[0]).toBe(name)
  },
)

test('maildouble scenario show prints ids, members, keys and the comments of a scenario', async () => {
  const { out } = await runCommand('scenario', 'show', 'starter')
  await using double = await createDouble({ scenario: 'starter' })
  expect(out).toContain(`\nAPI key       ${double.apiKey}\n`)
  expect(out).toMatch(/\nClock {9}2026-01-15T09:00:00\.000Z, frozen\n/)
  expect(out).toMatch(/\nOAuth {9}client_id [0-9a-f]{12}\n {14}client_secret [0-9a-f]{48}\n {14}redirect_uri http:/)
  expect(out).toContain('\nList aaaaaaaaaa Acme News\n')
  expect(out).toContain('\n  members     16 subscribed, 2 unsubscribed, ')
  expect(out).toMatch(/\n {14}ada@acme\.test {40}subscribed\n/)
  expect(out).toContain('\n  interests   aaaaaaaac1 Topics: aaaaaaaa11 Garden, aaaaaaaa12 Kitchen,\n')
  expect(out).toContain('\nComments of the file\n  All instants are relative, so the data never age.\n')
})

test('maildouble scenario show prints the same as JSON, with the member ids of the API', async () => {
  const { out } = await runCommand('scenario', 'show', 'starter', '--json')
  const { lists, api_key, comments, oauth_clients } = JSON.parse(out)
  await using double = await createDouble({ scenario: 'starter' })
  expect(api_key).toBe(double.apiKey)
  expect(oauth_clients).toHaveLength(1)
  expect(comments).toContain('transactional@acme.test     transactional')
  expect(lists.first.map(({ id }: { id: string }) => id)).toEqual(['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'])
  const [{ members }] = lists.first
  const path = `/3.0/lists/aaaaaaaaaa/members/${members.first[0].id}`
  const answer = await double.fetch(path, { headers: { authorization: `Bearer ${double.apiKey}` } })
  expect(await answer.json()).toMatchObject({ email_address: members.first[0].email_address })
})

test('maildouble scenario show prints a file, with what it extends, its clock, faults and timeline', async () => {
  const file = join(folder, 'mine.yaml')
  writeFileSync(
    file,
    `name: mine
description: Mine.
extends: webhooks
clock: { mode: frozen, now: 2026-03-01T08:00:00Z }
# what to try
faults: [{ match: { operation: createBatch }, effect: { connection: reset } }]
timeline: [{ at: PT10M, trigger: account.disable }]
`,
  )
  const { code, out } = await runCommand('scenario', 'show', file)
  expect(code).toBe(0)
  expect(wideLines(out)).toEqual([])
  expect(out).toContain('Clock         2026-03-01T08:00:00.000Z, frozen\n')
  expect(out).toContain('\nFaults\n  {"match":{"operation":"createBatch"}, "effect":{"connection":"reset"}}')
  expect(out).toMatch(/\n {2}PT10M {7}account\.disable/)
  expect(out).toMatch(/\nComments of the file\n {2}what to try\n$/)
  expect((await runCommand('scenario', 'show', 'mine', '--scenario-dir', folder)).out).toBe(out)
  expect((await runCommand('scenario', 'show', file, '--source')).out).toBe(readFileSync(file, 'utf8'))
})

test('maildouble scenario show says which scenario was probably meant, and which file does not exist', async () => {
  expect((await runCommand('scenario', 'show', 'startr')).err).toMatch(
    /^maildouble: There is no scenario "startr"\. Did you mean starter\? There are: batch-lifecycle, /,
  )
  expect((await runCommand('scenario', 'show', 'nowhere/mine.yaml')).err).toBe(
    'maildouble: There is no file nowhere/mine.yaml.\n',
  )
})

test('packed scenarios keep their comments and their whole file', async () => {
  const packed = join(folder, 'packed')
  for (const { path, text } of await compileScenarios('.')) {
    mkdirSync(join(packed, path, '..'), { recursive: true })
    writeFileSync(join(packed, path), text)
  }
  const source = compiledScenarios(packed)
  for (const name of NAMES) expect(await source.text(name)).toBe(readFileSync(`scenarios/${name}.yaml`, 'utf8'))
  expect(await source.text('nothing')).toBe(undefined)
})
