import { describe, expect, test } from 'vitest'
import { strToU8, zipSync } from 'fflate'
import { startServer } from '../../../src/kit/double/start.ts'
import { mock, type Body } from '../../mock.ts'
import { receiver } from '../../receiver.ts'
import { bundleOf, contentsOf, journalOf, NEW_LIST, newWorld, replay } from './bundle-world.ts'

const NO_DIFFERENCES = { differences: [], differences_total: 0 }

test('concurrent calls take effect in a replay in the recorded order, whatever the delay of each', async () => {
  const server = mock()
  const source = await newWorld(server, { id: 'shop' })
  const { service, control } = source
  await control('POST /faults', { match: { headers: { 'x-slow': '1' } }, effect: { latency: 30 } })
  const slow = service('POST /3.0/lists', { ...NEW_LIST, name: 'Slow' }, { 'x-slow': '1' })
  const quick = service('POST /3.0/lists', { ...NEW_LIST, name: 'Quick' })
  await Promise.all([slow, quick])
  await service('GET /3.0/lists')
  const bundle = await bundleOf(source)
  // The second call arrived while the first was delayed, and completed before it.
  const turns = bundle.steps.filter(({ step }: Body) => step === 'resume')
  expect(turns.at(-1).number).toBe(0)
  expect(bundle.steps.findLastIndex(({ number }: Body) => number === 1)).toBeLessThan(bundle.steps.indexOf(turns.at(-1)))
  const copy = await replay(bundle)
  expect(copy.replay).toMatchObject(NO_DIFFERENCES)
  expect(contentsOf(copy.server, 'shop')).toEqual(contentsOf(server, 'shop'))
  expect(journalOf(copy.server, 'shop')).toEqual(journalOf(server, 'shop'))
})

test('concurrent calls are rejected again in a replay if there were too many', async () => {
  const source = await newWorld(mock(), { id: 'shop', settings: { connections: 2, service_time: 10 } })
  const answers = await Promise.all(Array.from({ length: 5 }, () => source.service('GET /3.0/lists')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429, 429])
  const copy = await replay(await bundleOf(source))
  expect(copy.replay).toMatchObject(NO_DIFFERENCES)
  expect((await copy.service('GET /3.0/lists')).status).toBe(200)
})

test('concurrent calls are dropped again in a replay if the world was reset in between', async () => {
  const server = mock()
  const source = await newWorld(server, { id: 'shop' })
  await source.control('POST /snapshots', { name: 'start' })
  await source.control('PATCH /settings', { service_time: 30 })
  const call = source.service('POST /3.0/lists', NEW_LIST)
  await expect.poll(() => journalOf(server, 'shop').length).toBe(1)
  await source.control('POST /snapshots/start/restore')
  expect((await call).status).toBe(503)
  const copy = await replay(await bundleOf(source))
  expect(copy.replay).toMatchObject(NO_DIFFERENCES)
  expect(journalOf(copy.server, 'shop')).toEqual(journalOf(server, 'shop'))
})

test('concurrent calls are unanswered in a bundle created while they are in flight', async () => {
  const server = mock()
  const source = await newWorld(server, { id: 'shop' })
  await source.control('POST /faults', { match: {}, when: { first: 1 }, effect: { latency: 50 } })
  const call = source.service('POST /3.0/lists', NEW_LIST)
  await expect.poll(async () => (await source.control('GET /faults/1')).body.seen).toBe(1)
  const bundle = await bundleOf(source)
  const journal = journalOf(server, 'shop')
  await call
  expect(bundle.steps.at(-1)).not.toHaveProperty('answer')
  const copy = await replay(bundle)
  expect(journalOf(copy.server, 'shop')).toMatchObject([{ id: journal[0]?.id, status: null, operation: 'createList' }])
  expect((await copy.service('GET /3.0/lists')).body.total_items).toBe(0)
})

