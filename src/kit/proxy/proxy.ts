import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { hostMatcher, isThisMachine } from '../intercept/hosts.ts'
import type { Authority } from './authority.ts'

interface ProxyOptions {
  /** Patterns of the hosts whose calls the double answers. */
  readonly hosts: readonly string[]
  /** Where the double answers: the address of a world, without a trailing slash. */
  readonly target: string
  /** Whether calls for all other hosts are refused instead of passed on. */
  readonly isOffline: boolean
  readonly authority: Authority
  /** A proxy through which other hosts are reached. */
  readonly upstream?: URL | undefined
}

/** What became of the calls for a host. */
interface HostActivity {
  /** Calls that the double answered. */
  answered: number
  /** Connections, or calls without TLS, that were passed on. */
  passed: number
  /** Connections, or calls without TLS, that were refused. */
  refused: number
  /** Connections on which no call came, as from a program that does not trust the authority. */
  unused: number
}

export interface RunningProxy {
  readonly port: number
  /** The hosts that were called, in the order of their first calls. */
  readonly activity: ReadonlyMap<string, Readonly<HostActivity>>
  readonly close: () => Promise<void>
}

/** As long as those of the double. */
const HEADER_BYTES_MAX = 262_144
const KEEP_ALIVE_MS = 75_000

const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n'

/** The first byte of a connection with TLS. */
const HANDSHAKE = 0x16

/** A connection for a named host, whose calls are read here. */
interface Tunnel {
  origin: string
  /** The connection below TLS. */
  readonly socket: Socket
  calls: number
}

/**
 * Listens on this machine as the proxy of a program. Calls for the named hosts are read, with certificates of the authority, and sent to the
 * double; other connections are passed on as they are, or refused.
 */
