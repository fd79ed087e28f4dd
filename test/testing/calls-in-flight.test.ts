import { type ClientRequest, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type World } from '../../src/kit/client/index.ts'
import { type RunningServer, startServer } from '../../src/index.ts'
import { callsInFlight } from '../../src/kit/testing/calls-in-flight.ts'

let server: RunningServer
let world: World
beforeAll(async () => {
  server = await startServer({ port: 0, log: () => {} })
  world = await connect(server).worlds.create()
  await world.faults.add({ match: { operation: 'ping' }, effect: { connection: 'hang' } })
})
afterAll(() => server.stop())

const headers = (): Record<string, string> => ({ authorization: `Bearer ${world.apiKey}` })

test('a call of fetch is in flight from its start until it ends', async () => {
  const leaving = new AbortController()
  const call = fetch(`${world.baseUrl}/3.0/ping`, { headers: headers(), signal: leaving.signal })
  await world.requests.verify({ match: { operation: 'ping' }, within: 'PT2M' })
  expect(callsInFlight(world)).toHaveLength(1)
  leaving.abort()
  await expect(call).rejects.toThrow('aborted')
  expect(callsInFlight(world)).toEqual([])
})

test('a call of fetch is in flight until its body has arrived, and then no longer', async () => {
  const answer = await fetch(`${world.baseUrl}/3.0/lists`, { headers: headers() })
  await answer.text()
  expect(callsInFlight(world)).toEqual([])
})

test('a call of node:http is in flight until it ends', async () => {
  await world.requests.clear()
  const call = request(`${world.baseUrl}/3.0/ping`, { headers: headers() }).on('error', () => {})
  call.end()
  await world.requests.verify({ match: { operation: 'ping' }, within: 'PT2M' })
  expect(callsInFlight(world)).toHaveLength(1)
  await destroyed(call)
  expect(callsInFlight(world)).toEqual([])
})

test('a call by the key alone is in flight, and calls of another world or another server are not', async () => {
  await world.requests.clear()
  const other = await connect(server).worlds.create()
  const elsewhere = await startServer({ port: 0, log: () => {} })
  const begun = [`${elsewhere.url}/3.0/ping`, `${other.baseUrl}/3.0/ping`, `${world.rootUrl}/3.0/ping`].map((url) =>
    request(url, { headers: headers() }).on('error', () => {}),
  )
  for (const call of begun) call.end()
  await world.requests.verify({ match: { operation: 'ping' }, within: 'PT2M' })
  expect(callsInFlight(world)).toHaveLength(1)
  await Promise.all(begun.map(destroyed))
  await elsewhere.stop()
})

async function destroyed(call: ClientRequest): Promise<void> {
  if (!call.closed) await new Promise((resolve) => call.once('close', resolve).destroy())
}
