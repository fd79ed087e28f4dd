import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { Project, type Run } from './project.ts'

/** What a story says is the same with both runners, so only one of them runs tests of its text: each failed test costs Playwright a process. */
const WITH_BOTH = `
test.describe ??= describe

test.describe('in a hook after the test', () => {
  test.afterEach(async ({ world }) => {
    await world.fetch('/lists?count=2')
    throw new Error('from the hook')
  })
  test('fails after', async ({ world }) => void (await world.fetch('/lists?count=1')))
})

test.describe('in a hook before the test', () => {
  test.beforeEach(async ({ world }) => {
    await world.fetch('/lists?count=3')
    throw new Error('from the hook')
  })
  test('fails before', async ({ world }) => void (await world.fetch('/ping')))
})

test('several worlds', async ({ world, maildouble }) => {
  const branch = await world.fork({ id: 'branch' })
  const other = await maildouble.worlds.create({ id: 'other' })
  await world.fetch('/ping')
  await branch.fetch('/lists?count=5')
  await other.fetch('/nowhere')
  expect(1).toBe(2)
})

test('failed beside an unfired fault', async ({ world }) => {
  await world.deliveryFaults.add({ effect: 'drop', must_fire: true })
  await world.fetch('/ping')
  expect(1).toBe(2)
})

test('fault for a webhook that never fired', async ({ world }) => {
  await world.deliveryFaults.add({ effect: 'drop', must_fire: true })
})

test('a world that the test made', async ({ maildouble }) => {
  const made = await maildouble.worlds.create({ id: 'made' })
  await made.fetch('/lists?count=40')
  expect(1).toBe(2)
})

test.describe('deleted after the test', () => {
  let brief
  test.beforeEach(async ({ maildouble }) => {
    brief = await maildouble.worlds.create({ id: 'brief' })
  })
  test.afterEach(() => brief.delete())
  test('a world that a hook deletes', async () => {
    await brief.fetch('/lists?count=43')
    expect(1).toBe(2)
  })
})

test.describe('made before all tests', () => {
  let forAll
  test.beforeAll(async ({ maildouble }) => {
    forAll = await maildouble.worlds.create()
  })
  test('passes', async () => void (await forAll.fetch('/lists?count=44')))
  test('a world that tests share', async () => {
    await forAll.fetch('/lists?count=45')
    expect(1).toBe(2)
  })
})
`

