import { expect, test } from 'vitest'
import { connect, type World } from '../../src/client/index.ts'
import { createDouble } from '../../src/index.ts'
import { recordOf } from '../../src/testing/artifacts.ts'
import { STORY_COLUMNS, STORY_LINES_MAX, storyOf } from '../../src/testing/story.ts'
import { receiver } from '../receiver.ts'

async function makeWorld(options = {}): Promise<World> {
  return connect(await createDouble()).worlds.create({ id: 'mine', ...options })
}

/** The story of a world without its heading. */
async function linesOf(world: World): Promise<readonly string[]> {
  return storyOf([(await recordOf(world)).journal]).slice(1)
}

const json = (method: string, body: object) => ({ method, body: JSON.stringify(body) })

test('a story has at most 15 lines of 100 characters, whatever was sent', async () => {
  const world = await makeWorld({ id: 'a'.repeat(63) })
  for (let i = 0; i < 40; i++) {
    await world.fetch(`/lists/${'é\u202e\u0007'.repeat(i)}?${i}=${'x'.repeat(i * 9)}`)
    await world.fetch('/lists/aaaaaaaaaa/members', json('POST', { email_address: `\n${'@'.repeat(i)}`, ['y'.repeat(i * 7)]: 1 }))
  }
  await world.clock.advance('P2D')
  await world.fetch('/ping')
  const { journal } = await recordOf(world)
  const notes = ['n'.repeat(200)]
  const story = storyOf([journal, { ...journal, world: 'b'.repeat(63) }], notes)
  expect(story).toHaveLength(STORY_LINES_MAX)
  for (const line of story) {
    expect(line.length).toBeLessThanOrEqual(STORY_COLUMNS)
    expect(line).toMatch(/^[^\p{C}]*$/u)
  }
})

test('a story says what a batch did, what a fault did, and what X-Trigger-Error did', async () => {
  const world = await makeWorld()
  await world.faults.add({ match: { path: '/ping' }, effect: { problem: { preset: 'TooManyRequests' } } })
  await world.faults.add({ match: { path: '/lists' }, effect: { connection: 'reset' } })
  await world.fetch('/ping')
  await world.fetch('/lists').catch(() => undefined)
  await world.fetch('/lists/aaaaaaaaaa', { headers: { 'x-trigger-error': 'InternalServerError' } })
  await world.fetch('/batches', json('POST', { operations: [{ method: 'GET', path: '/lists/nowhere' }] }))
  await world.clock.advance('PT1H')
  expect((await linesOf(world)).map((line) => line.trim())).toEqual([
    expect.stringMatching(/^GET \/ping → 429 Too Many Requests: .*\(fault 1 problem\)$/),
    'GET /lists … no answer: fault 2 reset',
    expect.stringMatching(/^GET \/lists\/aaaaaaaaaa → 500 .*\(X-Trigger-Error\)$/),
    'POST /batches → 200',
    expect.stringMatching(/^GET \/lists\/nowhere → 404 Resource Not Found: .*\(in a batch\)$/),
  ])
})

test('a story says what became of each webhook', async () => {
  const target = await receiver((request, response) => response.writeHead(request.method === 'GET' ? 200 : 500).end())
  const world = await makeWorld()
  const hook = { url: target.url, events: { unsubscribe: true }, sources: { user: true } }
  await world.fetch('/lists/aaaaaaaaaa/webhooks', json('POST', hook))
  const leave = (email_address: string) =>
    world.trigger('member.unsubscribe', { list_id: 'aaaaaaaaaa', email_address, source: 'user' })
  const webhook = `webhook unsubscribe → ${target.url}`
  await leave('ada@acme.test')
  await world.deliveries.waitFor({ event: 'unsubscribe' })
  expect((await linesOf(world)).at(-1)).toBe(`  ${webhook} → 500, retry at 09:01:00`)
  await world.clock.advance({ until: 'idle' })
  await world.deliveryFaults.add({ effect: 'drop' })
  await world.fetch('/lists/aaaaaaaaaa/members', json('POST', { email_address: 'cleo@acme.test', status: 'subscribed' }))
  await leave('cleo@acme.test')
  target.close()
  const lines = await linesOf(world)
  const [failed, , dropped] = lines.slice(-3)
  expect(failed).toMatch(/^ {2}\d\d:\d\d:\d\d webhook unsubscribe → \S+ → 500, failed after 7 attempts$/)
  expect(dropped).toMatch(/^ {2}\d\d:\d\d:\d\d webhook unsubscribe → \S+ → not sent \S.*\(delivery fault 1\)$/)
})

test('a webhook comes after the call that caused it, in the order of real time', async () => {
  const target = await receiver()
  const world = await makeWorld()
  const hook = { url: target.url, events: { subscribe: true }, sources: { api: true } }
  await world.fetch('/lists/aaaaaaaaaa/webhooks', json('POST', hook))
  await world.deliveries.waitFor({ event: 'validation' })
  await world.snapshot('before')
  await world.clock.advance('P1D')
  await world.fetch('/lists/aaaaaaaaaa/members', json('POST', { email_address: 'lena@acme.test', status: 'subscribed' }))
  await world.deliveries.waitFor({ event: 'subscribe' })
  await world.restore('before')
  await world.fetch('/ping')
  target.close()
  expect(await linesOf(world)).toEqual([
    '  2026-01-15 09:00:00 POST /lists/aaaaaaaaaa/webhooks → 200',
    `  2026-01-15 09:00:00 webhook validation → ${target.url} → 200`,
    '  2026-01-16 09:00:00 POST /lists/aaaaaaaaaa/members → 200',
    '  2026-01-15 09:00:00 GET /ping → 200',
  ])
})

test('a password in the URL of a webhook is not in the story', async () => {
  const world = await makeWorld()
  const hook = { url: 'http://user:hush-hush@127.0.0.1:9/?token=hush-hush', events: { subscribe: true }, sources: { api: true } }
  await world.fetch('/lists/aaaaaaaaaa/webhooks', json('POST', hook))
  const lines = await linesOf(world)
  expect(lines.join('\n')).toContain('webhook validation → http://')
  expect(lines.join('\n')).not.toContain('hush')
})
