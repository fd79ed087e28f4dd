import { existsSync, rmSync } from 'node:fs'
import * as module from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/kit/client/index.ts'
import { createDouble, startServer } from '../../src/index.ts'
import { makeWorldId } from '../../src/kit/testing/test-world.ts'
import { Project, type Run } from './project.ts'

const CONFIG = `
export default { test: { projects: [
  { test: { name: 'plain', include: ['*.test.js'], provide: { worldOptions: { seed: 'of-the-project' } } } },
  { test: { name: 'faked', include: ['faked/*.test.js'], setupFiles: ['./fake.js'] } },
] } }
`

const WORLDS = `
import { describe, expect, test } from 'maildouble/vitest'

const body = JSON.stringify({ email_address: 'lena@acme.test', status: 'subscribed' })
const signUp = async (world) => (await world.fetch('/lists/aaaaaaaaaa/members', { method: 'POST', body })).status

test.concurrent('alike', async ({ world, expect }) => {
  expect(await signUp(world)).toBe(200)
  expect(world.id).toBe('${makeWorldId({ project: 'plain', file: 'worlds.test.js', title: 'alike', repeat: 0, retry: 0 })}')
})

test.concurrent('alike', async ({ world, expect }) => {
  expect(await signUp(world)).toBe(200)
  expect(world.id).toBe('${makeWorldId({ project: 'plain', file: 'worlds.test.js', title: 'alike', nth: 1, repeat: 0, retry: 0 })}')
})

test('worlds go with their tests', async ({ world, maildouble }) => {
  expect((await maildouble.worlds.list()).map(({ id }) => id)).toEqual(['default', world.id])
})

test('a key of no world is refused', async ({ world, maildouble }) => {
  expect((await fetch(maildouble.url + '/3.0/lists', { headers: { authorization: 'Bearer mine-dc1' } })).status).toBe(401)
})

test('options of the project', async ({ world }) => {
  expect([world.scenario, world.seed, (await world.clock.get()).mode]).toEqual(['starter', 'of-the-project', 'frozen'])
})

describe('within', () => {
  test.override({ worldOptions: { scenario: 'empty', clock: { mode: 'scaled', rate: 60 }, settings: { max_lists: 2 }, id: 'mine' } })

  test('options of a suite', async ({ world }) => {
    const { mode, rate } = await world.clock.get()
    expect([world.id, world.scenario, mode, rate, (await world.settings.get()).max_lists]).toEqual(['mine', 'empty', 'scaled', 60, 2])
  })
})

let before
test('a retry has a world of its own', { retry: 1 }, async ({ world }) => {
  const first = before
  before = world.id
  expect(world.id).toBe(first + '-retry1')
})

describe('around', () => {
  test.aroundEach(async (run, { world }) => {
    await run()
    await world.status()
  })

  test('the world stays until the end', async ({ world }) => {
    expect(await signUp(world)).toBe(200)
  })

  test('a fault around that does not fire', async ({ world }) => {
    await world.faults.add({ effect: { connection: 'reset' } })
  })
})
`

const FAILING = `
import { describe, expect, test } from 'maildouble/vitest'

const fault = { match: { operation: 'createBatch' }, when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' } } }

test('a fault that does not fire', async ({ world }) => {
  await world.faults.add(fault)
  await world.deliveryFaults.add({ effect: 'drop' })
  await world.faults.add({ ...fault, must_fire: false })
  await world.fetch('/lists')
})

test('a fault that fires', async ({ world }) => {
  await world.faults.add(fault)
  expect((await world.fetch('/batches', { method: 'POST', body: '{}' })).status).toBe(429)
})

test('an expectation: of key and secret', async ({ world }) => {
  await world.faults.add(fault)
  await world.fetch('/lists')
  console.log('key ' + world.apiKey)
  expect(1).toBe(2)
})

test('skipped on the way', async ({ world, skip }) => {
  await world.faults.add(fault)
  skip()
})

test.fails('meant to fail', async ({ world }) => {
  expect(world.id).toBe('')
})

test('deleted by itself', async ({ world }) => {
  await world.delete()
})

describe('of no scenario', () => {
  test.override({ worldOptions: { scenario: 'statrer' } })
  test('unknown', async ({ world }) => expect(world.id).toBe(''))
})
`

