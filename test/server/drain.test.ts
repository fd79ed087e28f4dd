import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createDouble, startServer, type RunningServer } from '../../src/index.ts'

function control({ url }: RunningServer, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}/_control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function lists({ url, apiKey }: RunningServer): Promise<Response> {
  return fetch(`${url}/3.0/lists`, { headers: { authorization: `Bearer ${apiKey}` } })
}

/** Resolves once a call waits for its response. */
async function held({ url }: RunningServer): Promise<void> {
  const statuses = async () => {
    const { requests } = (await (await fetch(`${url}/_control/requests`)).json()) as { requests: { status: number | null }[] }
    return requests.map(({ status }) => status)
  }
  await expect.poll(statuses).toContain(null)
}

test('a server that fails to start closes the connections it has accepted', async () => {
  const probe = await startServer()
  const port = Number(new URL(probe.url).port)
  await probe.stop()
  const started = startServer({ port, scenario: 'nope' })
  const caller = connect(port, '127.0.0.1', () => caller.write('GET /3.0/ping HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'))
  const closed = new Promise((resolve) => caller.on('error', () => {}).once('close', resolve))
  await expect(started).rejects.toThrow('There is no scenario "nope"')
  await closed
})

describe('a stopping server in this process', () => {
  test('a stopping server answers earlier calls, and nothing on later connections', async () => {
    const server = await startServer()
    await control(server, '/faults', { effect: { latency: 300 } })
    const answer = lists(server)
    await held(server)
    const stopped = server.stop()
    // Usually the connection is refused. A process that another thread is starting keeps the port open for a moment longer: then
    // the system accepts the connection, but no process ever reads from it.
    const late = connect(Number(new URL(server.url).port), '127.0.0.1')
    let receivedText = ''
    late.on('data', (data) => (receivedText += data.toString())).on('error', () => {})
    late.write(`GET /3.0/ping HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${server.apiKey}\r\n\r\n`)
    await new Promise((resolve) => late.once('close', resolve))
    expect(receivedText).toBe('')
    expect((await answer).status).toBe(200)
    await stopped
  })

  test('a stopping server answers calls that had arrived but not been read, on kept-alive and new connections', async () => {
    const server = await startServer()
    const { hostname, port } = new URL(server.url)
    const sent = `GET /3.0/ping HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${server.apiKey}\r\n\r\n`
    const connected = async () => {
      const socket = connect(Number(port), hostname)
      await new Promise((resolve) => socket.once('connect', resolve))
      let answers = ''
      socket.on('data', (data) => (answers += data.toString()))
      const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answers)))
      return { socket, ended, answered: () => answers }
    }
    const [kept, fresh] = [await connected(), await connected()]
    kept.socket.write(sent)
    await expect.poll(kept.answered).toContain('200 OK')
    kept.socket.write(sent)
    fresh.socket.write(sent)
    await server.stop()
    const statuses = [await kept.ended, await fresh.ended].map((answers) => answers.match(/HTTP\/1.1 \d+/g))
    expect(statuses).toEqual([['HTTP/1.1 200', 'HTTP/1.1 200'], ['HTTP/1.1 200']])
  })

  test('a stopping server in this process ends the calls that hang', async () => {
    const server = await startServer()
    await control(server, '/faults', { effect: { connection: 'hang' } })
    const answer = lists(server)
    await held(server)
    await Promise.all([server.stop(), expect(answer).rejects.toThrow('fetch failed')])
  })

  test('a stopping server aborts calls that do not end', async () => {
    const server = await startServer()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
    socket.write(`POST /3.0/lists HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${server.apiKey}\r\ncontent-length: 100\r\n\r\n{`)
    await held(server)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await server.stop()
    await closed
  })

  test('a stopping server asks clients to close kept-alive connections', async () => {
    const server = await startServer()
    await control(server, '/faults', { effect: { latency: 300 }, when: { first: 1 } })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const request = `GET /3.0/lists HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${server.apiKey}\r\n\r\n`
    let receivedText = ''
    socket.setEncoding('utf8').on('data', (text: string) => (receivedText += text))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(request)
    await held(server)
    const stopped = server.stop()
    socket.write(request)
    await Promise.all([closed, stopped])
    expect(receivedText.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
    expect(receivedText.toLowerCase().lastIndexOf('connection: close')).toBeGreaterThan(
      receivedText.lastIndexOf('HTTP/1.1 200 OK'),
    )
  })

  test('a server in this process may be stopped twice', async () => {
    const server = await startServer()
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
  })

  test('a stopping server in this process has a callable URL if it listens on all addresses', async () => {
    const server = await startServer({ host: '0.0.0.0' })
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await server.stop()
  })
})

test('a stopping server leaves no call hanging without a socket either', async () => {
  const double = await createDouble()
  const headers = { authorization: `Bearer ${double.apiKey}`, 'content-type': 'application/json' }
  await double.fetch('/_control/faults', { method: 'POST', headers, body: '{ "effect": { "connection": "hang" } }' })
  const waits = double.fetch('/_control/requests/verify', {
    method: 'POST',
    headers,
    body: '{ "match": { "operation": "ping" }, "within": "PT10M" }',
  })
  const hangs = double.fetch('/3.0/lists', { headers }).catch((error: Error) => error.message)
  const total = async () => ((await (await double.fetch('/_control/requests')).json()) as { total: number }).total
  await expect.poll(total).toBe(1)
  await double.stop()
  expect(await hangs).toBe('fetch failed')
  expect(await (await waits).json()).toMatchObject({ verdict: 'fail' })
})
