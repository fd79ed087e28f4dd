import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { complaintsAbout } from '../client/check-types.ts'
import { Project } from '../testing/project.ts'
import { runCommand } from './run.ts'

const SYNC = `const { MAILDOUBLE_API_URL: url, MAILDOUBLE_API_KEY: key } = process.env
const call = (method, path, body) =>
  fetch(url + path, { method, headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' }, body: JSON.stringify(body) })
await call('GET', '/lists?count=2')
await call('POST', '/lists/aaaaaaaaaa/members', { email_address: "o'hara@acme.test", status: 'subscribed', merge_fields: { FNAME: 'Sam "S"' } })
for (const name of ['vip', 'new']) await call('GET', '/lists/aaaaaaaaaa/members/o%27hara@acme.test')
await call('PATCH', '/lists/nowhere', { name: 'Other' })
`

const IMPORT = `const { MAILDOUBLE_API_URL: url, MAILDOUBLE_API_KEY: key, MAILDOUBLE_OAUTH_CLIENT_SECRET: secret } = process.env
const call = async (method, path, body) =>
  (await fetch(url + path, { method, headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()
let { id, status } = await call('POST', '/batches', { operations: [{ method: 'GET', path: '/lists' }] })
while (status !== 'finished') {
  await new Promise((resolve) => setTimeout(resolve, 50))
  ;({ status } = await call('GET', '/batches/' + id))
}
process.exit(secret ? 0 : 4)
`

let project: Project
let code: number
let out: string
let err: string
let file: string
beforeAll(async () => {
  project = await Project.of({ 'sync.mjs': SYNC })
  file = join(project.folder, 'sync.test.ts')
  ;({ code, out, err } = await runCommand('record', '--out', file, '--', 'node', join(project.folder, 'sync.mjs')))
})

test('maildouble record writes a test that verifies each call', () => {
  expect([err, code, out]).toEqual(['', 0, `${file} verifies 5 calls. Run it with: npx vitest run ${file}\n`])
  expect(readFileSync(file, 'utf8').match(/await world\.requests\.verify\(.*/g)).toEqual([
    "await world.requests.verify({ match: { operation: 'getLists', path: '/lists', query: { count: '2' }, status: 200 }, count: { exactly: 1 } })",
    `await world.requests.verify({ match: { operation: 'addMember', path: '/lists/aaaaaaaaaa/members', body: { '/email_address': 'o\\'hara@acme.test', '/status': 'subscribed', '/merge_fields': { FNAME: 'Sam "S"' } }, status: 200 }, count: { exactly: 1 } })`,
    "await world.requests.verify({ match: { operation: 'getMember', path: '/lists/aaaaaaaaaa/members/o%27hara@acme.test', status: 200 }, count: { exactly: 2 } })",
    "await world.requests.verify({ match: { operation: 'updateList', path: '/lists/nowhere', body: { '/name': 'Other' }, status: 404 }, count: { exactly: 1 } })",
  ])
})

test('maildouble record writes a test that compiles and passes, and that fails once the command does something else', async () => {
  expect(complaintsAbout([{ title: 'recorded', code: readFileSync(file, 'utf8'), file: 'recorded.test.ts' }])).toEqual([])
  const passed = await project.vitest()
  expect(Object.values(passed.tests).map(({ status }) => status)).toEqual(['passed'])
  project.write('sync.mjs', SYNC.replace("'vip', 'new'", "'vip'"))
  const [failed] = Object.values((await project.vitest()).tests)
  expect(failed?.messages).toContain('Expected exactly 2 calls to match, but 1 did.')
})

test('maildouble record with --clock realtime records a command that waits for a batch, and the test has the same clock', async () => {
  const importing = await Project.of({ 'import.mjs': IMPORT })
  const written = join(importing.folder, 'import.test.ts')
  const command = ['node', join(importing.folder, 'import.mjs')]
  const recorded = await runCommand('record', '--clock', 'realtime', '--out', written, '--', ...command)
  expect([recorded.err, recorded.code]).toEqual(['', 0])
  const text = readFileSync(written, 'utf8')
  expect(text).toContain(
    "test.override({ worldOptions: { scenario: 'starter', seed: 'recorded', clock: { mode: 'realtime' } } })",
  )
  expect(text).toMatch(/operation: 'getBatch\w*', path: '\/batches\/\w+', status: 200 }, count: { at_least: 1 } }\)/)
  expect(complaintsAbout([{ title: 'recorded', code: text, file: 'recorded.test.ts' }])).toEqual([])
  const { tests, out: printed } = await importing.vitest()
  expect(
    Object.values(tests).map(({ status }) => status),
    printed,
  ).toEqual(['passed'])
})

test('maildouble record refuses a file that it cannot write before it runs the command', async () => {
  const marker = join(project.folder, 'marker')
  const command = ['node', '-e', `fs.writeFileSync(${JSON.stringify(marker)}, '')`]
  const missing = join(project.folder, 'nowhere')
  for (const [path, problem] of [
    [join(missing, 'a.test.ts'), `${join(missing, 'a.test.ts')}: There is no folder ${missing}. Create it first.`],
    [project.folder, `${project.folder} is a folder. Name a file in it.`],
  ] as const) {
    const refused = await runCommand('record', '--force', '--out', path, '--', ...command)
    expect([refused.code, refused.err]).toEqual([1, `maildouble: --out ${problem}\n`])
  }
  expect(existsSync(marker)).toBe(false)
})

test('maildouble record overwrites a file only with --force, and writes none for a command that fails', async () => {
  const again = await runCommand('record', '--out', file, '--', 'node', '-e', '0')
  expect(again.err).toBe(`maildouble: ${file} exists. --force overwrites it.\n`)
  const other = join(project.folder, 'other.test.ts')
  const failing = await runCommand('record', '--out', other, '--', 'node', '-e', 'process.exit(3)')
  expect(failing.err).toBe('maildouble: the command failed with exit status 3, so there is nothing to record.\n')
  const idle = await runCommand('record', '--out', other, '--', 'node', '-e', '0')
  expect(idle.err).toContain('the command made no call to the service.')
  expect(existsSync(other)).toBe(false)
})