const FAKED = `
import { createServer } from 'node:http'
import { vi } from 'vitest'
import { alignTime, expect, test, travel } from 'maildouble/vitest'

test('webhooks find Date at their own instants', async ({ world }) => {
  await alignTime(world)
  const heard = []
  const receiver = createServer((request, response) => {
    if (request.method === 'POST') heard.push(new Date().toISOString())
    response.writeHead(request.method === 'POST' ? 500 : 200).end()
  })
  await new Promise((listening) => receiver.listen(0, '127.0.0.1', listening))
  const body = JSON.stringify({ url: 'http://127.0.0.1:' + receiver.address().port, events: { unsubscribe: true }, sources: { user: true } })
  expect((await world.fetch('/lists/aaaaaaaaaa/webhooks', { method: 'POST', body })).status).toBe(200)
  await world.trigger('member.unsubscribe', { list_id: 'aaaaaaaaaa', email_address: 'ada@acme.test', source: 'user' })
  await world.deliveries.waitFor({ event: 'unsubscribe' })
  const { deliveries } = await travel(world, 'PT10M')
  receiver.close()
  expect(heard).toEqual(['2026-01-15T09:00:00.000Z', '2026-01-15T09:01:00.000Z', '2026-01-15T09:05:00.000Z'])
  expect(deliveries.map(({ attempts }) => attempts.length)).toEqual([3])
})

test('a poll meets the world at each of its instants', async ({ world }) => {
  await alignTime(world)
  setInterval(() => world.fetch('/ping'), 15_000)
  await travel(world, 'PT1M')
  vi.clearAllTimers()
  expect((await world.requests.list()).map(({ at }) => at.slice(14, 19))).toEqual(['00:15', '00:30', '00:45', '01:00'])
})

test('without fake timers there is nothing to travel with', async ({ world }) => {
  vi.useRealTimers()
  await expect(travel(world, 'PT1S')).rejects.toThrow('call vi.useFakeTimers() first')
})
`

const EARLY = `
import { Server } from 'node:net'
import { beforeAll } from 'vitest'
import { expect, test } from 'maildouble/vitest'

let listening = 0
const { listen } = Server.prototype
Server.prototype.listen = function (...given) {
  listening++
  return Reflect.apply(listen, this, given)
}
beforeAll(() => expect(listening).toBe(1))

test('the first test finds a server', ({ world }) => {
  expect([world.scenario, listening]).toEqual(['starter', 1])
})
`

const REPORTER = `
export default class {
  onTestCaseArtifactRecord({ name }, { type, world, bundle, journal, har }) {
    console.log(['recorded for', name, type, world, bundle, journal, har].join(' | '))
  }
}
`

const failed = (run: Run) => Object.entries(run.tests).flatMap(([title, { status }]) => (status === 'failed' ? [title] : []))

describe('Vitest fixtures configured only by options', () => {
  let project: Project
  let run: Run
  beforeAll(async () => {
    project = await Project.of({
      'vitest.config.js': CONFIG,
      'fake.js': "import { vi } from 'vitest'\nvi.useFakeTimers()\n",
      'worlds.test.js': WORLDS,
      'early.test.js': EARLY,
      'failing.test.js': FAILING,
      'faked/time.test.js': FAKED,
      'reporter.js': REPORTER,
    })
    run = await project.vitest({}, '--reporter=./reporter.js')
  })

  const file = (title: string, ending: string) => {
    const id = makeWorldId({ project: 'plain', file: 'failing.test.js', title, repeat: 0, retry: 0 })
    return join('maildouble-failures', id, `${id}.${ending}`)
  }

  // behaviour:world-per-test behaviour:parallel-tests behaviour:world-options behaviour:own-server behaviour:unknown-key
  test('Vitest fixtures configured only by options give each concurrent test its own world, and the expected tests fail', () => {
    expect(failed(run), run.out).toEqual([
      'a fault that does not fire',
      'an expectation: of key and secret',
      'of no scenario > unknown',
      'around > a fault around that does not fire',
    ])
  })

  test("Vitest fixtures configured only by options do not count the server's start towards the time of the first test", () => {
    expect(run.tests['the first test finds a server']).toEqual({ status: 'passed', messages: '' })
  })

  // behaviour:fault-that-must-fire
  test('Vitest fixtures configured only by options report an unfired fault with the calls that came instead', () => {
    const { messages } = run.tests['a fault that does not fire'] ?? { messages: '' }
    expect(messages.split('\n\n')[0]).toBe(
      [
        'UnfiredFaultError: 2 faults of this test must fire and did not:',
        '  fault 1 never fired, no call matched it: {"match":{"operation":"createBatch"},"when":{"first":2},…',
        '  delivery fault 1 never fired, no delivery matched it: {"effect":"drop"}',
      ].join('\n'),
    )
    expect(messages).toContain('\n  GET /lists → 200\n')
  })

  test('Vitest fixtures configured only by options keep artifacts of failed tests only, without secrets', async () => {
    const title = 'an expectation: of key and secret'
    const bundle = project.read(file(title, 'bundle.json'))
    const har = project.read(file(title, 'har'))
    const key = /^key (\S+)$/m.exec(run.out)?.[1] ?? 'no key was printed'
    const again = await connect(await createDouble()).worlds.create({ bundle: JSON.parse(bundle) })
    expect((await again.requests.list()).map(({ path }) => path)).toEqual(['/3.0/lists'])
    expect(JSON.parse(har)).toMatchObject({ log: { entries: [{ response: { status: 200 } }] } })
    expect(bundle + har + project.read(file(title, 'journal.json'))).not.toContain(key)
    expect(run.out).toContain(`npx maildouble inspect ${dirname(file(title, 'bundle.json'))}\n`)
    // Reporters find it in the meta of the task.
    expect(project.read('report.json')).toContain(`"bundle":"${file(title, 'bundle.json')}"`)
    for (const other of ['a fault that fires', 'skipped on the way', 'meant to fail', 'deleted by itself'])
      expect(existsSync(join(project.folder, file(other, 'bundle.json')))).toBe(false)
  })

  test('Vitest fixtures configured only by options tell reporters where the files of a failed test are, and leave no copies of them in .vitest-attachments', () => {
    const title = 'an expectation: of key and secret'
    const world = file(title, 'har').replace(/^.*[\\/]|\.har$/g, '')
    const paths = ['bundle.json', 'journal.json', 'har'].map((ending) => file(title, ending))
    const recorded = run.out.split('\n').filter((line) => line.startsWith('recorded for'))
    expect(recorded).toContain(`recorded for | ${title} | maildouble:failure | ${world} | ${paths.join(' | ')}`)
    // The first attempt of the retried test failed, too.
    expect(recorded.length).toBe(run.out.split('Journal and bundle: ').length - 1 + 1)
    expect(run.out).not.toContain('could not be told')
    expect(existsSync(join(project.folder, '.vitest-attachments'))).toBe(false)
  })

  test('Vitest fixtures configured only by options report unfired faults in addition to the failure of a test', () => {
    const { messages } = run.tests['an expectation: of key and secret'] ?? { messages: '' }
    expect(messages).toMatch(/^AssertionError: [^]*\n {2}fault 1 never fired, no call matched it: [^]*\n {2}GET \/lists → 200\n/)
    expect(run.out).not.toContain('\nstderr |')
  })

  test('Vitest fixtures configured only by options report an unknown scenario with the existing ones', () => {
    expect(run.tests['of no scenario > unknown']?.messages).toMatch(
      /There is no scenario "statrer"\. Did you mean starter\? [\s\S]*the folder that MAILDOUBLE_SCENARIO_DIR names/,
    )
  })
})

