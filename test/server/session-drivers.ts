import { spawn } from 'node:child_process'
import { connect, type Schemas, type World } from '../../src/kit/client/index.ts'
import type { Double } from '../../src/index.ts'
import type { CallParts, SessionDriver } from './session.ts'

type Sent = CallParts & { readonly headers: Record<string, string> }

/** Through the client of the control API, which can call the service as well. */
export function clientDriver(url: string): SessionDriver {
  let world: World
  return {
    make: async (options) => {
      world = await connect(url).worlds.create(options)
      return world.status()
    },
    call: async (method, path, carried = {}) => {
      const { headers, body } = sentOf(carried, world.apiKey)
      const init = { method, headers, ...(body === undefined ? {} : { body }) }
      // Paths outside /3.0 are called by their whole URL.
      const target = path.startsWith('/3.0/') ? path.slice('/3.0'.length) : world.baseUrl + path
      if (carried.key === null && path.startsWith('/3.0/')) Object.assign(init, { headers: { ...headers, authorization: '' } })
      return textOf(world.fetch(target, init))
    },
    fault: (fault) => world.faults.add(fault),
    trigger: (name, given) => world.trigger(name, given),
    advance: (by) => world.clock.advance(by),
    emails: () => world.emails.list(),
  }
}

/** Through `curl`, with a process for each call. */
export const curlDriver = (url: string): SessionDriver => httpDriver((method, path, sent) => curl(method, url + path, sent))

/** Through the `fetch` of a double without a socket. */
export const doubleDriver = ({ fetch }: Pick<Double, 'fetch'>): SessionDriver =>
  httpDriver((method, path, { headers, body }) =>
    textOf(fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })),
  )

/** Through plain HTTP calls. */
function httpDriver(send: (method: string, path: string, sent: Sent) => Promise<string>): SessionDriver {
  let key = ''
  const control = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    return JSON.parse(await send(method, `/_control/worlds${path}`, { headers, ...given })) as Answer
  }
  return {
    make: async (options) => {
      const world = await control<Schemas['World']>('POST', '', options)
      key = world.api_key
      return world
    },
    call: (method, path, carried = {}) => {
      const sent = sentOf(carried, key)
      if (carried.key === null && path.startsWith('/3.0/')) sent.headers['authorization'] = ''
      return send(method, `/_worlds/same${path}`, sent)
    },
    fault: (fault) => control('POST', '/same/faults', fault),
    trigger: (trigger, given) => control('POST', '/same/triggers', { trigger, ...given }),
    advance: (by) => control('POST', '/same/clock/advance', { by }),
    emails: async () => (await control<Schemas['EmailCollection']>('GET', '/same/emails')).emails,
  }
}

function sentOf({ body, type, key }: CallParts, ownKey: string): Sent {
  const authorization = key === null ? {} : { authorization: `Bearer ${key ?? ownKey}` }
  const headers: Record<string, string> = { ...authorization, ...(type === undefined ? {} : { 'content-type': type }) }
  return { headers, ...(body === undefined ? {} : { body }) }
}

/** If a fault has broken the connection, there is no text. */
const textOf = (answer: Promise<Response>): Promise<string> => answer.then((response) => response.text()).catch(() => '')

function curl(method: string, url: string, { headers, body }: Sent): Promise<string> {
  // curl sends a header without a value if it ends with a semicolon.
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', value === '' ? `${name};` : `${name}: ${value}`])
  const how = method === 'HEAD' ? ['--head', '--output', '/dev/null'] : ['-X', method]
  return new Promise((resolve, reject) => {
    const process = spawn('curl', ['-s', ...how, ...lines, ...(body === undefined ? [] : ['--data-binary', '@-']), url])
    let text = ''
    process.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    process.on('error', reject)
    process.on('close', () => resolve(text))
    process.stdin.end(body)
  })
}
