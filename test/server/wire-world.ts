import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { startServer, type RunningServer } from '../../src/index.ts'
import type { Body } from '../mock.ts'

/** The outcome of a call: its error, and the part of the response that arrived. */
export interface Outcome {
  /** The code or the message of the error, the exit code of curl, or `complete`. */
  readonly end: string | number
  readonly status: number | undefined
  readonly text: string
}

/** A listening server, and the ways in which clients call it. */
export async function wireWorld(options: Parameters<typeof startServer>[0] = {}) {
  const logged: string[] = []
  const log = (message: string) => void logged.push(message)
  const server: RunningServer = await startServer({ scenario: 'starter', clock: { mode: 'frozen', rate: 0 }, log, ...options })
  const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' }

  async function control(line: string, body?: object): Promise<Body> {
    const [method = '', path = ''] = line.split(' ')
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const text = await (await fetch(server.url + path, init)).text()
    return text === '' ? undefined : JSON.parse(text)
  }

  return { ...server, logged, headers, control }
}

type Sent = {
  readonly method?: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

/** Calls with `fetch` and parses JSON. */
export async function callWithFetch(url: string, init: Sent): Promise<Outcome> {
  let status: number | undefined
  let text = ''
  try {
    const response = await fetch(url, init)
    status = response.status
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk)
    JSON.parse(text)
    return { end: 'complete', status, text }
  } catch (error) {
    return { end: nameOf(error), status, text }
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SyntaxError || error.name === 'AbortError') return error.name
  const { cause } = error
  const isFailed = error.message === 'fetch failed' && cause instanceof Error && 'code' in cause
  return isFailed ? String(cause.code) : error.message
}

/** Calls with `node:http`. */
export function callWithNode(url: string, { method = 'GET', headers, body = '' }: Sent): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = request(url, { method, headers, agent: false }, (incoming) => {
      let text = ''
      const end = (how: string) => resolve({ end: how, status: incoming.statusCode, text })
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => (text += chunk))
      incoming.on('error', ({ message }) => end(message))
      incoming.on('end', () => end('complete'))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      resolve({
        end: error.message === 'socket hang up' ? error.message : (error.code ?? error.message),
        status: undefined,
        text: '',
      })
    })
    sent.end(body)
  })
}

/** Calls with curl. */
export function callWithCurl(url: string, { method = 'GET', headers, body }: Sent): Promise<Outcome> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const data = body === undefined ? [] : ['--data-binary', body]
  return new Promise((resolve, reject) => {
    const curl = spawn('curl', ['-s', '-X', method, ...lines, ...data, url])
    let text = ''
    curl.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    curl.on('error', reject)
    curl.on('close', (code) => resolve({ end: code ?? -1, status: undefined, text }))
  })
}