// behaviour:running-server behaviour:coverage-report
test('Vitest fixtures keep the compiled code of their server from Node 22 on, unless coverage is recorded', async () => {
  const files = { 'one.test.js': "import { test } from 'maildouble/vitest'\ntest('a world', ({ world }) => void world)" }
  const project = await Project.of(files)
  const kept = join(project.folder, '../node_modules/maildouble/.cache')
  rmSync(kept, { recursive: true, force: true })
  const covered = await project.vitest({ NODE_V8_COVERAGE: join(project.folder, 'coverage') })
  expect([covered.code, existsSync(kept)]).toEqual([0, false])
  await project.vitest()
  expect(existsSync(kept)).toBe('enableCompileCache' in module)
})

test('Vitest fixtures with MAILDOUBLE_URL use the server as it is, delete their worlds, and number an id that is taken', async () => {
  await using server = await startServer({ controlToken: 'secret' })
  const taken = makeWorldId({ project: '', file: 'shared.test.js', title: 'shared', repeat: 0, retry: 0 })
  const maildouble = connect(server)
  await using other = await maildouble.worlds.create({ id: taken })
  const project = await Project.of({
    'vitest.config.js': "export default { test: { globalSetup: 'maildouble/vitest/setup' } }",
    'shared.test.js': `
        import { inject } from 'vitest'
        import { expect, test } from 'maildouble/vitest'
        test('shared', ({ world, maildouble }) => {
          expect([world.id, maildouble.url, inject('maildouble')]).toEqual(['${taken}-2', '${server.url}', undefined])
        })
      `,
  })
  const env = { MAILDOUBLE_URL: server.url, MAILDOUBLE_CONTROL_TOKEN: 'secret', MAILDOUBLE_COVERAGE: 'coverage.json' }
  const { tests, out } = await project.vitest(env)
  expect(tests, out).toEqual({ shared: { status: 'passed', messages: '' } })
  expect((await maildouble.worlds.list()).map(({ id }) => id)).toEqual(['default', other.id])
  expect(JSON.parse(project.read('coverage.json'))).toHaveProperty('operations')
})

test('Vitest fixtures with MAILDOUBLE_URL end before the first test if the extension of the report is that of no format', async () => {
  await using server = await startServer()
  const project = await Project.of({
    'vitest.config.js': "export default { test: { globalSetup: 'maildouble/vitest/setup' } }",
    'any.test.js': "import { test } from 'maildouble/vitest'\ntest('any', () => {})",
  })
  const { code, out } = await project.run(resolve('node_modules/vitest/vitest.mjs'), ['run'], {
    MAILDOUBLE_URL: server.url,
    MAILDOUBLE_COVERAGE: 'coverage.txt',
  })
  expect(out).toContain(
    'The MAILDOUBLE_COVERAGE file coverage.txt has no extension of a report: .html, .htm, .md, .markdown, .json. Use one of them.',
  )
  expect(code).not.toBe(0)
  expect(existsSync(join(project.folder, 'coverage.txt'))).toBe(false)
})
