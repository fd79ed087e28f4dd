import { expect, test } from 'vitest'
import { connect, type World } from '../../src/kit/client/index.ts'
import { createDouble } from '../../src/index.ts'
import { readEvidence } from '../../src/kit/testing/artifacts.ts'
import { STORY_COLUMNS, STORY_LINES_MAX, tellJournals } from '../../src/kit/testing/story.ts'
import { receiver } from '../receiver.ts'

async function makeWorld(options = {}): Promise<World> {
  return connect(await createDouble()).worlds.create({ id: 'mine', ...options })
}

/** The story of a world without its heading. */
async function linesOf(world: World): Promise<readonly string[]> {
  return tellJournals([(await readEvidence(world)).journal]).slice(1)
}

/** What happened, without times, each in one line. */
async function momentsOf(world: World): Promise<readonly string[]> {
  const text = (await linesOf(world)).join('\n').replaceAll(/\n {6}/g, ' ')
  return text.split('\n').map((line) => line.replace(/^ +(?:[-\d]{10} )?(?:[:\d]{8} )?/, ''))
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
  const { journal } = await readEvidence(world)
  const notes = ['n'.repeat(200)]
  const story = tellJournals([journal, { ...journal, world: 'b'.repeat(63) }], notes)
  expect(story.length).toBeLessThanOrEqual(STORY_LINES_MAX)
  expect(story.length).toBeGreaterThan(STORY_LINES_MAX / 2)
  for (const line of story) {
    expect(line.length).toBeLessThanOrEqual(STORY_COLUMNS)
    expect(line).toMatch(/^[^\p{C}]*$/u)
  }
})

