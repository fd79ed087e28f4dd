import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { rawReceiver } from '../receiver.ts'
import type { Body } from '../mock.ts'
import { serveProcess, type Process } from './program.ts'

const processes: Process[] = []
const sockets: Socket[] = []
const silent = await rawReceiver(() => {})

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const { child } of processes.splice(0)) child.kill('SIGKILL')
})
afterAll(() => silent.close())

/** A server in its own process, and ways to call it. */
async function serving(...args: string[]) {
  const process = await serveProcess(['--log', 'json', ...args])
  processes.push(process)
  const [line] = await process.printed(/^.*\n/)
  const { url, api_key } = JSON.parse(line) as Body
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' }
  const send = (path: string, method = 'GET', body?: unknown): Promise<Response> =>
    fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const ask = async (path: string, method?: string, body?: unknown): Promise<Body> => (await send(path, method, body)).json()
  /** What a connection receives after it has sent something. */
  const rawConnection = (text: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece))
    socket.on('error', () => {})
    const closed = new Promise<string>((done) => socket.once('close', () => done(answer)))
    const connected = new Promise<void>((done) => socket.once('connect', () => socket.write(text, () => done())))
    return { closed, connected, answer: () => answer }
  }
  const unanswered = async (world: string): Promise<Body[]> =>
    (await ask(`/_control/worlds/${world}/requests`)).requests.filter(({ status }: Body) => status === null)
  /** Resolves once the given number of calls are waiting in a world. */
  const waiting = async (world: string, count: number) => {
    await expect.poll(async () => (await unanswered(world)).length).toBe(count)
  }
  return { ...process, url, send, ask, rawConnection, waiting, api_key }
}

/** The exit code of a process that receives a signal. */
function ending({ child, ended }: Process, signal: NodeJS.Signals): Promise<unknown> {
  child.kill(signal)
  return ended
}

describe.each(['SIGTERM', 'SIGINT'] as const)('a server stopped by %s', (signal) => {
  test('a server stopped by a signal exits with 0 when idle, whatever connections are kept alive', async () => {
    const server = await serving()
    await server.ask('/3.0/lists')
    const { connected, closed } = server.rawConnection('')
    await connected
    expect(await ending(server, signal)).toBe(0)
    expect(await closed).toBe('')
    expect(server.out()).toContain(`"type":"stopping","signal":"${signal}"`)
  })

  test('a server stopped by a signal answers the calls received before', async () => {
    const server = await serving()
    await server.send('/_control/faults', 'POST', { effect: { latency: 400 } })
    const answer = server.send('/3.0/lists')
    // A slow machine may see it only once it is answered.
    await expect.poll(async () => (await server.ask('/_control/requests')).requests).toHaveLength(1)
    const [code, { status }] = await Promise.all([ending(server, signal), answer])
    expect([code, status]).toEqual([0, 200])
  })
})

test('a server whose log is no longer read exits with 0 when it is stopped', async () => {
  const server = await serving()
  server.child.stdout?.pause()
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, () => server.ask('/3.0/ping')))
  const exited = once(server.child, 'exit')
  server.child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

test('a server exits with 0 when it is stopped, even if everything that can hang hangs at once', async () => {
  const server = await serving('--clock', 'frozen')
  const { ask, send, rawConnection, waiting } = server
  const worlds: Body[] = []
  for (const id of ['hang', 'late', 'slow', 'busy', 'hook']) worlds.push(await ask('/_control/worlds', 'POST', { id }))
  const key = (id: string) => worlds.find((world) => world.id === id).api_key
  const faulty = (id: string, effect: object) => send(`/_control/worlds/${id}/faults`, 'POST', { effect })
  const get = (id: string) =>
    rawConnection(`GET /3.0/lists HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key(id)}\r\n\r\n`)
  await faulty('hang', { connection: 'hang' })
  await faulty('late', { latency: 300 })
  await faulty('slow', { connection: 'slow', bytes_per_second: 1 })

  // A batch that would run for an hour, and an advance that runs it.
  await send('/_control/worlds/busy/settings', 'PATCH', { batch: { operation: 1 } })
  const operations = Array.from({ length: 400_000 }, () => ({ method: 'GET', path: '/ping' }))
  const batch = await fetch(`${server.url}/3.0/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key('busy')}` },
    body: JSON.stringify({ operations }),
  })
  expect(batch.status).toBe(200)
  const advance = send('/_control/worlds/busy/clock/advance', 'POST', { until: 'idle' }).catch(() => 'broken off')

  // A webhook whose receiver never answers, and an advance that waits for it.
  await send('/_control/worlds/hook/settings', 'PATCH', { webhooks: { validation: 'off' } })
  const hook = { url: `${silent.url}/`, events: { subscribe: true }, sources: { api: true, user: true, admin: true } }
  await fetch(`${server.url}/3.0/lists/aaaaaaaaaa/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key('hook')}` },
    body: JSON.stringify(hook),
  })
  const trigger = { trigger: 'member.subscribe', list_id: 'aaaaaaaaaa', email_address: 'new@acme.test' }
  await send('/_control/worlds/hook/triggers', 'POST', trigger)
  const patient = ask('/_control/worlds/hook/clock/advance', 'POST', { by: 'PT1H' })

  const stream = (await send('/_control/stream')).text()
  const wait = ask('/_control/emails?wait=PT10M')
  const verdict = ask('/_control/requests/verify', 'POST', {
    count: { at_least: 1 },
    match: { operation: 'ping' },
    within: 'PT10M',
  })
  const hanging = get('hang')
  const late = get('late')
  const slow = get('slow')
  const halfHead = rawConnection('GET /3.0/lists HTTP/1.1\r\nhost: 12')
  const halfBody = rawConnection(
    `POST /3.0/lists HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${server.api_key}\r\ncontent-length: 100\r\n\r\n{"name":`,
  )
  await Promise.all([hanging.connected, late.connected, slow.connected, halfHead.connected, halfBody.connected])
  await waiting('hang', 1)
  await expect.poll(() => slow.answer()).toContain('200 OK')
  await waiting('default', 1)

  expect(await ending(server, 'SIGTERM')).toBe(0)
  // What can be answered is answered.
  expect(await late.closed).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(await stream).toMatch(/: The server is stopping\.\n\n$/)
  expect(await wait).toMatchObject({ emails: [], total: 0 })
  expect(await verdict).toMatchObject({ verdict: 'fail', matched: 0 })
  expect(await patient).toMatchObject({ stopped: 'waiting' })
  // The rest is aborted.
  expect(await hanging.closed).toBe('')
  expect(await slow.closed).toMatch(/^HTTP\/1\.1 200 OK/)
  expect([await halfHead.closed, await halfBody.closed]).toEqual(['', ''])
  await advance
  expect(server.err()).toBe('')
})
