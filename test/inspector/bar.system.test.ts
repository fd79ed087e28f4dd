import { describe, expect, test } from 'vitest'
import { withoutBrowser } from '../public/browser.ts'
import { firstList, inspected, json } from './inspected.ts'

describe.skipIf(withoutBrowser)('the bar of the inspector', () => {
  const { world: makeWorld, open, maildouble } = inspected()

  test('the clock buttons of the inspector advance the clock', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.getByRole('button', { name: '+1 h' }).click()
    await page.getByText('Advanced by 1 h').waitFor()
    await page.getByText('2026-01-15 10:00:00').first().waitFor()
    expect((await world.clock.get()).now).toBe('2026-01-15T10:00:00.000Z')
    await page.getByRole('button', { name: '+1 day' }).click()
    await page.getByText('2026-01-16 10:00:00').first().waitFor()
  })

  test("the inspector's bar names the next job with its time, and runs it on demand", async () => {
    const world = await makeWorld()
    await world.fetch('/batches', json('POST', { operations: [{ method: 'GET', path: '/lists' }] }))
    const { page } = await open(world)
    await page.getByRole('button', { name: /Next job in 200 ms/ }).click()
    await expect.poll(async () => (await world.clock.get()).now).toBe('2026-01-15T09:00:00.200Z')
    await page.getByRole('button', { name: 'Run until idle' }).click()
    await expect.poll(async () => (await world.clock.get()).pending).toEqual([])
  })

  test("the inspector's bar can set the clock to run, and to an instant", async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.getByRole('button', { name: 'Clock mode: frozen' }).click()
    await page.getByLabel('Advance to (UTC)').fill('2026-02-01T00:00:00')
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await expect.poll(async () => (await world.clock.get()).now).toBe('2026-02-01T00:00:00.000Z')
    await page.getByRole('button', { name: 'Clock mode: frozen' }).click()
    await page.getByRole('button', { name: 'Run scaled' }).click()
    await page.getByRole('button', { name: 'Clock mode: scaled' }).waitFor()
    expect(await world.clock.get()).toMatchObject({ mode: 'scaled', rate: 60 })
  })

  test('a world can be made, forked, reset and deleted in the inspector', async () => {
    const world = await makeWorld()
    await world.fetch('/lists')
    const { page } = await open(world)
    await page.getByRole('button', { name: `World ${world.id}` }).click()
    await page.getByRole('button', { name: 'New world…' }).click()
    await page.getByLabel('Name').fill('made-here')
    await page.getByRole('button', { name: 'Make the world' }).click()
    await page.getByRole('button', { name: 'World made-here' }).click()
    await page.getByRole('button', { name: 'Fork' }).click()
    await page.getByText(/The fork is/).waitFor()
    const fork = new URL(page.url()).searchParams.get('world') ?? ''
    expect((await maildouble().worlds.list()).map(({ id }) => id)).toEqual(expect.arrayContaining(['made-here', fork]))
    await page.getByRole('button', { name: `World ${fork}` }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'World default' }).waitFor()
    expect((await maildouble().worlds.list()).map(({ id }) => id)).not.toContain(fork)
    await page.goto(new URL(`?world=${world.id}`, page.url()).href)
    await page.getByRole('button', { name: `World ${world.id}` }).click()
    await page.getByRole('button', { name: 'Reset…' }).click()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect.poll(async () => (await world.requests.list()).length).toBe(0)
    await page.getByText('No calls yet').waitFor()
  })

  test('a world can be made in the inspector from a scenario that is written there, and a mistake names its line', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.getByRole('button', { name: `World ${world.id}` }).click()
    await page.getByRole('button', { name: 'New world…' }).click()
    await page.locator('select[name=scenario]').selectOption('written here, as YAML')
    await page.getByLabel('Name').fill('written-here')
    await page.locator('textarea[name=text]').fill('name: typed\ndescription: Typed.\nlist: []')
    await page.getByRole('button', { name: 'Make the world' }).click()
    await page.getByText(/line 3, column 1: list: There is no member list here/).waitFor()
    await page.locator('textarea[name=text]').fill('name: typed\ndescription: Typed.\nlists: [{ name: News }]')
    await page.getByRole('button', { name: 'Make the world' }).click()
    await page.getByRole('button', { name: 'World written-here' }).waitFor()
    expect((await maildouble().worlds.get('written-here')).scenario).toBe('typed')
  })

  test('a snapshot can be taken and restored in the inspector', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    const { page } = await open(world)
    await page.getByRole('button', { name: 'Snapshots' }).click()
    await page.getByLabel('Name of the snapshot').fill('before')
    await page.getByRole('button', { name: 'Take' }).click()
    await page.getByText('The snapshot before is taken.').waitFor()
    await world.fetch(`/lists/${list}`, { method: 'DELETE' })
    await page.getByRole('button', { name: 'Snapshots' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The world is as it was at before.').waitFor()
    expect((await world.fetch(`/lists/${list}`)).status).toBe(200)
  })

  test("the current page is in sight in the inspector's navigation on a phone", async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'contract' }, { viewport: { width: 390, height: 844 } })
    await page.locator('nav .count').first().waitFor()
    const current = page.locator('nav [aria-current]')
    await expect
      .poll(async () => {
        const box = await current.boundingBox()
        return box !== null && box.x >= 0 && box.x + box.width <= 390
      })
      .toBe(true)
  })

  test('? shows the keys of the inspector, g with a letter leads to a page, and the menu stays in its place', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.getByText('No calls yet').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await page.getByText('No webhooks went out yet').waitFor()
    const menu = await page.locator('nav').boundingBox()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.locator('.choice').first().waitFor()
    await page.keyboard.press('j')
    await page.locator('.choice:focus').first().waitFor()
    await page.getByRole('link', { name: 'Skip to the page' }).focus()
    expect(await page.locator('nav').boundingBox()).toEqual(menu)
    await page.keyboard.press('Enter')
    await page.locator('main:focus').waitFor()
  })

  test('the keys of a page end with it', async () => {
    const world = await makeWorld()
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'requests' })
    await page.locator('.row.call').first().waitFor()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/requests\?/, async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(/\/requests\?/)
    await world.fetch('/lists')
    await asked
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.locator('.choice').first().waitFor()
    // The page that was left would get its calls now, if it still waited for them.
    release()
    await world.fetch('/ping')
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await page.keyboard.press('j')
    expect(new URL(page.url()).searchParams.get('id')).toBeNull()
  })

  test("the colours of the inspector follow the user's choice, which survives a reload", async () => {
    const world = await makeWorld()
    const { page } = await open(world, {}, { colorScheme: 'light' })
    const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await page.getByText('No calls yet').waitFor()
    expect(await ground()).toBe('rgb(255, 255, 255)')
    await page.getByRole('button', { name: 'Colours: system. Change' }).click()
    await page.getByRole('button', { name: 'Colours: light. Change' }).click()
    await expect.poll(ground).toBe('rgb(15, 18, 23)')
    await page.reload()
    await expect.poll(ground).toBe('rgb(15, 18, 23)')
  })
})

describe.skipIf(withoutBrowser)('the inspector of a server with a control token', () => {
  const { world: makeWorld, open } = inspected({ controlToken: 'correct-horse' })

  test('the inspector asks for the token once for the tab, and refuses a wrong one', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.getByLabel('Control token').fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('The server does not accept this token.').waitFor()
    await page.getByLabel('Control token').fill('correct-horse')
    await page.keyboard.press('Enter')
    await page.getByText('No calls yet').waitFor()
    await page.reload()
    await page.getByText('No calls yet').waitFor()
    expect(await page.evaluate('localStorage.length')).toBe(0)
  })
})