test('a replay ends when its caller disconnects and leaves no world behind', async () => {
  const server = mock()
  const source = await newWorld(server, { id: 'shop' })
  const bundle = await bundleOf(source)
  const call = { step: 'request', at: bundle.ends.at, jobs: 0, method: 'GET', path: '/3.0/lists', headers: {} }
  bundle.steps = Array.from({ length: 5_000 }, (_, number) => ({ ...call, number, answer: { status: 401 } }))
  const client = new AbortController()
  const request = json('POST', { bundle, id: 'late' })
  const answer = server.app.request('http://maildouble.test/_control/worlds', { ...request, signal: client.signal })
  client.abort()
  expect((await answer).status).toBe(400)
  expect((await server.call('GET /_control/worlds/late')).status).toBe(404)
})

describe('responses from outside the world', () => {
  test('responses from outside the world come from the recording in a replay, which sends no requests', async () => {
    const hooks = await receiver(({ path }, response) => {
      response.statusCode = path === '/no' ? 404 : 200
      response.end('yes?')
    })
    const server = mock()
    const source = await newWorld(server, { id: 'shop', settings: { webhooks: { validation: 'strict' } } })
    const { body: list } = await source.service('POST /3.0/lists', NEW_LIST)
    const at = `POST /3.0/lists/${list.id}/webhooks`
    const statuses = []
    for (const path of ['/yes', '/no']) statuses.push((await source.service(at, { url: hooks.url + path })).status)
    expect(statuses).toEqual([200, 400])
    hooks.close()
    const bundle = await bundleOf(source)
    expect(bundle.steps.map((step: Body) => step.asked?.response?.status)).toEqual([undefined, undefined, 200, undefined, 404])
    const copy = await replay(bundle)
    expect(copy.replay).toMatchObject(NO_DIFFERENCES)
    expect(hooks.received).toHaveLength(2)
    expect((await copy.control('GET /deliveries?event=validation')).body).toEqual(
      (await source.control('GET /deliveries?event=validation')).body,
    )
  })

  test('responses that one call fetched from outside the world are replayed in their order', async () => {
    const server = mock()
    const requests: string[] = []
    server.receiveAt('https://acme.test', ({ url }) => {
      requests.push(url)
      return new Response(`<p>${url.slice(-1)}</p>`, { headers: { 'content-type': 'text/html' } })
    })
    const source = await newWorld(server, { id: 'shop', settings: { imports: 'loopback' } })
    const variate_settings = { winner_criteria: 'opens' }
    const { body: campaign } = await source.service('POST /3.0/campaigns', { type: 'variate', variate_settings })
    const path = `/3.0/campaigns/${campaign.id}/content`
    const variate_contents = ['a', 'b'].map((label) => ({ content_label: label, url: `https://acme.test/${label}` }))
    const { body: content } = await source.service(`PUT ${path}`, { variate_contents })
    expect(content.variate_contents.map(({ html }: Body) => html)).toEqual(['<p>a</p>', '<p>b</p>'])
    const archive = { archive_content: Buffer.from(zipSync({ 'index.html': strToU8('Hats') })).toString('base64') }
    const bundle = await bundleOf(source)
    const copy = await replay(bundle)
    expect(copy.replay).toMatchObject(NO_DIFFERENCES)
    expect(requests).toHaveLength(2)
    expect((await copy.service(`GET ${path}`)).body.variate_contents).toEqual(content.variate_contents)
    expect((await source.service(`PUT ${path}`, { variate_contents: [{ content_label: 'C', archive }] })).status).toBe(200)
    expect((await replay(await bundleOf(source))).replay).toMatchObject(NO_DIFFERENCES)
  })
})