test('a story contains the effects of a batch, of a fault and of X-Trigger-Error', async () => {
  const world = await makeWorld()
  await world.faults.add({ match: { path: '/ping' }, effect: { problem: { preset: 'TooManyRequests' } } })
  await world.faults.add({ match: { path: '/lists' }, effect: { connection: 'reset' } })
  await world.fetch('/ping')
  await world.fetch('/lists').catch(() => undefined)
  await world.fetch('/lists/aaaaaaaaaa', { headers: { 'x-trigger-error': 'InternalServerError' } })
  await world.fetch('/batches', json('POST', { operations: [{ method: 'GET', path: '/lists/nowhere' }] }))
  await world.clock.advance('PT1H')
  expect(await momentsOf(world)).toEqual([
    expect.stringMatching(/^GET \/ping → 429 Too Many Requests: .*\(fault 1 problem\)$/),
    'GET /lists … no answer: fault 2 reset',
    expect.stringMatching(/^GET \/lists\/aaaaaaaaaa → 500 .*\(X-Trigger-Error\)$/),
    'POST /batches → 200',
    'advance PT1H → 2026-01-15 10:00:00',
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
  expect((await momentsOf(world)).slice(-2)).toEqual([
    `${webhook} → 500, retry at 09:01:00`,
    'The clock is frozen at 2026-01-15 09:00:00. The delivery 2 (unsubscribe) is retried in 60 s; advance the clock.',
  ])
  await world.clock.advance({ until: 'idle' })
  await world.deliveryFaults.add({ effect: 'drop' })
  await world.fetch('/lists/aaaaaaaaaa/members', json('POST', { email_address: 'cleo@acme.test', status: 'subscribed' }))
  await leave('cleo@acme.test')
  target.close()
  expect((await momentsOf(world)).slice(-7)).toEqual([
    `${webhook} → 500`,
    'advance until idle → 2026-01-15 10:15:00',
    `${webhook} → 500 (5 times)`,
    `${webhook} → 500, failed after 7 attempts`,
    'POST /lists/aaaaaaaaaa/members → 200',
    'trigger member.unsubscribe cleo@acme.test',
    expect.stringMatching(/^webhook unsubscribe → \S+ → not sent \S.*\(delivery fault 1\)$/),
  ])
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
    '  2026-01-15 09:00:00 advance P1D → 2026-01-16 09:00:00',
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

test('a story tells each attempt of a delivery, triggers and advances in the order in which they happened', async () => {
  const world = await makeWorld()
  await using hooks = await world.receiver({ list: 'aaaaaaaaaa', events: ['unsubscribe'] })
  hooks.answer([503, 500, 200])
  await world.trigger('member.unsubscribe', { list_id: 'aaaaaaaaaa', email_address: 'ada@acme.test' })
  await world.clock.advance('PT10M')
  await world.fetch('/ping')
  for (const ms of [1_000, 2_000, 500]) await world.clock.advance(ms)
  await world.fetch('/ping')
  expect((await linesOf(world)).slice(2)).toEqual([
    '  09:00:00 trigger member.unsubscribe ada@acme.test',
    `  09:00:00 webhook unsubscribe → ${hooks.url} → 503`,
    '  09:00:00 advance PT10M → 2026-01-15 09:10:00',
    `  09:01:00 webhook unsubscribe → ${hooks.url} → 500`,
    `  09:05:00 webhook unsubscribe → ${hooks.url} → 200`,
    '  09:10:00 GET /ping → 200',
    '  09:10:00 advance → 2026-01-15 09:10:03 (3 times)',
    '  09:10:03 GET /ping → 200',
  ])
})

test('a story ends with what a frozen clock holds back, and when it is due', async () => {
  const world = await makeWorld()
  const operations = [{ method: 'GET', path: '/lists' }] as const
  const { body } = await world.post('/batches', { operations })
  expect(await momentsOf(world)).toEqual([
    'POST /batches → 200',
    `The clock is frozen at 2026-01-15 09:00:00. The batch ${body.id} is prepared in 0.2 s; advance the clock.`,
  ])
  await world.clock.set({ mode: 'realtime' })
  expect(await momentsOf(world)).toEqual(['POST /batches → 200'])
})

test('a story says which answers came from the cache of stats, and what the cache held back', async () => {
  const world = await makeWorld()
  const read = () => world.get('/lists/aaaaaaaaaa')
  const { body } = await read()
  const count = body.stats?.member_count ?? 0
  await world.post('/lists/aaaaaaaaaa/members', { email_address: 'lena@acme.test', status: 'subscribed' })
  await read()
  await world.get('/lists', { query: { fields: ['lists.id', 'lists.stats', 'lists.date_created'] } })
  await world.clock.advance('PT5M')
  await read()
  const note = `(member_count ${count} from the stats cache, now ${count + 1})`
  expect(await momentsOf(world)).toEqual([
    'GET /lists/aaaaaaaaaa → 200',
    'POST /lists/aaaaaaaaaa/members → 200',
    `GET /lists/aaaaaaaaaa → 200 ${note}`,
    `GET /lists?fields=lists.id,lists.stats,lists.date_created → 200 ${note}`,
    'advance PT5M → 2026-01-15 09:05:00',
    'GET /lists/aaaaaaaaaa → 200',
  ])
})

test('a long line is wrapped, and nothing that the double says is cut', async () => {
  const world = await makeWorld()
  const address = `${'long-name-'.repeat(4)}@acme.test`
  for (let i = 0; i < 2; i++)
    await world.fetch('/lists/aaaaaaaaaa/members', json('POST', { email_address: address, status: 'subscribed', shoe_size: 1 }))
  const lines = await linesOf(world)
  expect(lines.slice(1)).toEqual([
    '  POST /lists/aaaaaaaaaa/members → 400 Member Exists:',
    `      ${address} is already a list member. Use PUT to insert`,
    '      or update list members. (ignored: /shoe_size)',
  ])
})

test('what an application has probably meant stands beside its calls', async () => {
  const world = await makeWorld()
  const member = { email_address: 'ada@acme.example', status: 'subscribed', merge_fields: { FIRSTNAME: 'Ada' } }
  await world.fetch('/lists/aaaaaaaaaa/members', json('POST', member))
  await world.fetch('/list/aaaaaaaaaa')
  expect((await linesOf(world)).join(' ').replaceAll(/\s+/g, ' ')).toMatch(
    /200 \(ignored: \/merge_fields\/FIRSTNAME, The list has no merge field FIRSTNAME\. Did you mean FNAME\?\) GET \/list\/aaaaaaaaaa → 404 .*Did you mean \/lists\/aaaaaaaaaa\?\)$/,
  )
})

test('refusals of the sign-in tell their error and their reason', async () => {
  const world = await makeWorld()
  const { client_id, redirect_uri } = world.oauth
  const form = new URLSearchParams({ grant_type: 'authorization_code', client_id, redirect_uri, client_secret: 'no', code: 'no' })
  await world.fetch(`${world.authUrl}/oauth2/token`, { method: 'POST', body: form })
  await world.fetch(`${world.authUrl}/oauth2/authorize?client_id=my%27app&redirect_uri=http:%2F%2Fapp.test%2F`)
  expect(await momentsOf(world)).toEqual([
    expect.stringMatching(/^POST \/oauth2\/token → 401 invalid_client: .*[a-z]\.$/),
    expect.stringMatching(/^GET \/oauth2\/authorize.* → 400 This sign-in cannot continue: .*client_id my'app/),
  ])
})

test('a webhook that leaves out changes by the API is named beside the call', async () => {
  const world = await makeWorld()
  await using _hooks = await world.receiver({ list: 'aaaaaaaaaa', sources: ['user'] })
  await world.fetch('/lists/aaaaaaaaaa/members', json('POST', { email_address: 'eve@acme.test', status: 'subscribed' }))
  expect((await momentsOf(world)).at(-1)).toMatch(/^POST .* → 200 \(.*subscribe.*the webhook leaves out the source `api`\.\)$/)
})
