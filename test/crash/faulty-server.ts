import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { startServer, type RunningServer } from '../../src/index.ts'
import { freePort } from '../servers/free-port.ts'
import { SCENARIO_DIR, type Subject } from './subject.ts'

/** How a faulty server misbehaves. */
export interface Misbehaviour {
  /** Answers instead of passing a call on. */
  readonly instead?: (call: Passed) => string | undefined
  /** Passes a different body on. */
  readonly changed?: (call: Passed) => string
  /** Observes each response before the client does. */
  readonly after?: (call: Passed, answer: string) => void
  /** Runs while the server is down. */
  readonly whileDead?: (url: string) => Promise<void>
}

/** A call in flight. */
export interface Passed {
  readonly line: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Imitates a server that is killed, in front of one that never is. Connections break as if it were: some before the call is passed
 * on, some before the response is. Its data is complete unless it misbehaves.
 */
export async function faultyServer(misbehaviour: Misbehaviour = {}): Promise<Subject> {
  const inner: RunningServer = await startServer({
    clock: { mode: 'frozen', rate: 0 },
    seed: 'crash',
    scenarioDir: SCENARIO_DIR,
    settings: { stats_cache: 0, connections: 0 },
    log: () => {},
  })
  const sockets = new Set<Socket>()
  const underway = new Set<Promise<unknown>>()
  let isDead = false
  const front = createServer((incoming, response) => void pass(incoming, response).catch(() => response.destroy()))
  front.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => {})
  })
  const port = await freePort()
  await listen(front, port)

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await textOf(incoming)).toString()
    const { method = '', url = '', headers } = incoming
    const call = { line: `${method} ${url}`, body, headers }
    const early = misbehaviour.instead?.(call)
    if (early !== undefined) return void response.setHeader('content-type', 'application/json').end(early)
    if (isDead) return
    const sent = request(inner.url + url, { method, headers: withoutLength(headers) })
    const answered = new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject))
    sent.end(misbehaviour.changed?.(call) ?? body)
    const read = answered.then(async (answer) => ({ answer, bytes: await textOf(answer) }))
    underway.add(read)
    const { answer, bytes } = await read.finally(() => underway.delete(read))
    if (isDead) return
    misbehaviour.after?.(call, bytes.toString())
    response.writeHead(answer.statusCode ?? 0, withoutLength(answer.headers)).end(bytes)
  }

  const cut = async (): Promise<void> => {
    isDead = true
    for (const socket of sockets) socket.destroy()
    if (front.listening) await new Promise((resolve) => front.close(resolve))
  }

  return {
    url: `http://127.0.0.1:${port}`,
    isOne: true,
    kill: cut,
    complaints: () => [],
    async start(dyingAfter) {
      // Calls passed on before the end are done before the next start, as in a real process.
      await Promise.allSettled(underway)
      if (isDead) await misbehaviour.whileDead?.(inner.url)
      if (dyingAfter !== undefined) return
      isDead = false
      if (!front.listening) await listen(front, port)
    },
    async end() {
      await cut()
      await inner.stop()
    },
  }
}

/** The length is computed again. */
function withoutLength(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding'))
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

async function textOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