test('an RSS campaign has the same issues in a replay, which fetches no feed', async () => {
  const server = mock()
  let fetched = 0
  server.receiveAt('https://acme.test/feed', () => {
    const date = fetched++ === 0 ? 'Mon, 01 Jan 2024 00:00:00 GMT' : ''
    const item = `<item><guid>${fetched}</guid><title>Hats ${fetched}</title><pubDate>${date}</pubDate></item>`
    return new Response(`<rss version="2.0"><channel>${item}</channel></rss>`)
  })
  const source = await newWorld(server, { id: 'shop', settings: { imports: 'any' } })
  const { body: list } = await source.service('POST /3.0/lists', NEW_LIST)
  await source.service(`POST /3.0/lists/${list.id}/members`, { email_address: 'ada@acme.test', status: 'subscribed' })
  const { body: campaign } = await source.service('POST /3.0/campaigns', {
    type: 'rss',
    recipients: { list_id: list.id },
    settings: { subject_line: '*|RSSITEM:TITLE|*', from_name: 'Acme', reply_to: 'news@acme.test' },
    rss_opts: { feed_url: 'https://acme.test/feed', frequency: 'daily' },
  })
  const html = '*|RSSITEMS:|**|RSSITEM:TITLE|**|END:RSSITEMS|*'
  await source.service(`PUT /3.0/campaigns/${campaign.id}/content`, { html })
  expect((await source.service(`POST /3.0/campaigns/${campaign.id}/actions/send`)).status).toBe(204)
  await source.control('POST /clock/advance', { by: 'P2DT1H' })
  const sent = await source.service('GET /3.0/campaigns?status=sent')
  expect(sent.body.total_items).toBe(2)
  expect(fetched).toBe(3)
  const bundle = await bundleOf(source)
  expect(bundle.steps.filter(({ step }: Body) => step === 'fetch')).toHaveLength(2)
  const copy = await replay(bundle)
  expect(copy.replay).toMatchObject(NO_DIFFERENCES)
  expect(contentsOf(copy.server, 'shop')).toEqual(contentsOf(server, 'shop'))
  expect(fetched).toBe(3)
})

test('calls over a socket have the same outcome on another server', async () => {
  const [one, other] = [await startServer({ log: () => {} }), await startServer({ log: () => {} })]
  const made = await fetch(
    `${one.url}/_control/worlds`,
    json('POST', { id: 'shop', scenario: 'empty', clock: { mode: 'realtime' } }),
  )
  const { base_url, api_key } = JSON.parse(await made.text())
  const headers = {
    authorization: `Basic ${btoa(`me:${api_key}`)}`,
    'content-type': 'application/json',
    cookie: 'a=secret-cookie',
  }
  const post = (path: string, body: unknown) => fetch(base_url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await Promise.all(['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => post('/3.0/lists', { ...NEW_LIST, name })))
  await Promise.all(Array.from({ length: 15 }, () => fetch(`${base_url}/3.0/lists?count=2`, { headers })))
  await post('/3.0/nowhere', {})
  await fetch(`${base_url}/3.0/lists`, { method: 'OPTIONS', headers })
  await fetch(`${base_url}/3.0/lists`, { method: 'HEAD', headers })
  await fetch(`${base_url}/3.0/lists`, {
    method: 'POST',
    headers,
    body: new ReadableStream({ start: broken }),
    duplex: 'half',
  } as RequestInit).catch(() => undefined)
  const seen = async (url: string, key: string) => {
    const answer = await fetch(`${url}/3.0/lists`, { headers: { authorization: `Bearer ${key}` } })
    return [answer.headers.get('x-request-id'), (await answer.text()).replaceAll(url, '')]
  }
  const text = await (await fetch(`${one.url}/_control/worlds/shop/bundle`)).text()
  expect(text).not.toContain('secret-cookie')
  const answer = await fetch(`${other.url}/_control/worlds`, json('POST', { bundle: JSON.parse(text) }))
  const world = JSON.parse(await answer.text())
  expect(world.replay).toMatchObject(NO_DIFFERENCES)
  expect(await seen(world.base_url, world.api_key)).toEqual(await seen(base_url, api_key))
  await Promise.all([one.stop(), other.stop()])
})

function json(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function broken(controller: ReadableStreamDefaultController<Uint8Array>): void {
  controller.enqueue(new TextEncoder().encode('{"name"'))
  controller.error(new Error('The client has gone.'))
}
