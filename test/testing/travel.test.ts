import { request } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { World } from '../../src/kit/client/index.ts'
import { alignTime, travel } from '../../src/kit/testing/advance-together.ts'
import { type OwnServer, startOwnServer } from '../../src/kit/testing/own-server.ts'

let own: OwnServer
let world: World
beforeEach(async () => {
  own = await startOwnServer()
  world = await own.maildouble.worlds.create()
  vi.useFakeTimers()
  await alignTime(world, vi)
})
afterEach(async () => {
  vi.useRealTimers()
  await own.server.stop()
})

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** An application that tries again after 1 s, 2 s, 4 s. */
async function subscribe({ baseUrl, apiKey }: World): Promise<number> {
  for (let wait = 1_000; ; wait *= 2) {
    const { status } = await fetch(`${baseUrl}/3.0/lists/aaaaaaaaaa/members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: '{"email_address":"lena@acme.test","status":"subscribed"}',
    })
    if (status !== 429) return status
    await pause(wait)
  }
}

/** The times of the application's calls, in seconds. */
async function secondsOfCalls(): Promise<string[]> {
  const calls = await world.requests.list({ order: 'asc' })
  return calls.filter(({ via }) => via !== 'batch').map(({ at }) => at.slice('2026-01-15T09:00:'.length, -1))
}

/** Calls the service and reads the answer. */
async function call(method: string, path: string, body?: string): Promise<{ id: string; status: string }> {
  const answer = await fetch(`${world.baseUrl}/3.0${path}`, {
    method,
    headers: { authorization: `Bearer ${world.apiKey}` },
    ...(body === undefined ? {} : { body }),
  })
  return (await answer.json()) as { id: string; status: string }
}

/** The number of runs of each test: many runs under load find rare failures. */
const TIMES = { repeats: Number(process.env['TRAVEL_REPEATS'] ?? 0) }

const TWO_REFUSALS = {
  match: { operation: 'addMember' },
  when: { first: 2 },
  effect: { problem: { preset: 'TooManyRequests' } },
} as const

test('a retry loop that starts before travel makes each call at its own instant', TIMES, async () => {
  await world.faults.add(TWO_REFUSALS)
  const answer = subscribe(world)
  await travel(world, 'PT3S', vi)
  expect(await secondsOfCalls()).toEqual(['00.000', '01.000', '03.000'])
  expect(await answer).toBe(200)
})

test('a retry loop over node:http that starts before travel makes each call at its own instant', TIMES, async () => {
  await world.faults.add(TWO_REFUSALS)
  const post = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${world.apiKey}` }
      request(`${world.baseUrl}/3.0/lists/aaaaaaaaaa/members`, { method: 'POST', headers }, (answer) =>
        answer.resume().once('end', () => resolve(answer.statusCode)),
      )
        .once('error', reject)
        .end('{"email_address":"lena@acme.test","status":"subscribed"}')
    })
  const answer = (async () => {
    for (let wait = 1_000; ; wait *= 2) {
      const status = await post()
      if (status !== 429) return status
      await pause(wait)
    }
  })()
  await travel(world, 'PT3S', vi)
  expect(await secondsOfCalls()).toEqual(['00.000', '01.000', '03.000'])
  expect(await answer).toBe(200)
})

test('an application that polls a batch from before travel on sees each status of it', TIMES, async () => {
  const poll = async (): Promise<string[]> => {
    const { id } = await call('POST', '/batches', '{"operations":[{"method":"GET","path":"/lists"}]}')
    const seen: string[] = []
    while (seen.at(-1) !== 'finished') {
      if (seen.length > 0) await pause(250)
      seen.push((await call('GET', `/batches/${id}`)).status)
    }
    return seen
  }
  const seen = poll()
  await travel(world, 'PT3S', vi)
  expect(await secondsOfCalls()).toEqual(['00.000', '00.000', '00.250', '00.500', '00.750'])
  expect(await seen).toEqual(['pending', 'preprocessing', 'finalizing', 'finished'])
})

test('calls that follow each other without a timer are all made before time passes', TIMES, async () => {
  const import_ = async (): Promise<void> => {
    for (let i = 0; i < 30; i++) await call('GET', '/lists/aaaaaaaaaa?fields=id')
    await pause(1_000)
    await call('GET', '/ping')
  }
  const done = import_()
  await travel(world, 'PT1S', vi)
  expect(await secondsOfCalls()).toEqual([...Array.from({ length: 30 }, () => '00.000'), '01.000'])
  await done
})

test('calls that an application makes after it has answered a webhook are made before time passes', TIMES, async () => {
  const reconcile = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await call('GET', '/ping')
  }
  const app = async (received: Request): Promise<Response> => {
    if (received.method === 'POST') void reconcile()
    return new Response()
  }
  await using hooks = await world.receiver({ list: 'aaaaaaaaaa', events: ['unsubscribe'], app })
  hooks.answer([503, app])
  await world.trigger('member.unsubscribe', { list_id: 'aaaaaaaaaa', email_address: 'ada@acme.test' })
  await travel(world, 'PT5M', vi)
  const calls = await world.requests.list({ operation: 'ping' })
  expect(calls.map(({ at }) => at)).toEqual(Array.from({ length: 5 }, () => '2026-01-15T09:01:00.000Z'))
})
