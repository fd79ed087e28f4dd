import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { Project, type Run } from './project.ts'

const CONFIGS = {
  'vitest.config.js': "export default { test: { include: ['**/*.test.js'] } }",
  'playwright.config.js': "export default { testDir: '.', testMatch: '*.spec.js', timeout: 120000 }",
}

/** A file of tests for one of the runners. The limit of a test that hangs is its second argument, or set in it. */
function forRunner(runner: 'vitest' | 'playwright', tests: string): string {
  const [before, within] = runner === 'vitest' ? ['{ timeout: 3000 }, ', ''] : ['', '\n  test.setTimeout(3000)']
  const limited = tests.replace('BEFORE ', before).replace(' WITHIN', within)
  return `import { createServer } from 'node:http'\nimport { expect, test } from 'maildouble/${runner}'\n${limited}`
}

const FAILING = `
const addMember = (world, email_address, rest = {}) =>
  world.fetch('/lists/aaaaaaaaaa/members', { method: 'POST', body: JSON.stringify({ email_address, status: 'subscribed', ...rest }) })

test('wrong status', async ({ world }) => {
  await addMember(world, 'lena@acme.test', { shoe_size: 38 })
  const again = await addMember(world, 'lena@acme.test')
  expect(again.status).toBe(200)
})

test('swallowed 400', async ({ world }) => {
  const path = '/lists/aaaaaaaaaa/members/72a32ad3b4d2e4a9d1ad1a5ee1b7c5b4'
  await world.fetch(path, { method: 'PUT', body: '{"email_address":"lena@acme.test","status_if_new":"maybe"}' })
  const members = await world.fetch('/lists/aaaaaaaaaa/members?count=1')
  expect((await members.json()).total_items).toBe(4)
})

test('webhook refused', async ({ world }) => {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(request.method === 'GET' ? 200 : 500).end()
  })
  await new Promise((listening) => receiver.listen(0, '127.0.0.1', listening))
  const url = 'http://127.0.0.1:' + receiver.address().port + '/'
  const hook = { url, events: { subscribe: true }, sources: { api: true } }
  await world.fetch('/lists/aaaaaaaaaa/webhooks', { method: 'POST', body: JSON.stringify(hook) })
  await addMember(world, 'lena@acme.test')
  const delivery = await world.deliveries.waitFor({ event: 'subscribe' })
  receiver.close()
  expect(delivery.status).toBe('delivered')
})

test('hang', BEFORE async ({ world }) => {
  await world.faults.add({ match: { operation: 'getLists' }, effect: { connection: 'hang' } })
  await world.fetch('/ping')
  const hanging = world.fetch('/lists')
  await expect.poll(async () => (await world.requests.list()).length).toBe(2) WITHIN
  await hanging
})

test('made by the test', async ({ maildouble }) => {
  const made = await maildouble.worlds.create({ id: 'made' })
  await made.fetch('/lists?count=2')
  expect(1).toBe(2)
})

test('fault that never fired', async ({ world }) => {
  await world.fetch('/ping')
  await world.faults.add({
    match: { operation: 'createBatch' },
    effect: { problem: { preset: 'TooManyRequests' } },
    must_fire: true,
  })
  await world.fetch('/lists?count=1')
})
`

