import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { startServer, type RunningServer } from '../../src/index.ts'
import { SCENARIO_DIR, type Subject } from './subject.ts'

/** What a stand-in does wrong. */
export interface Vice {
  /** Answers instead of passing a call on. */
  readonly instead?: (call: Passed) => string | undefined
  /** Passes another body on. */
  readonly changed?: (call: Passed) => string
  /** Hears of each answer before the client does. */
  readonly after?: (call: Passed, answer: string) => void
  /** Happens while nobody listens. */
  readonly whileDead?: (url: string) => Promise<void>
}

/** A call on its way. */
export interface Passed {
  readonly line: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Stands for a server that is killed: in front of one that never is, connections break off as if it were, some of them before their
 * call was passed on and some before its answer was. What it keeps is complete, unless it has a vice.
 */
export async function standIn(vice: Vice = {}): Promise<Subject> {
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
  const port = await listen(front, 0)

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await textOf(incoming)).toString()
    const { method = '', url = '', headers } = incoming
    const call = { line: `${method} ${url}`, body, headers }
    const early = vice.instead?.(call)
    if (early !== undefined) return void response.setHeader('content-type', 'application/json').end(early)
    if (isDead) return
    const sent = request(inner.url + url, { method, headers: withoutLength(headers) })
    const answered = new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject))
    sent.end(vice.changed?.(call) ?? body)
    const read = answered.then(async (answer) => ({ answer, bytes: await textOf(answer) }))
    underway.add(read)
    const { answer, bytes } = await read.finally(() => underway.delete(read))
    if (isDead) return
    vice.after?.(call, bytes.toString())
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
      // What was passed on before the end is done before the next beginning, as everything is that a process does.
      await Promise.allSettled(underway)
      if (isDead) await vice.whileDead?.(inner.url)
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

/** The length is counted again. */
function withoutLength(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding'))
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function textOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
