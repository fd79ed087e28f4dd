import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/index.ts'
import { DEADLINE_MS } from '../deadline.ts'
import type { Body } from '../mock.ts'
import { withoutBrowser } from '../public/browser.ts'
import { inspected } from './inspected.ts'

describe.skipIf(withoutBrowser)('the connection of the inspector', () => {
  const { world: makeWorld, open, server } = inspected()

  test('the inspector loads a list at most once a second, however soon the next call comes', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.clock.install()
    await page.reload()
    await page.getByText('No calls yet').waitFor()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    let loads = 0
    page.on('request', (request) => {
      if (/\/requests\?/.test(request.url())) loads++
    })
    /** Makes a call, and returns the time of the page when it loads the list. */
    const nextLoad = async (): Promise<number> => {
      const before = loads
      await world.fetch('/ping')
      await expect
        .poll(
          async () => {
            await page.clock.runFor(20)
            return loads
          },
          { timeout: DEADLINE_MS, interval: 1 },
        )
        .toBeGreaterThan(before)
      return page.evaluate(() => performance.now())
    }
    const first = await nextLoad()
    expect((await nextLoad()) - first).toBeGreaterThanOrEqual(1_000)
  })

  test('the inspector says that the server is gone, and continues by itself with the next one', async () => {
    const first = server()
    const world = await makeWorld({ id: 'comes-back' })
    const { page } = await open(world)
    await page.getByText('No calls yet').waitFor()
    await first.stop()
    await page.getByText('The server does not answer. Trying again…').waitFor()
    const port = Number(new URL(first.url).port)
    await using second = await startServer({ scenario: 'empty', port })
    const again = await fetch(`${second.url}/_control/worlds`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'comes-back' }),
    })
    expect(again.status).toBe(201)
    const { api_key }: Body = await again.json()
    await fetch(`${second.url}/_worlds/comes-back/3.0/ping`, { headers: { authorization: `Bearer ${api_key}` } })
    await page.getByRole('link', { name: /GET .*\/ping/ }).waitFor()
    await page.getByText('The server does not answer. Trying again…').waitFor({ state: 'detached' })
  })
})
