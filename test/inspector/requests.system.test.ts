import { describe, expect, test } from 'vitest'
import { withoutBrowser } from '../public/browser.ts'
import { firstList, inspected, json } from './inspected.ts'

const SCRIPT = `<script>document.title='hit'</script><img src=x onerror="document.title='hit'">`

describe.skipIf(withoutBrowser)('the page of requests', () => {
  const { world: makeWorld, open } = inspected()

  test('an empty list of requests shows the command that fills it, and fills as soon as the call arrives', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.getByText(`curl -u any:${world.apiKey} ${world.baseUrl}/3.0/lists`).waitFor()
    await world.fetch('/lists?count=3')
    await page.getByRole('link', { name: /GET .*\/lists\?count=3/ }).waitFor()
    expect(await page.getByRole('listitem').count()).toBeGreaterThanOrEqual(1)
  })

  test('a selected call shows its request, the ignored parts of the request, and the answer', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(
      `/lists/${list}/members`,
      json('POST', { email_address: 'ada@example.com', status: 'subscribed', shoe_size: 38 }),
    )
    const { page } = await open(world)
    await page.locator('.row.call', { hasText: 'POST' }).click()
    await page.getByRole('heading', { name: /addMember/ }).waitFor()
    await page.getByText('"shoe_size"').waitFor()
    expect(await page.getByText('ignored: this operation does not read it').count()).toBe(1)
    expect(await page.locator('.detail').getByText('"ada@example.com"').count()).toBeGreaterThanOrEqual(2)
  })

  test('the address of the page of requests holds filter and selection, so that a reload shows the same', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch('/nowhere')
    await world.fetch(`/lists/${list}`)
    const { page } = await open(world)
    await page.getByRole('button', { name: 'Refused' }).click()
    await expect.poll(() => page.locator('.row.call').count()).toBe(1)
    await page.locator('.row.call').click()
    await page.getByRole('heading', { name: /No operation/ }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: /No operation/ }).waitFor()
    await expect.poll(() => page.locator('.row.call').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Refused' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('j and k move through the list of requests, and / leads to the filter', async () => {
    const world = await makeWorld()
    for (const path of ['/lists', '/ping', '/batches']) await world.fetch(path)
    const { page } = await open(world)
    await page.getByRole('heading', { name: /getBatches/ }).waitFor()
    expect(await page.locator('.row.call').count()).toBe(3)
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: /ping/ }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: /getBatches/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('ping')
    await expect.poll(() => page.locator('.row.call').count()).toBe(1)
    // Escape leaves the field; from the details, the focus returns to the list.
    await page.keyboard.press('Escape')
    await page.locator('.row.call').click()
    await page.getByRole('heading', { name: /ping/ }).waitFor()
    await page.getByRole('button', { name: 'Send again' }).focus()
    await page.keyboard.press('Escape')
    await page.locator('.windowed:focus').waitFor()
  })

  test('"Send again" in the inspector makes the same call once more, with the key of the world', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    const { page } = await open(world)
    await page.getByRole('link', { name: /POST/ }).click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('button', { name: 'Send it once' }).click()
    await page.getByText('It was answered with 400.').waitFor()
    const calls = await world.requests.list({ operation: ['addMember'] })
    expect(calls.map(({ status }) => status)).toEqual([200, 400])
    expect(calls[1]?.request.body).toBe(calls[0]?.request.body)
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(calls[1]?.id)
  })

  test('"Fail the next one" in the inspector adds a fault for the operation', async () => {
    const world = await makeWorld()
    await world.fetch('/lists')
    const { page } = await open(world)
    await page.getByRole('link', { name: /GET .*\/lists/ }).click()
    await page.getByRole('button', { name: 'Fail the next one' }).click()
    await page.getByRole('button', { name: '429 Too Many Requests' }).click()
    await page.getByText(/Fault 1 is armed for the next getLists/).waitFor()
    expect((await world.fetch('/lists')).status).toBe(429)
    expect((await world.fetch('/lists')).status).toBe(200)
    await page.getByText('fault 1: problem').first().waitFor()
  })

  test('a call that a fault answered names its error, and the fault is a row in the words of the contract', async () => {
    const world = await makeWorld()
    await world.faults.add({ match: { operation: 'ping' }, effect: { problem: { preset: 'TooManyRequests' } } })
    await world.fetch('/ping')
    const { page } = await open(world)
    await page.getByRole('link', { name: /\/ping Too Many Requests ?fault 1: problem ?429/ }).waitFor()
    await page.getByRole('link', { name: 'Create a fault match operation ping, effect problem TooManyRequests' }).click()
    await page.getByRole('heading', { name: /^Create a fault/ }).waitFor()
  })

  test('a call that only reads says so once, and a change is told in the plain name of its table', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch('/lists/aaaaaaaaaa', json('PATCH', { name: 'Renamed' }))
    await world.fetch('/lists/aaaaaaaaaa')
    const { page } = await open(world)
    await page.getByText('Nothing: a GET only reads.').waitFor()
    await page.locator('.json').getByText('"Renamed"').first().waitFor()
    expect(await page.getByText('What did not happen').count()).toBe(0)
    await page.getByRole('link', { name: /PATCH/ }).click()
    await page.locator('.detail .change', { hasText: 'Lists Renamed' }).first().waitFor()
  })

  test('the row of a batch says how many operations were refused, and the answer of a fault shows the code of its error', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    const read = (path: string) => ({ method: 'GET', path })
    const operations = [read('/lists'), read('/lists/none'), read('/ping'), read('/lists/nothing'), read('/campaigns/none')]
    await world.fetch('/batches', json('POST', { operations }))
    await world.faults.add({
      match: { operation: 'ping' },
      when: { first: 1 },
      effect: { problem: { preset: 'TooManyRequests' } },
    })
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'requests' })
    const batch = page.locator('.row.call', { hasText: 'Start a batch' })
    await batch.getByText('0 of 5 done').waitFor()
    await world.clock.advance({ until: 'idle' })
    await batch.getByText('3 of 5 refused').waitFor()
    await page.locator('.row.call', { hasText: '/ping' }).getByText('Too Many Requests').first().waitFor()
    // The title of a refusal is not whom the call is about.
    await world.fetch('/nowhere')
    await page.locator('.row.call', { hasText: '/nowhere' }).waitFor()
    expect(await page.locator('.row.call', { hasText: '/nowhere' }).innerText()).not.toContain('Resource Not Found')
  })

  test('a curl command copied from the inspector makes the same call', async () => {
    const world = await makeWorld()
    await world.fetch('/lists?fields=lists.name', { headers: { 'x-run': "it's 7" } })
    const { page } = await open(world, {}, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('link', { name: /GET .*\/lists/ }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('The curl command is copied.').waitFor()
    const command = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(command).toBe(`curl -u any:${world.apiKey} -H 'x-run: it'\\''s 7' '${world.baseUrl}/3.0/lists?fields=lists.name'`)
  })

  test('markup in paths, headers and bodies stays text in the inspector', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    const member = { email_address: 'ada@example.com', status: 'subscribed', merge_fields: { FNAME: SCRIPT } }
    await world.fetch(`/lists/${list}/members?${new URLSearchParams({ x: SCRIPT })}`, json('POST', member))
    await world.fetch(`/${encodeURIComponent(SCRIPT)}`, { headers: { 'x-evil': SCRIPT } })
    const { page } = await open(world)
    await page.getByRole('link', { name: /POST/ }).click()
    await page.locator('.json').getByText('onerror').first().waitFor()
    expect(await page.title()).toBe(`Requests · ${world.id} · maildouble`)
  })

  test('the inspector says that the world it shows was deleted, and leads to other worlds', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.getByText('No calls yet').waitFor()
    await world.delete()
    await page
      .getByRole('alert')
      .getByText(/There is no world/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Show the world default' }).click()
    await page.getByText('No calls yet').waitFor()
  })
})
