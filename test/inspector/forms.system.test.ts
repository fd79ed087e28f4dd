import { describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { withoutBrowser } from '../public/browser.ts'
import { waitUntilDrawn } from './combinations.ts'
import { firstList, hook, inspected, json, memberStatus, receiver, search } from './inspected.ts'

describe.skipIf(withoutBrowser)('the forms of the inspector', () => {
  const { world: makeWorld, open } = inspected()

  test('a member is picked by a part of the address, with the list filled in', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch(
      '/lists/bbbbbbbbbb/members',
      json('POST', { email_address: 'zoe@picked.test', status: 'subscribed', merge_fields: { FNAME: 'Zoe', COMPANY: 'Acme' } }),
    )
    const { page } = await open(world, { page: 'act' })
    await page.getByRole('link', { name: 'A member unsubscribes' }).click()
    const address = page.getByRole('combobox', { name: /^email_address/ })
    await search(address, 'picked')
    await page.getByRole('option', { name: /zoe@picked\.test.*Acme Beta/ }).waitFor()
    await address.press('ArrowDown')
    await address.press('Enter')
    await expect.poll(() => address.inputValue()).toBe('zoe@picked.test')
    await expect.poll(() => page.getByRole('combobox', { name: /^list_id/ }).inputValue()).toBe('bbbbbbbbbb')
    await page.getByRole('button', { name: 'Make it happen' }).click()
    await page.getByText('member.unsubscribe has happened.').waitFor()
    expect(await memberStatus(world, 'bbbbbbbbbb', 'zoe@picked.test')).toBe('unsubscribed')
  })

  test('a form is not sent without its required fields', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    const { page } = await open(world, { page: 'act', trigger: 'member.bounce', given: '{"list_id":"aaaaaaaaaa"}' })
    await page.getByText('Acme News').first().waitFor()
    await page.getByRole('combobox', { name: /^email_address/ }).fill('ada@acme.test')
    await page.getByRole('button', { name: 'Make it happen' }).click()
    expect(await page.evaluate(`document.querySelector('select:required').validity.valueMissing`)).toBe(true)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('optional fields are folded, and stay open while their last value is removed', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'act', trigger: 'order.update' })
    const field = page.getByLabel(/^tracking_number/)
    await field.waitFor({ state: 'attached' })
    expect(await field.isVisible()).toBe(false)
    await page.getByText('Optional:').click()
    await field.fill('1Z999')
    await field.fill('')
    await waitUntilDrawn(page)
    expect(await field.isVisible()).toBe(true)
  })

  test('tasks stand in groups in the words of the contract, and a pending job on the timeline can be reached', async () => {
    const world = await makeWorld()
    await world.fetch('/batches', json('POST', { operations: [{ method: 'GET', path: '/lists' }] }))
    const { page } = await open(world, { page: 'act' })
    await page.getByRole('heading', { name: 'Recipients' }).waitFor()
    await page.getByRole('link', { name: 'A recipient clicks a link' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.locator('.item-row.ahead', { hasText: 'is prepared' }).click()
    await page.getByRole('button', { name: 'Advance until then' }).click()
    await page.getByText(/1 job ran/).waitFor()
    const { batches }: Body = await (await world.fetch('/batches')).json()
    expect(batches).toMatchObject([{ status: 'preprocessing' }])
  })

  test('the recipient of an email opens it, clicks its link, bounces and complains with one click each', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    await world.trigger('campaign.send', { list_id: list, subject_line: 'January news' })
    await world.clock.advance({ until: 'idle' })
    const { page } = await open(world, { page: 'emails' })
    await page.getByRole('link', { name: /January news.*ada@example\.com/ }).click()
    await page.getByRole('rowheader', { name: 'From', exact: true }).waitFor()
    await page.getByRole('rowheader', { name: 'List-Unsubscribe', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText(/ada@example.com opened it/).waitFor()
    await page.getByRole('button', { name: 'Click a link' }).click()
    await page.locator('.items button').first().click()
    await page.getByText(/ada@example.com clicked a link/).waitFor()
    const { reports }: Body = await (await world.fetch('/reports')).json()
    expect(reports[0]).toMatchObject({ opens: { opens_total: 1 }, clicks: { clicks_total: 1 } })
    await page.getByRole('button', { name: 'Bounce' }).click()
    await page.getByRole('button', { name: /^Soft/ }).click()
    await page.getByText(/bounced softly/).waitFor()
    await page.getByRole('button', { name: 'Complain' }).click()
    await page.getByText(/complained/).waitFor()
    expect(await memberStatus(world, list, 'ada@example.com')).toBe('unsubscribed')
  })

  test('an email is shown in three widths, and as its source', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'pending' }))
    const { page } = await open(world, { page: 'emails', id: '1' }, { viewport: { width: 1600, height: 900 } })
    const widthOf = async (): Promise<number> => (await page.getByTitle('The email').boundingBox())?.width ?? 0
    await page.getByRole('button', { name: 'Phone' }).click()
    await expect.poll(widthOf).toBe(360)
    await page.getByRole('button', { name: 'Tablet' }).click()
    await expect.poll(widthOf).toBe(600)
    await page.getByRole('button', { name: 'Full width' }).click()
    await expect.poll(widthOf).toBeGreaterThan(600)
    await page.getByText('Source of the HTML').click()
    await page
      .getByText(/<a href=/)
      .first()
      .waitFor()
  })

  test('the subscriptions show their list, events and sources', async () => {
    await using target = await receiver(200)
    const world = await makeWorld({ scenario: 'starter' })
    await hook(world, 'aaaaaaaaaa', target.url)
    await world.fetch('/batch-webhooks', json('POST', { url: target.url }))
    const { page } = await open(world, { page: 'webhooks' })
    await page.getByRole('button', { name: '2 subscriptions' }).click()
    const subscriptions = page.locator('.subscription')
    expect(await subscriptions.nth(0).innerText()).toMatch(
      /Acme News[\s\S]*Events[\s\S]*subscribe[\s\S]*not\s+unsubscribe[\s\S]*Sources[\s\S]*api/,
    )
    expect(await subscriptions.nth(1).innerText()).toContain('Finished batches')
    await page.getByRole('link', { name: 'Send it a webhook…' }).click()
    await expect.poll(() => page.getByRole('combobox', { name: /^list_id/ }).inputValue()).toBe('aaaaaaaaaa')
  })

  test('a fault begins with a card that says what the client sees, and finds its operation', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'faults' })
    await page.getByRole('button', { name: 'Add a fault', exact: true }).click()
    await page.getByRole('button', { name: /^Server error/ }).click()
    await page
      .locator('.seen')
      .getByText(/gets a 500, and nothing happened/)
      .waitFor()
    await page
      .locator('dialog summary')
      .filter({ hasText: /^match/ })
      .click()
    const operation = page.getByRole('combobox', { name: /^operation/ })
    await search(operation, '/lists/{list_id}/members')
    await page.getByRole('option', { name: /addMember/ }).click()
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await page.getByText('The fault 1 is armed.').waitFor()
    expect(await world.faults.list()).toMatchObject([{ match: { operation: 'addMember' }, when: { first: 1 }, used_up: false }])
  })

  test('what is wrong with a fault stands at its field inside the dialog, and a new fault is shown where it went', async () => {
    const world = await makeWorld()
    for (let n = 0; n < 12; n++) await world.faults.add({ when: { first: 1 }, effect: { latency: 1 } })
    const { page } = await open(world, { page: 'faults' })
    await page.getByRole('button', { name: 'Add a fault', exact: true }).click()
    await page.getByRole('button', { name: 'Add the fault' }).click()
    const effect = page.locator('dialog details', { hasText: 'effect' }).filter({ hasText: 'Required field is missing: effect.' })
    await effect.locator('.wrong').first().waitFor()
    expect(await page.locator('dialog .problem').count()).toBe(0)
    await page.getByRole('button', { name: /^Server error/ }).click()
    await page.getByRole('button', { name: 'Add the fault' }).click()
    const line = page.locator('.fault.new', { hasText: 'Fault 13' })
    await expect
      .poll(async () => ((await line.boundingBox())?.y ?? 0) > 0 && ((await line.boundingBox())?.y ?? 999) < 800)
      .toBe(true)
  })

  test('what is wrong with a task stands at its field', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    const given = JSON.stringify({ list_id: 'aaaaaaaaaa', email_address: 'nobody@acme.test' })
    const { page } = await open(world, { page: 'act', trigger: 'member.unsubscribe', given })
    await page.getByRole('button', { name: 'Make it happen' }).click()
    await page.locator('.field', { hasText: 'email_address' }).locator('.wrong', { hasText: 'nobody@acme.test' }).waitFor()
    expect(await page.locator('.problem').count()).toBe(0)
  })

  test('a used-up fault looks used up, and is armed again', async () => {
    const world = await makeWorld()
    await world.faults.add({ when: { first: 1 }, effect: { problem: { preset: 'TooManyRequests' } } })
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'faults' })
    await page.locator('.used-up').getByText('used up').waitFor()
    await page.getByRole('button', { name: 'Arm again: fault 1' }).click()
    await page.getByText('The fault 2 is armed.').waitFor()
    expect(await world.faults.list()).toMatchObject([{ id: 2, used_up: false, seen: 0 }])
    await page.locator('.used-up').waitFor({ state: 'detached' })
  })

  test('tables stand in groups with plain names, internal ones are folded, and a row has its history above its fields', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    const { page } = await open(world, { page: 'state' })
    await page.getByRole('heading', { name: 'Lists and members' }).waitFor()
    expect(await page.getByRole('link', { name: 'Statistics of lists' }).isVisible()).toBe(false)
    await page.getByText(/^Internal: /).click()
    await page.getByRole('link', { name: 'Statistics of lists' }).waitFor()
    await world.fetch('/lists/aaaaaaaaaa', json('PATCH', { name: 'Renamed' }))
    await page.getByRole('link', { name: /^Lists/ }).click()
    await page.getByRole('link', { name: /Renamed/ }).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    const headings = await page.locator('.detail h3').allInnerTexts()
    expect(headings.findIndex((each) => /history/i.test(each))).toBeLessThan(headings.findIndex((each) => /fields/i.test(each)))
  })

  test('the steps of a bundle can be read, and Back does not lead to the world of a step that is gone', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch('/lists/aaaaaaaaaa/members', json('POST', { email_address: 'zoe@acme.test', status: 'subscribed' }))
    await world.clock.advance('P1D')
    await world.trigger('member.unsubscribe', { list_id: 'aaaaaaaaaa', email_address: 'zoe@acme.test' })
    await world.faults.add({ when: { first: 1 }, effect: { latency: 1 } })
    const buffer = Buffer.from(JSON.stringify(await world.bundle()))
    const { page } = await open(world, { page: 'bundle' })
    await page.getByLabel('A bundle').setInputFiles({ name: 'told.bundle.json', mimeType: 'application/json', buffer })
    await page.getByText('4 of 4 steps').waitFor()
    const steps = page.locator('.steps li')
    await expect
      .poll(async () => (await steps.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')))
      .toEqual([
        expect.stringMatching(/^1 09:00:00 Add a member to a list POST \/3\.0\/lists\/aaaaaaaaaa\/members · zoe@acme\.test 200$/),
        expect.stringMatching(/^2 01-16 Time passes by P1D advance$/),
        expect.stringMatching(/^3 09:00:00 A member unsubscribes zoe@acme\.test control$/),
        expect.stringMatching(/^4 09:00:00 Create a fault .* control$/),
      ])
    await page.getByRole('button', { name: 'Step back' }).click()
    await page.getByText('3 of 4 steps').waitFor()
    await page.getByRole('button', { name: 'Step back' }).click()
    await page.getByText('2 of 4 steps').waitFor()
    await page.goBack()
    await expect.poll(() => new URL(page.url()).searchParams.get('world')).toBe(world.id)
  })

  test('"Send again" says what is sent, and two clicks while a reset is armed make one call', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    await world.faults.add({ when: { first: 1 }, effect: { connection: 'reset' } })
    const { page } = await open(world)
    await page.getByRole('link', { name: /POST .*\/lists/ }).click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.locator('.send-again').getByText('ada@example.com').waitFor()
    await page.getByRole('button', { name: 'Send it once' }).dblclick()
    await page.getByText('It was sent once more, and not answered.').waitFor()
    expect((await world.requests.list()).map(({ status }) => status)).toEqual([200, 200, null])
  })

  test('"Copy as test" copies the scenario, the steps before and the call', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch('/lists/aaaaaaaaaa', json('PATCH', { name: 'Renamed' }))
    await world.fetch('/lists/aaaaaaaaaa')
    const { page } = await open(world, {}, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('link', { name: /GET/ }).click()
    await page.getByRole('button', { name: 'Copy as', exact: true }).click()
    await page.getByRole('button', { name: /^Vitest test/ }).click()
    await page.getByText('The test is copied.').waitFor()
    const code = String(await page.evaluate('navigator.clipboard.readText()'))
    const [, last] = await world.requests.list()
    expect(code).toBe((await world.requests.snippets(String(last?.id))).test)
    expect(code).toContain("await world.fetch('/lists/aaaaaaaaaa', { method: 'PATCH'")
  })

  test('"Copy as test" leaves out steps about other lists, in Requests and at any step of a bundle', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch('/lists/bbbbbbbbbb', json('PATCH', { name: 'Another' }))
    await world.fetch('/lists/aaaaaaaaaa', json('PATCH', { name: 'Renamed' }))
    await world.fetch('/lists/aaaaaaaaaa')
    await world.fetch('/lists/bbbbbbbbbb')
    const buffer = Buffer.from(JSON.stringify(await world.bundle()))
    const { page } = await open(world, { page: 'requests' }, { permissions: ['clipboard-read', 'clipboard-write'] })
    const copied = async (): Promise<string> => {
      await page.getByText('The test is copied.').first().waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).first().click()
      return String(await page.evaluate('navigator.clipboard.readText()'))
    }
    await page.getByRole('button', { name: 'Copy as', exact: true }).click()
    await page.getByRole('button', { name: /^Vitest test/ }).click()
    const other = await copied()
    expect(other).toContain("name: 'Another'")
    expect(other).not.toContain('aaaaaaaaaa')
    await page.goto(new URL(`?world=${world.id}&page=bundle`, page.url()).href)
    await page.getByLabel('A bundle').setInputFiles({ name: 'two.bundle.json', mimeType: 'application/json', buffer })
    await page.getByText('4 of 4 steps').waitFor()
    await page.getByRole('button', { name: 'Step back' }).click()
    await page.getByText('3 of 4 steps').waitFor()
    await page.getByRole('button', { name: 'Copy as test' }).click()
    const code = await copied()
    expect(code).toContain("name: 'Renamed'")
    expect(code).not.toContain('bbbbbbbbbb')
  })

  test.each([
    ['webhooks', 'webhooks'],
    ['emails', 'members'],
  ])('the empty page of %s has a command with the id of a real list', async (name, below) => {
    const world = await makeWorld()
    const { rows } = await world.state.table('lists', { count: 1 })
    const { page } = await open(world, { page: name })
    await page
      .locator('.command')
      .getByText(`'${world.baseUrl}/3.0/lists/${String(rows[0]?.['id'])}/${below}'`)
      .waitFor()
  })
})