const VITEST = `
import { afterEach } from 'vitest'
import { describe, expect, test } from 'maildouble/vitest'

${WITH_BOTH}

test('calls that go on', async ({ world }) => {
  await world.faults.add({ match: { path: '/lists' }, effect: { latency: 'PT60S' } })
  const call = world.fetch('/lists?count=4').catch(() => undefined)
  await world.requests.verify({ match: { path: '/lists' }, within: 'PT2M' })
  for (let i = 0; i < 3; i++) await world.fetch('/ping')
  expect(1).toBe(2)
  await call
})

test('more calls than lines', async ({ world }) => {
  for (let i = 1; i <= 30; i++) await world.fetch('/lists/aaaaaaaaaa?exclude_fields=' + 'x'.repeat(i * 5))
  await world.clock.advance('PT1H')
  await world.fetch('/ping')
  expect(1).toBe(2)
})

test('no calls', async ({ world }) => expect(world.id).toBe(''))

test('deleted by itself', async ({ world }) => {
  await world.delete()
  expect(1).toBe(2)
})

test('two worlds that the test made', async ({ maildouble }) => {
  const one = await maildouble.worlds.create({ id: 'one' })
  const two = await one.fork({ id: 'two' })
  await two.fetch('/lists?count=41')
  await one.fetch('/lists?count=42')
  expect(1).toBe(2)
})

test('deletes what it made', async ({ maildouble }) => {
  const made = await maildouble.worlds.create({ id: 'deleted' })
  await made.delete()
  expect(1).toBe(2)
})

test('nothing was called', async ({ maildouble }) => expect(maildouble.url).toBe(''))

test.concurrent('concurrent one', async ({ world, expect }) => {
  await world.fetch('/lists?count=6')
  expect(1).toBe(2)
})
test.concurrent('concurrent two', async ({ world, expect }) => {
  await world.fetch('/lists?count=7')
  expect(1).toBe(2)
})

test.concurrent('concurrent maker one', async ({ maildouble, expect }) => {
  const made = await maildouble.worlds.create({ id: 'maker-one' })
  await made.fetch('/lists?count=46')
  expect(1).toBe(2)
})
test.concurrent('concurrent maker two', async ({ maildouble, expect }) => {
  const made = await maildouble.worlds.create({ id: 'maker-two' })
  await made.fetch('/lists?count=47')
  expect(1).toBe(2)
})

describe('hanging', () => {
  let made
  test.beforeEach(async ({ maildouble }) => {
    made = await maildouble.worlds.create({ id: 'hanging' })
    await made.faults.add({ match: { operation: 'getLists' }, effect: { connection: 'hang' } })
  })
  test('made and hanging', { timeout: 3000 }, async () => void (await made.fetch('/lists?count=48')))
})

test('made each time', { retry: 1 }, async ({ maildouble, task }) => {
  const made = await maildouble.worlds.create({ id: 'attempt-' + (task.result.retryCount ?? 0) })
  await made.fetch('/lists?count=' + (50 + (task.result.retryCount ?? 0)))
  expect(1).toBe(2)
})

test('at its very end', async ({ world, onTestFinished }) => {
  await world.fetch('/ping')
  onTestFinished(() => {
    throw new Error('from the end')
  })
})

let attempts = 0
test('at first', { retry: 1 }, async ({ world }) => {
  await world.fetch('/lists?count=8')
  expect(attempts++).toBe(1)
})

test('each time', { retry: 1 }, async ({ world }) => {
  await world.fetch('/lists?count=' + (9 + attempts++))
  expect(1).toBe(2)
})

test('text instead of an error', async ({ world }) => {
  await world.fetch('/ping')
  throw 'a text'
})

describe('around', () => {
  test.aroundEach(async (run, { world }) => {
    await run()
    await world.fetch('/lists?count=20')
    throw new Error('from around')
  })
  test('the end around it', async ({ world }) => void (await world.fetch('/ping')))
})

describe('before all', () => {
  test.beforeAll(async ({ maildouble }) => {
    const shared = await maildouble.worlds.create({ id: 'shared' })
    await shared.fetch('/lists?count=30')
    throw new Error('from before all')
  })
  test('a test after a beforeAll that fails does not run', () => {})
})

test.fails('as it should', async ({ world }) => expect(world.id).toBe(''))
test.fails('though it should not pass', async ({ world }) => void (await world.fetch('/lists?count=21')))
test.fails('as it should, because of a fault', async ({ world }) => {
  await world.faults.add({ effect: { connection: 'reset' }, must_fire: true })
})
`

const PLAYWRIGHT = `
import { expect, test } from 'maildouble/playwright'
${WITH_BOTH}

test.describe('again', () => {
  test.describe.configure({ retries: 1 })
  test('at first', async ({ world }, { retry }) => {
    await world.fetch('/lists?count=8')
    expect(retry).toBe(1)
  })
})

test('made and hanging', async ({ maildouble }) => {
  const made = await maildouble.worlds.create({ id: 'hanging' })
  await made.faults.add({ match: { operation: 'getLists' }, effect: { connection: 'hang' } })
  const hanging = made.fetch('/lists?count=48')
  await expect.poll(async () => (await made.requests.list()).length).toBe(1)
  test.setTimeout(3000)
  await hanging
})

test('as it should', async ({ world }) => {
  test.fail()
  expect(world.id).toBe('')
})

test('though it should not pass', async ({ world }) => {
  test.fail()
  await world.fetch('/lists?count=21')
})

test.describe('hanging', () => {
  test.afterEach(async ({ world }) => {
    await world.fetch('/lists?count=22')
    // A hook has a limit of its own, which is over at once.
    test.setTimeout(1)
    await new Promise(() => {})
  })
  test('in a hook', async ({ world }) => void (await world.fetch('/ping')))
})
`

