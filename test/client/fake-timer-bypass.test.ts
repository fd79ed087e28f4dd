import { fetch as fetchOfPackage } from 'undici'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../src/client/index.ts'
import { startServer } from '../../src/index.ts'

afterEach(() => void vi.useRealTimers())

test('while timers are fake, calls are answered, those of the application too, and all others have the fakes', async () => {
  await using server = await startServer({ scenario: 'empty' })
  const maildouble = connect(server)
  await maildouble.health()
  const real = { setImmediate, clearImmediate }
  vi.useFakeTimers()
  // This `fetch` waits for an immediate wherever it uses a connection again, as that of newer Nodes does.
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
