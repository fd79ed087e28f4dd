import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callWithNode, wireWorld } from './wire-world.ts'

let world: Awaited<ReturnType<typeof wireWorld>>

// As the command line serves: with lightweight objects instead of the platform's.
beforeAll(async () => {
  world = await wireWorld({ replaceGlobals: true })
})
afterEach(() => world.control('POST /_control/reset', {}))
afterAll(() => world.stop())

test.each([
  ['GET', 'reset', 'ECONNRESET', undefined],
  ['GET', 'close', 'socket hang up', undefined],
  ['GET', 'truncate', 'aborted', 200],
  ['GET', 'malformed', 'complete', 200],
  ['GET', 'slow', 'complete', 200],
  ['HEAD', 'reset', 'ECONNRESET', undefined],
  ['HEAD', 'close', 'socket hang up', undefined],
  ['HEAD', 'truncate', 'socket hang up', undefined],
  ['HEAD', 'malformed', 'complete', 200],
  ['HEAD', 'slow', 'complete', 200],
])('with lightweight objects, %s with the fault %s: %s', async (method, connection, end, status) => {
  const effect = { connection, ...(connection === 'slow' ? { bytes_per_second: 1_000_000 } : {}) }
  await world.control('POST /_control/faults', { effect })
  expect(await callWithNode(`${world.url}/3.0/lists`, { method, headers: world.headers })).toMatchObject({ end, status })
})

test('no connection fault raised a Defect with lightweight objects', () => expect(world.logged).toEqual([]))