const CONFIGS = {
  'vitest.config.js': "export default { test: { include: ['**/*.test.js'] } }",
  'playwright.config.js':
    "export default { testDir: '.', testMatch: '*.spec.js', timeout: 120000, workers: 2, fullyParallel: true }",
}

/** The lines after a heading about a world, up to the one with the command. */
function storyIn(messages: string, id = ''): readonly string[] {
  const lines = messages.split('\n').map((line) => line.replaceAll(/-[0-9a-f]{6}\b/g, ''))
  const from = lines.findIndex((line) => line.startsWith(`Calls and webhooks of the world ${id}`))
  const to = lines.findIndex((line, index) => index > from && /^(?:Journal|No files)/.test(line))
  return from === -1 ? [] : lines.slice(from, to + 1)
}

/** What only one of the runners can do. */
const OWN: { readonly [runner: string]: Readonly<Record<string, readonly string[]>> } = {
  vitest: {
    'calls that go on': ['  GET /lists?count=4 … no answer yet', '  GET /ping → 200 (3 times)'],
    'two worlds that the test made': ['  [two] GET /lists?count=41 → 200', '  GET /lists?count=42 → 200'],
    'concurrent one': ['  GET /lists?count=6 → 200'],
    'concurrent two': ['  GET /lists?count=7 → 200'],
    'concurrent maker one': ['  GET /lists?count=46 → 200'],
    'concurrent maker two': ['  GET /lists?count=47 → 200'],
    'at its very end': ['  GET /ping → 200'],
    'text instead of an error': ['  GET /ping → 200'],
    'the end around it': ['  GET /ping → 200', '  GET /lists?count=20 → 200'],
  },
  playwright: { 'in a hook': ['  GET /ping → 200', '  GET /lists?count=22 → 200'] },
}

const COMMON: { readonly [title: string]: readonly string[] } = {
  'fails after': ['  GET /lists?count=1 → 200', '  GET /lists?count=2 → 200'],
  'fails before': ['  GET /lists?count=3 → 200'],
  'several worlds': [
    '  GET /ping → 200',
    '  [branch] GET /lists?count=5 → 200',
    expect.stringMatching(/^ {2}\[other\] GET \/nowhere → 404 Resource Not Found: Nothing is served at \/nowhere; /),
    expect.stringMatching(/^ {6}\S.* misspelled\.$/),
  ],
  'a world that the test made': ['  GET /lists?count=40 → 200'],
  'a world that a hook deletes': ['  GET /lists?count=43 → 200'],
  'a world that tests share': ['  GET /lists?count=45 → 200'],
  'made and hanging': ['  GET /lists?count=48 … no answer: fault 1 hang'],
  'failed beside an unfired fault': [
    '  delivery fault 1 never fired, no delivery matched it: {"effect":"drop"}',
    '  GET /ping → 200',
  ],
}

