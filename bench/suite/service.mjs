// The application under test: a client of the service, and the endpoint at which it receives webhooks.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * What a subject gives to a test.
 * @typedef {object} Service
 * @property {Application} application
 * @property {() => Promise<Endpoint>} openEndpoint
 * @property {(duration: import('../../src/kit/client/index.ts').Duration) => Promise<unknown>} advance moves the time of the service, which a batch needs to be worked on
 */

/** @typedef {(name: string, body: (service: Service) => Promise<void>) => void} DefineTest */

/** @typedef {{ url: string, nextOf: (type: string) => Promise<URLSearchParams>, close: () => Promise<void> }} Endpoint */

/** @typedef {{ email_address: string, status: string, merge_fields: Record<string, string> }} NewMember */

/**
 * An answer. The tests read these properties of its body.
 * @typedef {object} Answer
 * @property {number} status
 * @property {{ id?: string, title?: string, status?: string | number, merge_fields?: Record<string, string>, members?: unknown[],
 *   total_items?: number, finished_operations?: number, errored_operations?: number }} body
 */

/**
 * @typedef {object} Application
 * @property {(fields: NewMember) => Promise<Answer>} addMember
 * @property {(address: string) => Promise<Answer>} readMember
 * @property {(count: number) => Promise<Answer>} readMembers
 * @property {(address: string, fields: Partial<NewMember>) => Promise<Answer>} updateMember
 * @property {(url: string) => Promise<Answer>} addWebhook
 * @property {(members: NewMember[]) => Promise<Answer>} startBatch
 * @property {(id: string) => Promise<Answer>} readBatch
 */

/** The list of the scenario. */
export const LIST = 'aaaaaaaaaa'

/** @param {string} address */
export function hashOf(address) {
  return createHash('md5').update(address.toLowerCase()).digest('hex')
}

/** The client of the application. @param {string} baseUrl @param {string} apiKey @param {string} [list] @returns {Application} */
export function applicationAt(baseUrl, apiKey, list = LIST) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const call = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body = undefined) => {
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    const answer = await fetch(`${baseUrl}/3.0${path}`, init)
    return { status: answer.status, body: /** @type {Answer['body']} */ (await answer.json()) }
  }
  const members = `/lists/${list}/members`
  return {
    addMember: (fields) => call('POST', members, fields),
    readMember: (address) => call('GET', `${members}/${hashOf(address)}`),
    readMembers: (count) => call('GET', `${members}?count=${count}`),
    updateMember: (address, fields) => call('PATCH', `${members}/${hashOf(address)}`, fields),
    addWebhook: (url) => call('POST', `/lists/${list}/webhooks`, { url, events: { subscribe: true }, sources: { api: true } }),
    startBatch: (added) =>
      call('POST', '/batches', {
        operations: added.map((fields) => ({ method: 'POST', path: members, body: JSON.stringify(fields) })),
      }),
    readBatch: (id) => call('GET', `/batches/${id}`),
  }
}

/** An endpoint of the application. @returns {Promise<Endpoint>} */
export async function openEndpoint() {
  /** @type {URLSearchParams[]} */
  const received = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    response.end()
    received.push(new URLSearchParams(text))
    server.emit('received')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    nextOf: async (type) => {
      for (;;) {
        const found = received.find((form) => form.get('type') === type)
        if (found) return found
        await once(server, 'received')
      }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
