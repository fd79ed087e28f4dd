import type { ClientRequest, IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { createDouble, startServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/index.ts'
import { intercept, type InterceptOptions } from '../../src/kit/intercept/index.ts'

export const HOST = 'api.example.com'
export const LISTS = 'https://us1.api.example.com/3.0/lists'

/** The events of a `node:http` request. */
export interface RequestOutcome {
  readonly events: readonly string[]
  readonly status: number | undefined
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

type Options = https.RequestOptions & { readonly body?: string }

/** Sends by `http.request` or `https.request`, looked up at call time as libraries do, and waits for the end. */
export function send(url: string, { body, ...options }: Options = {}): Promise<RequestOutcome> {
  const { request } = url.startsWith('https:') ? https : http
  return outcomeOf(request(url, options), (sent) => sent.end(body))
}

/** Records a request until nothing more can come. */
export function outcomeOf(sent: ClientRequest, begin: (sent: ClientRequest) => void = () => {}): Promise<RequestOutcome> {
  return new Promise((resolve) => {
    const events: string[] = []
    let answer: IncomingMessage | undefined
    let text = ''
    const finish = () => resolve({ events, status: answer?.statusCode, headers: answer?.headers ?? {}, text })
    const wording = ({ code, message }: NodeJS.ErrnoException) => `${code}: ${message}`
    sent.on('response', (response) => {
      answer = response
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('aborted', () => events.push('aborted'))
      response.on('error', (error) => events.push(`response error ${wording(error)}`))
      response.on('end', () => events.push('end'))
      response.on('close', finish)
    })
    sent.on('error', (error) => events.push(`error ${wording(error)}`))
    sent.on('close', () => answer ?? finish())
    begin(sent)
  })
}

/** A double without a socket whose host is intercepted, and its world. */
export async function inProcess(options: Partial<InterceptOptions> = {}) {
  const double = await createDouble({ scenario: 'starter', log: () => {} })
  return { ...(await interceptAndConnect(double, options)), double }
}

/** A server whose host is intercepted, and its world. */
export async function overSocket(options: Partial<InterceptOptions> = {}) {
  const server = await startServer({ scenario: 'starter', log: () => {} })
  const made = await interceptAndConnect(server, options)
  const close = async () => {
    await made.close()
    await server.stop()
  }
  return { ...made, server, close, [Symbol.asyncDispose]: close }
}

async function interceptAndConnect(target: Parameters<typeof connect>[0] & object, options: Partial<InterceptOptions>) {
  const maildouble = connect(target)
  const world = await maildouble.worlds.get()
  const interception = await intercept(maildouble, { host: HOST, ...options })
  const headers = { authorization: `Bearer ${world.apiKey}` }
  const close = async () => interception.stop()
  return { maildouble, world, interception, headers, close, [Symbol.asyncDispose]: close }
}

/** Both kinds of targets of an interception. */
export const WAYS = { 'in process': inProcess, 'over a socket': overSocket }