export async function startProxy({ hosts, target, isOffline, authority, upstream }: ProxyOptions): Promise<RunningProxy> {
  const isNamed = hosts.length === 0 ? () => false : hostMatcher(hosts, 'host')
  const activity = new Map<string, HostActivity>()
  const contexts = new Map<string, SecureContext>()
  const tunnels = new WeakMap<object, Tunnel>()
  const open = new Set<Socket>()
  const prefix = new URL(target).pathname.replace(/\/$/, '')

  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: 0,
    requireHostHeader: false,
  })

  function count({ host }: URL, what: keyof HostActivity): void {
    const found = activity.get(host) ?? { answered: 0, passed: 0, refused: 0, unused: 0 }
    found[what] += 1
    activity.set(host, found)
  }

  /** Whether a call that is not for the double may leave. Calls to this machine always may, and are not counted. */
  function mayPass(url: URL): boolean {
    if (isThisMachine(url)) return true
    count(url, isOffline ? 'refused' : 'passed')
    return !isOffline
  }

  server.on('request', (incoming, outgoing) => {
    const tunnel = tunnels.get(incoming.socket)
    const called = readCalled(incoming.url ?? '', tunnel?.origin)
    if (!called) return answerText(outgoing, 400, 'This is the proxy of maildouble run: it takes calls for other hosts only.')
    const { url, path } = called
    if (tunnel || isNamed(url)) {
      if (tunnel) tunnel.calls += 1
      count(url, 'answered')
      return send({ incoming, outgoing, url: new URL(target), path: prefix + path, host: url.host, tunnel })
    }
    // A page in a browser can write such a path, so it leads nowhere else.
    if (incoming.url?.startsWith('/') && !isOffline) return answerText(outgoing, 400, `${url.host} is not a host of the service.`)
    if (!mayPass(url)) return answerText(outgoing, 403, describeRefusal(url))
    send({ incoming, outgoing, url, path, host: url.host, tunnel })
  })

  server.on('connect', (incoming, client, head: Buffer) => {
    const socket = client as Socket
    const text = `https://${incoming.url}`
    if (!URL.canParse(text)) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    const url = new URL(text)
    // Any port but 443 may be that of either scheme, which only the first bytes tell.
    if (isNamed(url) || (url.port !== '' && isNamed(new URL(`http://${incoming.url}`)))) return read(url, socket, head)
    if (!mayPass(url)) {
      const body = describeRefusal(url)
      return void socket.end(`HTTP/1.1 403 Forbidden\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    }
    dial(url).then(
      (far) => {
        socket.write(ESTABLISHED)
        if (head.length > 0) far.write(head)
        pipeline(far, socket, far, () => {})
      },
      () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
    )
  })

  /** Connects to another host: directly, or through the proxy that the environment names. */
  function dial({ hostname, port: given }: URL): Promise<Socket> {
    const port = Number(given || 443)
    return new Promise((resolve, reject) => {
      if (upstream === undefined) {
        const far = connect(port, hostname.replace(/^\[|\]$/g, ''))
        far.once('error', reject).once('connect', () => resolve(far))
        return keep(far)
      }
      const asked = requestHttp({ host: upstream.hostname, port: upstream.port, method: 'CONNECT', path: `${hostname}:${port}` })
      asked.once('error', reject).once('socket', keep).end()
      asked.once('connect', ({ statusCode }, far: Socket) => {
        if (statusCode === 200) return resolve(far)
        far.destroy()
        reject(new Error(`The proxy ${upstream.host} refused.`))
      })
    })
  }

  /** Reads the calls on a connection for a named host, with or without TLS. */
  function read(url: URL, socket: Socket, head: Buffer): void {
    const tunnel = { origin: url.origin, socket, calls: 0 }
    socket.once('close', () => tunnel.calls === 0 && count(url, 'unused'))
    socket.write(ESTABLISHED)
    const begin = (first: Buffer): void => {
      socket.pause()
      socket.unshift(first)
      const isSecure = first[0] === HANDSHAKE
      if (!isSecure) tunnel.origin = `http://${url.hostname}:${url.port || 443}`
      const connection = isSecure ? secure(url, socket) : socket
      tunnels.set(connection, tunnel)
      server.emit('connection', connection)
      connection.resume()
    }
    if (head.length > 0) begin(head)
    else socket.once('data', begin)
  }

  function secure({ hostname }: URL, socket: Socket): TLSSocket {
    const name = hostname.replace(/^\[|\]$/g, '')
    const secureContext = contexts.get(name) ?? createSecureContext(authority.issue(name))
    contexts.set(name, secureContext)
    return new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })
  }

  function keep(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket))
  }

  server.on('connection', (socket: Socket) => keep(socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
  return { port, activity, close }
}

/** A call on its way to a double or to another host. */
interface Passage {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly url: URL
  /** As the client wrote it. */
  readonly path: string
  /** The host that the call is for. */
  readonly host: string
  readonly tunnel: Tunnel | undefined
}

/** Sends a call on, and its answer back. A broken connection breaks in the same way at the client. */
function send({ incoming, outgoing, url, path, host, tunnel }: Passage): void {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const headers = ['Host', host, ...dropHeaders(incoming.rawHeaders, OF_THE_PROXY)]
  const { hostname, port } = url
  const sent = request({
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    method: incoming.method,
    path,
    headers,
    setHost: false,
    agent: false,
  })
  sent.once('response', (response) => {
    outgoing.sendDate = false
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, dropHeaders(response.rawHeaders, OF_THE_CONNECTION))
    pipeline(response, outgoing, () => {})
  })
  sent.once('error', (error: NodeJS.ErrnoException) => {
    const isUnreached = sent.socket === null || sent.socket.connecting
    if (isUnreached && !outgoing.headersSent) return answerText(outgoing, 502, `${url.host} cannot be reached: ${error.message}`)
    const socket = tunnel?.socket ?? incoming.socket
    if (error.syscall === 'read') socket.resetAndDestroy()
    else socket.destroy()
  })
  outgoing.once('close', () => sent.destroy())
  pipeline(incoming, sent, () => {})
}

/** Headers of a call that are meant for the proxy, and headers of an answer that concern one connection. */
const OF_THE_PROXY = ['host', 'proxy-connection', 'proxy-authorization']
const OF_THE_CONNECTION = ['connection', 'keep-alive']

/** Names and values in turn, without the named headers. */
function dropHeaders(raw: readonly string[], names: readonly string[]): string[] {
  return raw.filter((_, index) => !names.includes(raw[index - (index % 2)]?.toLowerCase() ?? ''))
}

/** The URL that a call is for, and its path as the client wrote it. */
function readCalled(written: string, origin: string | undefined) {
  // Inside a tunnel the path is enough. `/https://host/path` comes from `fetch` of a Node that knows no proxies (preload.ts).
  const [, given, path] = /^\/?(https?:\/\/[^/?#]+)(.*)$/is.exec(written) ?? [undefined, origin, written]
  if (given === undefined || path === undefined || !URL.canParse(given)) return undefined
  return { url: new URL(given), path: path.startsWith('/') ? path : `/${path}` }
}

function answerText(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

function describeRefusal({ host }: URL): string {
  return `A call to ${host} was refused: maildouble run --offline answers the named hosts only, and ${host} is not one of them.\n`
}
