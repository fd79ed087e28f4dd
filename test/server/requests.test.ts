import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../src/kit/double/start.ts'
import type { Body } from '../mock.ts'

let url = ''
let stop = async (): Promise<void> => {}

beforeAll(async () => {
  const server = await startServer({ port: 0, scenario: 'empty' })
  url = server.url
  stop = server.stop
})

afterAll(() => stop())

/** Sends a call unchanged and returns its status. */
function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const latest = async (): Promise<Body> => {
  const response = await fetch(`${url}/_control/requests?order=desc&limit=1`)
  const { requests } = (await response.json()) as Body
  return requests[0]
}

const KEY = { authorization: 'Bearer any-dc1' }

test('the journal has the headers of a call as they came over the socket', async () => {
  expect(await send('POST', '/3.0/listz', { ...KEY, 'Content-Length': '2', 'X-Run': '7' }, '{}')).toBe(404)
  const host = new URL(url).host
  expect((await latest()).request).toEqual({
    headers: { authorization: 'Bearer {{external}}', 'content-length': '2', 'x-run': '7', host, connection: 'keep-alive' },
    body: '{}',
    cut: 0,
  })
})

test('the journal has a chunked body that the server does not read', async () => {
  expect(await send('POST', '/3.0/listz', { ...KEY, 'transfer-encoding': 'chunked' }, 'in pieces')).toBe(404)
  expect((await latest()).request.body).toBe('in pieces')
})

test('a GET with a body is answered, and its body is ignored', async () => {
  expect(await send('GET', '/3.0/ping', { ...KEY, 'content-length': '2' }, '{}')).toBe(200)
  expect(await latest()).toMatchObject({ status: 200, ignored: [''], request: { body: '' } })
})

test('a client whose call is rejected need not send the whole body', async () => {
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${url}/3.0/listz`, { method: 'POST', headers: { ...KEY, 'content-length': '100' } }, (response) => {
      resolve(response.statusCode)
      sent.destroy()
    })
    sent.on('error', reject)
    sent.write('only this')
  })
  expect(status).toBe(404)
})
