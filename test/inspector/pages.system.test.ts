import { describe, expect, test } from 'vitest'
import { withoutBrowser } from '../public/browser.ts'
import { firstList, hook, inspected, json, memberStatus, receiver } from './inspected.ts'

describe.skipIf(withoutBrowser)('the pages of the inspector', () => {
  const { world: makeWorld, open, maildouble } = inspected()

  test('a webhook in the inspector shows its attempts and its decoded fields, and can be sent again', async () => {
    await using target = await receiver(500)
    const world = await makeWorld()
    const list = await firstList(world)
    await hook(world, list, target.url)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    await world.clock.advance('PT1M')
    const { page } = await open(world, { page: 'webhooks', event: 'subscribe' })
    await page
      .getByRole('link', { name: /subscribe/ })
      .first()
      .click()
    await expect.poll(() => page.locator('.attempts > li').count()).toBe(2)
    await page.getByRole('rowheader', { name: 'data[email]' }).waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => page.locator('.attempts > li').count()).toBe(3)
    const [delivery] = await world.deliveries.list({ event: 'subscribe' })
    expect(delivery?.attempts).toHaveLength(3)
    await page.getByRole('link', { name: 'a call' }).click()
    await page.getByRole('heading', { name: /addMember/ }).waitFor()
  })

  test('the next webhook can be dropped in the inspector', async () => {
    await using target = await receiver(200)
    const world = await makeWorld()
    const list = await firstList(world)
    await hook(world, list, target.url)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    const { page } = await open(world, { page: 'webhooks', event: 'subscribe' })
    await page
      .getByRole('link', { name: /subscribe/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'The next one' }).click()
    await page.getByRole('button', { name: 'Lost' }).click()
    await page.getByText(/Delivery fault 1 is armed/).waitFor()
    expect(await world.deliveryFaults.list()).toMatchObject([{ effect: 'drop', match: { event: 'subscribe' } }])
  })

  test('an email in the inspector is shown in a frame where nothing of it runs, and as text', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(
      `/lists/${list}`,
      json('PATCH', { name: `<img src=x onerror="top.document.title='hit'"><script>top.document.title='hit'</script>` }),
    )
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'pending' }))
    const { page } = await open(world, { page: 'emails' })
    await page.getByRole('link', { name: /ada@example.com/ }).click()
    const frame = page.frameLocator('iframe[title="The email"]')
    const confirm = frame.getByRole('link')
    await confirm.first().waitFor()
    expect(await page.title()).toBe(`Emails · ${world.id} · maildouble`)
    const [opened] = await Promise.all([page.context().waitForEvent('page'), confirm.first().click()])
    await opened.waitForLoadState()
    await expect.poll(() => memberStatus(world, list, 'ada@example.com')).toBe('subscribed')
  })

  test('a row in the inspector shows its fields and the calls that changed it, and leads to triggers for the row', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    const { page } = await open(world, { page: 'state' })
    await page
      .getByRole('link', { name: /^Members/ })
      .first()
      .click()
    await page.getByRole('searchbox').fill('ada@example.com')
    await page.getByRole('link', { name: /ada@example.com/ }).click()
    await page.getByText(/POST \/3.0\/lists\/.*created it/).waitFor()
    await page.getByRole('button', { name: 'Let something happen' }).click()
    await page.getByRole('link', { name: 'An email to a member bounces' }).click()
    await expect.poll(() => page.locator('input[name=email_address]').inputValue()).toBe('ada@example.com')
    // Optional fields are folded.
    await page.getByText('Optional:').click()
    await page.getByLabel(/^bounce/).selectOption('hard')
    await page.getByRole('button', { name: 'Make it happen' }).click()
    await page.getByText('member.bounce has happened.').waitFor()
    expect(await memberStatus(world, list, 'ada@example.com')).toBe('cleaned')
  })

  test('the inspector compares two states by table, row and field', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.snapshot('before')
    await world.fetch(`/lists/${list}`, json('PATCH', { name: 'Another name' }))
    const { page } = await open(world, { page: 'state', compare: '1' })
    await page.getByLabel('Earlier state').selectOption('snapshot:before')
    await page.locator('ins').getByText('Another name').waitFor()
    await expect.poll(() => page.locator('summary').getByText('Lists', { exact: true }).count()).toBe(1)
  })

  test('a comparison begins with the tables of people, and closes the internal ones', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch('/lists/aaaaaaaaaa/members', json('POST', { email_address: 'zoe@acme.test', status: 'subscribed' }))
    const { page } = await open(world, { page: 'state', compare: '1' })
    const tables = page.locator('.columns details')
    await expect
      .poll(() => tables.locator('summary b').allInnerTexts())
      .toEqual(['Members', 'Activity feed', 'Days of lists', 'Statistics of lists'])
    const opened = await tables.evaluateAll((all) => all.map((each) => each.hasAttribute('open')))
    expect(opened).toEqual([true, false, false, false])
  })

  test('a row of a table and a webhook begin with the address that they are about', async () => {
    const world = await makeWorld({ scenario: 'starter', settings: { webhooks: { mode: 'record' } } })
    await hook(world, 'aaaaaaaaaa', 'http://127.0.0.1:9/hook')
    await world.fetch('/lists/aaaaaaaaaa/members', json('POST', { email_address: 'zoe@acme.test', status: 'subscribed' }))
    const { page } = await open(world, { page: 'state', table: 'members', q: 'zoe@acme.test' })
    await page.getByRole('link', { name: /^zoe@acme\.test subscribed [0-9a-f]{32}$/ }).waitFor()
    await page.goto(new URL(`?world=${world.id}&page=webhooks`, page.url()).href)
    await page.getByRole('link', { name: /subscribe zoe@acme\.test http:\/\/127\.0\.0\.1:9\/hook/ }).waitFor()
  })

  test('the navigation counts the faults that are armed, of calls and of webhooks', async () => {
    const world = await makeWorld()
    await world.faults.add({ when: { first: 1 }, effect: { latency: 1 } })
    await world.faults.add({ match: { operation: 'getLists' }, effect: { latency: 1 } })
    await world.deliveryFaults.add({ effect: 'drop' })
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'home' })
    await page.getByRole('navigation').getByRole('link', { name: 'Faults 2' }).waitFor()
  })

  test('a dialog that is opened before its page is loaded stays open', async () => {
    const world = await makeWorld({ scenario: 'flaky' })
    await world.faults.add({ when: { first: 1 }, effect: { latency: 1 } })
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'home' })
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/_control\/(?:.*\/)?(?:faults|outages)/, async (route) => {
      await held
      await route.continue()
    })
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Faults/ })
      .click()
    await page.getByRole('button', { name: 'Add a fault', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    release()
    await page.locator('.fault.used-up').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: /^Server error/ }).click()
    await page.locator('.seen').waitFor()
  })

  test.each([1280, 390])(
    'no other button takes the place of one that is pressed while its page is loading: %i pixels',
    async (width) => {
      const world = await makeWorld({ scenario: 'flaky' })
      await world.faults.add({ when: { first: 1 }, effect: { latency: 1 } })
      await world.fetch('/ping')
      const before = await world.faults.list()
      const { page } = await open(world, { page: 'home' }, { viewport: { width, height: 844 } })
      let release = (): void => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(/_control\/(?:.*\/)?(?:faults|outages)/, async (route) => {
        await held
        await route.continue()
      })
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Faults/ })
        .click()
      await page.getByRole('button', { name: 'Add a fault', exact: true }).hover()
      await page.mouse.down()
      release()
      await page.getByRole('button', { name: 'Delete used-up ones', disabled: false }).waitFor()
      await page.mouse.up()
      await page.getByRole('button', { name: /^Server error/ }).waitFor()
      expect((await world.faults.list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    },
  )

  test('a fault is added by a form of the inspector and deleted again', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'faults' })
    await page.getByText('Nothing is armed').waitFor()
    await page.getByRole('button', { name: 'Add a fault' }).click()
    await page.getByRole('button', { name: 'Server error' }).click()
    await page
      .locator('dialog summary')
      .filter({ hasText: /^match/ })
      .click()
    await page.getByLabel(/^path/).fill('lists')
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await page.locator('dialog .wrong').first().waitFor()
    await page.getByLabel(/^path/).fill('/lists')
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await page.getByText('The fault 1 is armed.').waitFor()
    await page.locator('.fault.new').waitFor()
    expect(await world.faults.list()).toMatchObject([
      { match: { path: '/lists' }, when: { first: 1 }, effect: { problem: { status: 500 } } },
    ])
    await world.fetch('/lists')
    await page.getByText(/seen 1 time, fired 1 time/).waitFor()
    await page.getByRole('button', { name: 'Delete the fault 1' }).click()
    await page.getByText('Nothing is armed').waitFor()
    expect(await world.faults.list()).toEqual([])
  })

  test('an answer of the edge is added by its name, and the form says what the client sees', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'faults' })
    await page.getByRole('button', { name: 'Add a fault' }).click()
    await page.getByText('What stands in front of the service').click()
    await page.getByRole('button', { name: 'EdgeBlocked' }).click()
    await page
      .locator('.seen')
      .getByText(/A 403 with an HTML page of a firewall/)
      .waitFor()
    await page.getByText('Addresses that are refused').click()
    await page.getByRole('button', { name: 'FakeAddress' }).click()
    await page
      .locator('.seen')
      .getByText(/ada@acme\.test looks fake or invalid/)
      .waitFor()
    await page.getByRole('button', { name: 'Maintenance' }).click()
    await page
      .locator('.seen')
      .getByText(/A 503 with an HTML page/)
      .waitFor()
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await page.getByText('The fault 1 is armed.').waitFor()
    expect(await world.faults.list()).toMatchObject([{ effect: { answer: { preset: 'Maintenance' } } }])
    expect((await world.fetch('/lists')).status).toBe(503)
  })

  test('a delivery fault is added by its name, and the form says what the receiver sees', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'faults' })
    await page.getByRole('button', { name: 'Add a delivery fault' }).click()
    for (const name of [/^Late/, /^Twice/, /^Out of order/, /^Lost/]) await page.getByRole('button', { name }).waitFor()
    await page.getByRole('button', { name: 'Field missing' }).click()
    await page
      .locator('.seen')
      .getByText(/An unsubscription comes without/)
      .waitFor()
    await page.getByRole('button', { name: 'Add the delivery fault' }).click()
    await page.getByText('The delivery fault 1 is armed.').waitFor()
    expect(await world.deliveryFaults.list()).toMatchObject([
      { match: { event: 'unsubscribe' }, effect: { omit: ['/data/action'] }, when: { first: 1 } },
    ])
  })

  test('an outage is started and ended with one click each, and its faults show their windows', async () => {
    const world = await makeWorld({ scenario: 'flaky' })
    const { page } = await open(world, { page: 'faults' })
    await page.getByRole('button', { name: 'Start the outage black-friday' }).click()
    await page.getByText('The outage black-friday is active.').waitFor()
    await page.getByText('active until 2026-01-15 09:30:00').waitFor()
    const deletions = page.locator('.outage.active').getByRole('button', { name: /^Delete the/ })
    await expect.poll(() => deletions.count()).toBe(3)
    expect(await world.outages.list()).toMatchObject([{ outage: 'black-friday', active: true }, { active: false }])
    await page.getByRole('button', { name: 'End the outage black-friday' }).click()
    await page.getByText('The outage black-friday is over.').waitFor()
    expect(await world.outages.list()).toMatchObject([{ active: false }, { active: false }])
  })

  test('a refused form of the inspector shows the message of the server', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'act', trigger: 'member.unsubscribe' })
    await page.getByLabel(/^list_id/).fill('nowhere')
    await page.getByLabel(/^email_address/).fill('ada@example.com')
    await page.getByRole('button', { name: 'Make it happen' }).click()
    await page
      .locator('form .wrong')
      .getByText(/There is no list nowhere/)
      .first()
      .waitFor()
  })

  test('the contract page of the inspector shows gaps first, and what the calls of this world met', async () => {
    const world = await makeWorld()
    await world.fetch('/lists')
    const { page } = await open(world, { page: 'contract' })
    await page.getByText(/1 call of this world met 1 of/).waitFor()
    await page.getByRole('button', { name: 'Assumptions' }).click()
    await page
      .getByText(/confidence/)
      .first()
      .waitFor()
  })

  test('a bundle is opened in the inspector as a world of its own and goes forward and back step by step', async () => {
    const world = await makeWorld()
    await world.fetch('/ping')
    await world.fetch('/lists?count=1')
    const bundle = Buffer.from(JSON.stringify(await world.bundle()))
    const { page } = await open(world, { page: 'bundle' })
    await page.getByLabel('A bundle').setInputFiles({ name: 'My Test.bundle.json', mimeType: 'application/json', buffer: bundle })
    await page.getByText('2 of 2 steps').waitFor()
    const replayed = await maildouble().worlds.get('opened-my-test')
    expect((await replayed.requests.list()).map(({ operation }) => operation)).toEqual(['ping', 'getLists'])
    await page.getByRole('button', { name: 'Step back' }).click()
    await page.getByText('1 of 2 steps').waitFor()
    const stepped = await maildouble().worlds.get('opened-my-test-1')
    expect((await stepped.requests.list()).map(({ operation }) => operation)).toEqual(['ping'])
    await page.getByRole('button', { name: 'Next step' }).click()
    await page.getByText('2 of 2 steps').waitFor()
  })

  test('a damaged bundle is refused by the inspector with a message', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'bundle' })
    await page
      .getByLabel('A bundle')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"half":') })
    await page.getByText('This file is damaged, or is no bundle').waitFor()
  })
})
