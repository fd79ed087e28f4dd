import { fetch as fetchOfPackage } from 'undici'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../src/kit/client/index.ts'
import { startServer } from '../../src/index.ts'

afterEach(() => void vi.useRealTimers())

test('with fake timers installed, calls of the client and the application complete, and other code sees the fakes', async () => {
  await using server = await startServer({ scenario: 'empty' })
  const maildouble = connect(server)
  await maildouble.health()
  const real = { setImmediate, clearImmediate }
  vi.useFakeTimers()
  // This `fetch` waits for an immediate before it reuses a connection, as in newer versions of Node.
  for (let nth = 1; nth <= 3; nth++) {
    expect((await maildouble.health()).status).toBe('ok')
    const answer = await fetchOfPackage(`${server.url}/_control/health`)
    expect(await answer.json()).toMatchObject({ status: 'ok' })
  }
  const fired: string[] = []
  setImmediate((name: string) => fired.push(name), 'immediate')
  clearImmediate(setImmediate(() => fired.push('cleared')))
  clearImmediate(undefined)
  await new Promise((over) => real.setImmediate(over))
  expect(fired).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(fired).toEqual(['immediate'])
  vi.useRealTimers()
  expect({ setImmediate, clearImmediate }).toEqual(real)
})
