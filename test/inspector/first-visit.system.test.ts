import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withoutBrowser } from '../public/browser.ts'
import { inspected, receiver } from './inspected.ts'

const shell = promisify(exec)

/** Opens a page by its link in the navigation. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
}

/** Runs a command of the page as a user would copy it into a terminal. Returns the output. */
async function runCommandOn(page: Page): Promise<string> {
  return (await shell(`${await page.locator('.command pre').innerText()} -s`)).stdout
}

describe.skipIf(withoutBrowser)('a first visit to the inspector', () => {
  const { maildouble, open, server } = inspected({ scenario: 'starter', clock: { mode: 'realtime', rate: 1 } })

  test('a first visit to the inspector leads from the first call over a batch, its webhook and a fault to what it all changed', async () => {
    await using target = await receiver(200)
    const world = await maildouble().worlds.get('default')
    const curl = (path: string, body: object, method = 'POST'): Promise<{ stdout: string }> =>
      shell(`curl -s -X ${method} -u any:${world.apiKey} ${world.baseUrl}/3.0${path} -d '${JSON.stringify(body)}'`)
    const { page } = await open(world)

    // The root of the server leads home, whose code makes the first call.
    await page.goto(`${server().url}/`)
    await page.getByRole('button', { name: 'curl', exact: true }).click()
    const { lists } = JSON.parse(await runCommandOn(page))
    await goTo(page, 'Requests')
    await page.getByRole('link', { name: /GET .*\/lists/ }).click()
    await page.getByRole('heading', { name: /getLists/ }).waitFor()

    // A snapshot to compare with in the end, and a clock that stands still.
    await page.getByRole('button', { name: 'Snapshots' }).click()
    await page.getByLabel('Name of the snapshot').fill('before')
    await page.getByRole('button', { name: 'Take' }).click()
    await page.getByText('The snapshot before is taken.').waitFor()
    await page.getByRole('button', { name: 'Clock mode: realtime' }).click()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('button', { name: 'Clock mode: frozen' }).waitFor()

    // The application submits a batch, which the clock moves on.
    await curl('/batch-webhooks', { url: target.url })
    const operations = [{ method: 'PATCH', path: `/lists/${lists[0].id}`, body: '{"name":"Renamed by a batch"}' }]
    await curl('/batches', { operations })
    await page.getByRole('link', { name: /POST .*\/batches/ }).click()
    await page.getByRole('heading', { name: /createBatch/ }).waitFor()
    for (const [kind, words] of [
      ['prepare', 'is prepared'],
      ['start', 'starts'],
      ['operate', 'runs operation 1 of 1'],
      ['finish', 'finishes'],
    ] as const) {
      await expect.poll(() => page.locator('.strip .ahead title', { hasText: words }).count()).toBe(1)
      // The strip may know the next job before the button does.
      await page
        .getByRole('button', { name: /^Next job in/ })
        .and(page.getByTitle(`batches.${kind}`))
        .click()
      await expect.poll(() => page.locator('.strip .ahead title', { hasText: words }).count()).toBe(0)
    }
    // Until the chain is loaded again, the job is also among what did not happen.
    await expect
      .poll(() =>
        page
          .locator('.detail')
          .getByText(/The batch .* finishes/)
          .count(),
      )
      .toBe(1)

    // Its webhook has gone out, and can be sent again.
    await goTo(page, 'Webhooks')
    await page.getByRole('link', { name: /batch_operation_completed.*delivered/ }).click()
    await page.getByRole('rowheader', { name: 'data[completed_at]' }).waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('It is sent again.').waitFor()
    await expect.poll(() => page.locator('.attempts > li').count()).toBe(2)

    // The next call of the same kind is answered with 429, and the one after it is not.
    await goTo(page, 'Requests')
    await page.getByRole('link', { name: /GET .*\/lists/ }).click()
    await page.getByRole('button', { name: 'Fail the next one' }).click()
    await page.getByRole('button', { name: '429 Too Many Requests' }).click()
    await page.getByText(/is armed for the next getLists/).waitFor()
    const again = `curl -s -o /dev/null -w '%{http_code}' -u any:${world.apiKey} ${world.baseUrl}/3.0/lists`
    expect((await shell(again)).stdout).toBe('429')
    await page.getByRole('link', { name: /GET .*\/lists.*fault 1: problem.*429/ }).waitFor()
    await goTo(page, 'Faults')
    await page.getByText(/seen 1 time, fired 1 time/).waitFor()
    expect((await shell(again)).stdout).toBe('200')
    await page.getByText(/seen 2 times, fired 1 time/).waitFor()

    // What all of it changed.
    await goTo(page, 'State')
    await page.getByRole('button', { name: 'Compare states' }).click()
    await page.getByLabel('Earlier state').selectOption('snapshot before')
    await page.locator('ins').getByText('Renamed by a batch', { exact: true }).waitFor()
  })
})
