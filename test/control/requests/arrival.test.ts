import { expect, test } from 'vitest'
import { requestWorld } from './request-world.ts'

test('a call is in the journal from its arrival on, without a status', async () => {
  const { call, requests } = await requestWorld({ settings: { service_time: 30 } })
  const answer = call('POST /3.0/lists', { name: 'News' })
  while ((await requests())[0]?.request.body === '') await Promise.resolve()
  expect(await requests()).toMatchObject([
    { operation: 'createList', status: null, duration_ms: null, response: null, request: { body: '{"name":"News"}' } },
  ])
  expect(await requests('?status=none')).toHaveLength(1)
  await answer
  const [entry] = await requests()
  expect(entry).toMatchObject({ status: 400, duration_ms: expect.any(Number), request: { body: '{"name":"News"}' } })
})

test('a call whose response a fault discards never gets a status', async () => {
  const { call, requests } = await requestWorld()
  const { id } = (await call('POST /_control/faults', { effect: { connection: 'reset' } })).body
  await expect(call('POST /3.0/lists', { name: 'News' })).rejects.toThrow('fetch failed')
  expect(await requests()).toMatchObject([
    {
      status: null,
      response: null,
      duration_ms: expect.any(Number),
      fault: id,
      faults: [{ id, effect: 'reset' }],
      injected: true,
      request: { body: '{"name":"News"}' },
    },
  ])
})

test('a hanging call is in the journal until the world is reset', async () => {
  const { call, requests } = await requestWorld()
  await call('POST /_control/faults', { effect: { connection: 'hang' } })
  const hanging = call('GET /3.0/ping').catch(() => 'gone')
  expect(await requests()).toMatchObject([{ operation: 'ping', status: null }])
  await call('POST /_control/reset')
  await hanging
  expect(await requests()).toEqual([])
})
