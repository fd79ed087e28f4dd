import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import https from 'node:https'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { makeAuthority } from '../../src/kit/proxy/authority.ts'
import { type RunningProxy, startProxy } from '../../src/kit/proxy/proxy.ts'

const HOST = 'us1.api.example.com'
const authority = makeAuthority()
const ca = authority.certificate
let server: RunningServer
let proxy: RunningProxy

beforeAll(async () => void (server = await startServer({ scenario: 'starter' })))
afterAll(() => server.stop())
afterEach(() => proxy.close())

async function start(isOffline = false): Promise<void> {
  proxy = await startProxy({ hosts: ['https://*.api.example.com'], target: server.url, isOffline, authority })
}

/** Asks the proxy for a connection. Resolves with the socket if it is there, and with the status of the refusal otherwise. */
function tunnel(host: string): Promise<Socket | number> {
  return new Promise((resolve, reject) => {
    const asked = request({ port: proxy.port, method: 'CONNECT', path: host })
    asked.once('connect', ({ statusCode = 0 }, socket: Socket) => resolve(statusCode === 200 ? socket : statusCode))
    asked.once('error', reject).end()
  })
}

async function open(host = `${HOST}:443`): Promise<Socket> {
  const socket = await tunnel(host)
  if (typeof socket === 'number') throw new Error(`${host} was refused with ${socket}.`)
  return socket
}

/** Sends a request of one line, and returns the answer as text, or the error that ended the connection. */
async function answer(socket: Socket | TLSSocket, line: string): Promise<string> {
  let text = ''
  const ended = new Promise<string>((resolve) => {
    socket.setEncoding('utf8').on('data', (data: string) => (text += data))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(`error ${code}`)).once('end', () => resolve(text))
  })
  socket.write(`${line}\r\nHost: ${HOST}\r\nAuthorization: Bearer any-us1\r\nConnection: close\r\n\r\n`)
  return ended
}

/** Calls a path of the named host through a tunnel with TLS. */
async function call(path: string): Promise<string> {
  const socket = connectTls({ socket: await open(), servername: HOST, ca, ALPNProtocols: ['h2', 'http/1.1'] })
  await once(socket, 'secureConnect')
  return answer(socket, `GET ${path} HTTP/1.1`)
}

/** What the proxy tells of a host. */
const told = (host: string) => proxy.activity.get(host)

test('a call for a named host is answered by the double, with a certificate of the authority and HTTP/1.1', async () => {
  await start()
  const socket = connectTls({ socket: await open(), servername: HOST, ca, ALPNProtocols: ['h2', 'http/1.1'] })
  await once(socket, 'secureConnect')
  expect([socket.authorized, socket.alpnProtocol, socket.getPeerCertificate().subjectaltname]).toEqual([
    true,
    'http/1.1',
    `DNS:${HOST}`,
  ])
  expect(await answer(socket, 'GET /3.0/ping HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 OK[^]*"health_status"/)
  expect(told(HOST)).toEqual({ answered: 1, passed: 0, refused: 0, unused: 0 })
})

test('hosts that are named with http do not include those of https', async () => {
  proxy = await startProxy({ hosts: [`http://${HOST}`], target: server.url, isOffline: true, authority })
  expect(await tunnel(`${HOST}:443`)).toBe(403)
  expect(await tunnel(`${HOST}:80`)).not.toBe(403)
})

test('a call for a named host on another port, or without TLS inside a tunnel, is answered as well', async () => {
  await start()
  const secure = connectTls({ socket: await open(`${HOST}:8443`), servername: HOST, ca })
  expect(await answer(secure, 'GET /3.0/ping HTTP/1.1')).toMatch(/^HTTP\/1\.1 200/)
  expect(await answer(await open(`${HOST}:80`), 'GET /3.0/ping HTTP/1.1')).toMatch(/^HTTP\/1\.1 200/)
  expect([told(`${HOST}:8443`)?.answered, told(HOST)?.answered]).toEqual([1, 1])
})

test('two calls on one connection are counted as two', async () => {
  await start()
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1 })
  const socket = connectTls({ socket: await open(), servername: HOST, ca })
  agent.createConnection = () => socket
  for (const path of ['/3.0/ping', '/3.0/lists']) {
    const [incoming] = await once(
      https.get({ host: HOST, path, agent, headers: { authorization: 'Bearer any-us1' } }),
      'response',
    )
    incoming.resume()
    await once(incoming, 'end')
  }
  agent.destroy()
  expect(told(HOST)?.answered).toBe(2)
})

