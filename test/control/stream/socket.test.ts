import { afterEach, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../../src/index.ts'
import { realNow } from '../../../src/kernel/support/time.ts'
import { blocksOf } from './stream-world.ts'

let server: RunningServer | undefined

afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function started(): Promise<RunningServer> {
  return (server = await startServer({ scenario: 'empty', clock: { mode: 'frozen', rate: 0 }, log: () => {} }))
}

async function opened({ url }: RunningServer, headers: Record<string, string> = {}) {
  const controller = new AbortController()
  const response = await fetch(`${url}/_control/stream`, { headers, signal: controller.signal })
  return { response, controller, ...blocksOf(response.body) }
}

test('a stream over a socket starts immediately and sends each event as it happens', async () => {
  const running = await started()
  const { response, block, next } = await opened(running)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(await block()).toBe(': world default, time 2026-01-15T09:00:00.000Z\nretry: 1000\nid: 0')
  for (const path of ['/3.0/ping', '/3.0/lists']) {
    await fetch(running.url + path, { headers: { authorization: `Bearer ${running.apiKey}` } })
    expect((await next())[0]?.data).toMatchObject({ path, status: 200 })
  }
})

test('a stream resumes after its socket broke', async () => {
  const running = await started()
  const call = () => fetch(`${running.url}/3.0/ping`, { headers: { authorization: `Bearer ${running.apiKey}` } })
  const first = await opened(running)
  await call()
  const [last] = await first.next()
  first.controller.abort()
  await call()
  const second = await opened(running, { 'last-event-id': String(last?.id) })
  expect((await second.next())[0]).toMatchObject({ id: 2, data: { path: '/3.0/ping' } })
})

test('a stopping server ends its streams without waiting for them', async () => {
  const running = await started()
  const { block } = await opened(running)
  await block()
  const began = realNow()
  await running.stop()
  expect(realNow() - began).toBeLessThan(900)
  expect([await block(), await block()]).toEqual([': The server is stopping.', undefined])
})