describe.each(['vitest', 'playwright'] as const)('the story of a test of %s', (runner) => {
  let project: Project
  let run: Run
  const messages = (title: string): string =>
    Object.entries(run.tests).find(([name]) => name.endsWith(title))?.[1].messages ?? `There is no test ${title}:\n${run.out}`
  beforeAll(async () => {
    const file = runner === 'vitest' ? { 'stories.test.js': VITEST } : { 'stories.spec.js': PLAYWRIGHT }
    project = await Project.of({ ...CONFIGS, ...file })
    run = await project[runner]()
  })

  test.each(Object.entries({ ...COMMON, ...OWN[runner] }))(
    'the story of a failed test has the lines of its case: %s',
    (title, lines) => {
      expect(storyIn(messages(title)).slice(1, -1)).toEqual(lines)
    },
  )

  test.runIf(runner === 'vitest')(
    'the story of a failed test has at most 15 lines, the latest ones, and their times if they differ',
    () => {
      const story = storyIn(messages('more calls than lines'))
      expect(story).toHaveLength(16)
      expect(story[0]).toBe('Calls and webhooks of the world more-calls-than-lines, the last 14 of 32:')
      expect(story[1]).toMatch(/^ {2}09:00:00 GET \/lists\/aaaaaaaaaa\?exclude_fields=x+… → 200$/)
      expect(story[13]).toBe('  09:00:00 advance PT1H → 2026-01-15 10:00:00')
      expect(story[14]).toBe('  10:00:00 GET /ping → 200')
      for (const line of story) expect(line.length).toBeLessThanOrEqual(100)
    },
  )

  test('the story of a failed test has the files of all its worlds in one folder', () => {
    const id = /inspect maildouble-failures\/(several-worlds-\w+)/.exec(messages('several worlds'))?.[1] ?? 'no folder'
    for (const world of [id, 'branch', 'other'])
      expect(existsSync(join(project.folder, 'maildouble-failures', id, `${world}.bundle.json`)), world).toBe(true)
  })

  test.runIf(runner === 'vitest')(
    'the story of a failed test has the files of worlds that the test made, in a folder with its title',
    () => {
      const text = messages('two worlds that the test made')
      const id = /inspect maildouble-failures\/(two-worlds-that-the-test-made-\w+)/.exec(text)?.[1] ?? 'no folder'
      for (const world of ['one', 'two'])
        expect(existsSync(join(project.folder, 'maildouble-failures', id, `${world}.bundle.json`)), world).toBe(true)
    },
  )

  test.runIf(runner === 'vitest')('the story of a failed test is left out if the test made no world and called none', () => {
    expect(messages('nothing was called')).not.toContain('Calls and webhooks')
  })

  test.runIf(runner === 'vitest')('the story of a failed test says that there were no calls, or that the world is gone', () => {
    expect(messages('no calls')).toContain('Does the application use its URL and key?\n')
    expect(messages('deleted by itself')).toMatch(/The test deleted its world \S+, so its calls are not known\./)
    expect(messages('deletes what it made')).toContain('The test deleted its worlds before its end (deleted), so their calls')
  })

  test('the story of a test is part of an error about a webhook that was to be disturbed', () => {
    expect(messages('fault for a webhook that never fired')).toMatch(
      /^UnfiredFaultError: A fault of this test must fire and did not:\n {2}delivery fault 1 never fired, no delivery matched it: /,
    )
  })

  test('the story of a test that is meant to fail is told only if it passes', () => {
    expect(storyIn(run.out, 'though-it-should-not-pass').slice(1, -1)).toEqual(['  GET /lists?count=21 → 200'])
    expect(run.out).not.toContain('as-it-should')
  })

  test.runIf(runner === 'vitest')(
    'the story of a hook before all tests is part of its error, with the files of its worlds',
    () => {
      expect(run.out).toContain('from before all\n\nCalls and webhooks of the world shared:')
      expect(storyIn(run.out, 'shared').slice(1, -1)).toEqual(['  GET /lists?count=30 → 200'])
      const id = /inspect maildouble-failures\/(before-all-beforeall-\w+)/.exec(run.out)?.[1] ?? 'no folder'
      expect(existsSync(join(project.folder, 'maildouble-failures', id, 'shared.bundle.json'))).toBe(true)
    },
  )

  test('the story of a retried test is told for each attempt that failed', () => {
    const told = run.out.replaceAll(/-[0-9a-f]{6}\b/g, '')
    if (runner === 'playwright') expect(storyIn(messages('at first')).slice(1, -1)).toEqual(['  GET /lists?count=8 → 200'])
    else
      for (const [index, id] of ['each-time', 'each-time-retry1'].entries())
        expect(told).toContain(`Calls and webhooks of the world ${id}:\n  GET /lists?count=${11 + index} → 200\n`)
    for (const index of runner === 'vitest' ? [0, 1] : [])
      expect(told).toContain(`Calls and webhooks of the world attempt-${index}:\n  GET /lists?count=${50 + index} → 200\n`)
  })
})