/** The stories of the tests, with `ID` for the digest in an id and `PORT` for a port. */
const STORIES: { readonly [title: string]: string } = {
  'wrong status': `
Calls and webhooks of the world wrong-status-ID:
  POST /lists/aaaaaaaaaa/members → 200 (ignored: /shoe_size)
  POST /lists/aaaaaaaaaa/members → 400 Member Exists: lena@acme.test is already a list member. Use
      PUT to insert or update list members.
Journal and bundle: npx maildouble inspect maildouble-failures/wrong-status-ID
`,
  'swallowed 400': `
Calls and webhooks of the world swallowed-400-ID:
  PUT /lists/aaaaaaaaaa/members/72a3… → 400 Invalid Resource: status_if_new: Value must be one of:
      subscribed, unsubscribed, cleaned, pending, transactional.
  GET /lists/aaaaaaaaaa/members?count=1 → 200
Journal and bundle: npx maildouble inspect maildouble-failures/swallowed-400-ID
`,
  'webhook refused': `
Calls and webhooks of the world webhook-refused-ID:
  POST /lists/aaaaaaaaaa/webhooks → 200
  webhook validation → http://127.0.0.1:PORT/ → 200
  POST /lists/aaaaaaaaaa/members → 200
  webhook subscribe → http://127.0.0.1:PORT/ → 500, retry at 09:01:00
  The clock is frozen at 2026-01-15 09:00:00. The delivery 2 (subscribe) is retried in 60 s; advance
      the clock.
Journal and bundle: npx maildouble inspect maildouble-failures/webhook-refused-ID
`,
  hang: `
Calls and webhooks of the world hang-ID:
  GET /ping → 200
  GET /lists … no answer: fault 1 hang
Journal and bundle: npx maildouble inspect maildouble-failures/hang-ID
`,
  'made by the test': `
Calls and webhooks of the world made:
  GET /lists?count=2 → 200
Journal and bundle: npx maildouble inspect maildouble-failures/made-by-the-test-ID
`,
  'fault that never fired': `
UnfiredFaultError: A fault of this test must fire and did not:
  fault 1 never fired, no call matched it: {"match":{"operation":"createBatch"},"effect":{"problem"…

Calls and webhooks of the world fault-that-never-fired-ID:
  GET /ping → 200
  GET /lists?count=1 → 200
Journal and bundle: npx maildouble inspect maildouble-failures/fault-that-never-fired-ID
`,
}

/** The output of a run, without the parts that differ from run to run. Playwright indents what an error says. */
function comparable(printed: string): string {
  const isIndented = /^ {4}Calls and webhooks/m.test(printed)
  return (isIndented ? printed.replaceAll(/^ {4}/gm, '') : printed)
    .replaceAll(/-[0-9a-f]{6}(?![0-9a-f])/g, '-ID')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
}

const foldersIn = (project: Project) => {
  const folder = join(project.folder, 'maildouble-failures')
  return existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/-[0-9a-f]{6}(?=-|$)/, '')) : undefined
}

const PASSING = `
for (const title of ${JSON.stringify(Object.keys(STORIES).filter((title) => title !== 'made by the test'))})
  test(title, async ({ world }) => expect((await world.fetch('/ping')).status).toBe(200))
test('made by the test', async ({ maildouble }) => void (await maildouble.worlds.create()))
`

describe.each(['vitest', 'playwright'] as const)('a test of %s that fails', (runner) => {
  const file = runner === 'vitest' ? 'failing.test.js' : 'failing.spec.js'
  let project: Project
  let failed: Run
  beforeAll(async () => {
    project = await Project.of({ ...CONFIGS, [file]: forRunner(runner, FAILING) })
    failed = await project[runner]()
  })

  // behaviour:story
  test.each(Object.entries(STORIES))('a failed test tells its story under its error: %s', (title, story) => {
    expect(comparable(failed.out)).toContain(story)
    expect(comparable(failed.tests[title]?.messages ?? '')).toContain(story.trim())
  })

  test('a failed test tells its story in lines of at most 100 characters', () => {
    const told = failed.out.split('\n').filter((line) => /^ *(?:GET|PUT|POST|webhook|fault|Calls) /.test(line))
    expect(told.length).toBeGreaterThan(10)
    for (const line of told) expect(line.trim().length).toBeLessThanOrEqual(100)
  })

  test('a failed test shows the line that added a fault that never fired', () => {
    expect(failed.out).toMatch(/^[> ]*\d+ ?\| +await world\.faults\.add\(\{\n *\| +\^/m)
  })

  // behaviour:artifacts
  test('a failed test leaves its files in one folder that Git ignores, and removes them once it passes', async () => {
    expect(foldersIn(project)).toEqual([
      '.gitignore',
      'fault-that-never-fired',
      'hang',
      'made-by-the-test',
      'swallowed-400',
      'webhook-refused',
      'wrong-status',
    ])
    expect(project.read('maildouble-failures/.gitignore')).toBe('*\n')
    project.write(file, forRunner(runner, `${PASSING}\ntest('another', async ({ world }) => expect(world.id).toBe(''))`))
    await project[runner]()
    expect(foldersIn(project)).toEqual(['.gitignore', 'another'])
    project.write(file, forRunner(runner, `${PASSING}\ntest('another', async ({ world }) => expect(world.id).not.toBe(''))`))
    const passed = await project[runner]()
    expect(passed.code, passed.out).toBe(0)
    expect(foldersIn(project)).toBeUndefined()
  })
})
