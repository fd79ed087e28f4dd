import { createDouble, startServer, type Double, type DoubleOptions, type RunningServer } from '../../src/index.ts'
import { freePort } from '../servers/free-port.ts'

/** A request, as `fetch` takes it. */
export interface SentRequest {
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal?: AbortSignal
}

/** What a caller sees of a response, or of a failure. */
export interface SeenResponse {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly failed?: unknown
}

/** Headers that describe the transfer and not the request. */
const TRANSPORT = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

const URL_OF_BOTH = 'http://maildouble.test'

/** The same double twice, once behind a socket and once in process. Both use the same public URL. */
export async function bothTransports(options: DoubleOptions = {}) {
  const given: DoubleOptions = {
    scenario: 'starter',
    seed: 'doors',
    clock: { mode: 'frozen', rate: 0 },
    publicUrl: URL_OF_BOTH,
    log: () => {},
    ...options,
  }
  const port = await freePort()
  const server: RunningServer = await startServer({ ...given, port })
  const double: Double = await createDouble(given)

  /** Makes the same call through both transports and returns both answers. */
  async function ask(line: string, sent: SentRequest = {}): Promise<readonly [socket: SeenResponse, process: SeenResponse]> {
    const [method = 'GET', path = '/'] = line.split(' ')
    const init: RequestInit = {
      method,
      redirect: 'manual',
      ...sent,
      headers: { ...(path.startsWith('/oauth2') ? {} : { authorization: `Bearer ${server.apiKey}` }), ...sent.headers },
    }
    return Promise.all([seen(() => fetch(`http://127.0.0.1:${port}${path}`, init)), seen(() => double.fetch(path, init))])
  }

  /** The same for calls of the control API. */
  const control = (line: string, body: object = {}) =>
    ask(line, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

  return {
    ask,
    control,
    stop: () => Promise.all([server.stop(), double.stop()]),
  }
}

async function seen(call: () => Promise<Response>): Promise<SeenResponse> {
  try {
    const answer = await call()
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !TRANSPORT.includes(name)))
    const head = { status: answer.status, headers }
    return await answer.arrayBuffer().then(
      (bytes) => ({ ...head, body: textOf(new Uint8Array(bytes)) }),
      (error: unknown) => ({ ...head, failed: failureOf(error) }),
    )
  } catch (error) {
    return { failed: failureOf(error) }
  }
}

/** Archives are compared byte by byte. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString(bytes[0] === 0x1f || bytes[0] === 0x50 ? 'base64' : 'utf8')
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const cause: unknown = error.cause
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return { type: error.constructor.name, message: error.message, code, why: cause instanceof Error ? cause.message : undefined }
}
