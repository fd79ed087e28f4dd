import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/index.ts'
import { DEADLINE_MS } from '../deadline.ts'
import type { Body } from '../mock.ts'
import { withoutBrowser } from '../public/browser.ts'
import { freePort } from '../servers/free-port.ts'
import { inspected } from './inspected.ts'

describe.skipIf(withoutBrowser)('the connection of the inspector', async () => {
  // A port that nothing else gets while its server is gone.
  const port = await freePort()
  const { world: makeWorld, open, server } = inspected({ port })

  test('the inspector loads a list at most once a second, however soon the next call comes', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.clock.install({ time: 0 })
    await page.reload()
    await page.getByText('No calls yet').waitFor()
    await page.clock.pauseAt(60_000)
    let loads = 0
    page.on('request', (request) => {
      if (/\/requests\?/.test(request.url())) loads++
    })
    /** Makes a call, and lets the clock of the page run until it loads the list. Returns the milliseconds that it ran. */
    const runUntilLoad = async (): Promise<number> => {
      const before = loads
      let ran = 0
      await world.fetch('/ping')
      await expect
        .poll(
          async () => {
            await page.clock.runFor(20)
            ran += 20
            return loads
          },
          { timeout: DEADLINE_MS, interval: 1 },
        )
        .toBeGreaterThan(before)
      return ran
    }
    await runUntilLoad()
    // A load is seen some steps after it began.
    expect(await runUntilLoad()).toBeGreaterThan(500)
  })

  test('the inspector says that the server is gone, and continues by itself with the next one', async () => {
    const first = server()
    const world = await makeWorld({ id: 'comes-back' })
    const { page } = await open(world)
    await page.getByText('No calls yet').waitFor()
    await first.stop()
    await page.getByText('The server does not answer. Trying again…').waitFor()
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