test('a call that names its URL to the proxy is answered by the double, and its control API stays out of reach', async () => {
  proxy = await startProxy({ hosts: ['api.example.com'], target: server.url, isOffline: false, authority })
  const plain = (line: string) => answer(connectSocket(proxy.port, '127.0.0.1'), line)
  expect(await plain(`GET http://${HOST}/3.0/ping HTTP/1.1`)).toMatch(/^HTTP\/1\.1 200/)
  // Some clients send it so, without a tunnel.
  expect(await plain(`GET https://${HOST}/3.0/ping HTTP/1.1`)).toMatch(/^HTTP\/1\.1 200/)
  expect(await plain(`GET https://${HOST}/_control/worlds HTTP/1.1`)).toMatch(/^HTTP\/1\.1 403/)
  expect(await plain('GET /https://other.test/ HTTP/1.1')).toMatch(/^HTTP\/1\.1 400/)
  expect(await plain('GET /3.0/ping HTTP/1.1')).toMatch(/^HTTP\/1\.1 400/)
})

test('the world of a target answers, whatever the key', async () => {
  await using world = await connect(server).worlds.create({ scenario: 'empty', settings: { credentials: 'any' } })
  proxy = await startProxy({ hosts: [HOST], target: world.baseUrl, isOffline: false, authority })
  expect(await call('/3.0/lists?fields=total_items')).toMatch(/"total_items":0/)
})

test.each([
  ['reset', 'error ECONNRESET'],
  ['close', ''],
  ['truncate', /^HTTP\/1\.1 200 OK[^]*\{"lists"(?![^]*\}$)/],
] as const)('a connection that a fault breaks (%s) breaks at the client', async (connection, seen) => {
  await start()
  const { faults } = await connect(server).worlds.get()
  await faults.add({ match: { operation: 'getLists' }, when: { first: 1 }, effect: { connection } })
  expect(await call('/3.0/lists')).toMatch(seen)
})

test('a connection for another host is passed on as it is', async () => {
  await start()
  const far = createServer((socket) => socket.once('data', (data) => socket.end(`heard ${data.toString()}`))).listen(
    0,
    '127.0.0.1',
  )
  await once(far, 'listening')
  const { port } = far.address() as AddressInfo
  const socket = await open(`127.0.0.1:${port}`)
  socket.write('any bytes')
  expect(String(await once(socket, 'data'))).toBe('heard any bytes')
  far.close()
  expect(proxy.activity.size).toBe(0)
})

test('a connection for another host goes through the proxy that the environment names', async () => {
  const outer = await startProxy({ hosts: ['other.test'], target: server.url, isOffline: true, authority })
  const upstream = new URL(`http://127.0.0.1:${outer.port}`)
  proxy = await startProxy({ hosts: [HOST], target: server.url, isOffline: false, authority, upstream })
  const socket = connectTls({ socket: await open('other.test:443'), servername: 'other.test', ca })
  expect(await answer(socket, 'GET /3.0/ping HTTP/1.1')).toMatch(/^HTTP\/1\.1 200/)
  expect(await tunnel('third.test:443')).toBe(502)
  expect([outer.activity.get('other.test')?.answered, told('other.test')?.passed]).toEqual([1, 1])
  await outer.close()
})

test('a host that cannot be reached is answered with 502 and counted as passed on', async () => {
  await start()
  expect(await tunnel('nowhere.invalid:443')).toBe(502)
  expect(told('nowhere.invalid')?.passed).toBe(1)
})

test('offline, connections and calls for other hosts are refused before they leave, and this machine is not', async () => {
  await start(true)
  expect(await tunnel('nowhere.invalid:443')).toBe(403)
  const plain = await answer(connectSocket(proxy.port, '127.0.0.1'), 'GET http://nowhere.invalid/ HTTP/1.1')
  expect(plain).toMatch(
    /^HTTP\/1\.1 403[^]*A call to nowhere\.invalid was refused: maildouble run --offline answers the named hosts only/,
  )
  expect(told('nowhere.invalid')).toEqual({ answered: 0, passed: 0, refused: 2, unused: 0 })
  expect(await answer(connectSocket(proxy.port, '127.0.0.1'), `GET ${server.url}/3.0/ping HTTP/1.1`)).toMatch(/^HTTP\/1\.1 200/)
})

test('a program that does not trust the authority shows as a connection without a call', async () => {
  await start()
  const socket = connectTls({ socket: await open(), servername: HOST })
  await once(socket, 'error')
  await expect.poll(() => told(HOST)?.unused).toBe(1)
})

test('the proxy listens on this machine only', async () => {
  await start()
  const other = connectSocket(proxy.port, '127.0.0.2')
  const [error] = (await once(other, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
})
