import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../src/kit/client/index.ts'
import { withoutBrowser } from '../public/browser.ts'
import { DESKTOP, SCREENS, showIn, waitUntilDrawn } from './combinations.ts'
import { flawsOf } from './flaws.ts'
import { inspected, receiver, search } from './inspected.ts'
import { stage, type Staged } from './staged.ts'

/** The narrowest screen on which nothing scrolls sideways. */
const NARROWEST = 320

/** Something that the inspector shows. */
interface View {
  readonly name: string
  /** The address of its page. */
  readonly at: Readonly<Record<string, string>>
  /** An element that is there once the page is loaded. */
  readonly loaded: string
  /** What leads from the page to the view. */
  readonly act?: (page: Page) => Promise<unknown>
  /** The part that the view adds to its page: only this part is checked. */
  readonly part?: string
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const opens = (selector: string, hasText: string | RegExp) => (page: Page) => page.locator(selector, { hasText }).first().click()

/** The views of a world in which everything has happened. */
const staged = ({ call, faulted, batch, delivery, email, row }: Staged): readonly View[] => [
  { name: 'the home page', at: { page: 'home' }, loaded: '.code pre' },
  {
    name: 'the answer to a first call',
    at: { page: 'home' },
    loaded: '.code pre',
    act: async (page) => {
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.locator('.answer .json').first().waitFor()
    },
  },
  { name: 'the worlds', at: { page: 'worlds' }, loaded: 'tbody tr' },
  { name: 'the timeline', at: { page: 'timeline' }, loaded: '.mark-of' },
  { name: 'a call in the timeline', at: { page: 'timeline', id: `request:${call}` }, loaded: '.detail article .chain' },
  { name: 'an email in the timeline', at: { page: 'timeline', id: `email:${email}` }, loaded: '.detail article .chain' },
  { name: 'a call with webhooks', at: { page: 'requests', id: call }, loaded: '.detail .chain' },
  { name: 'a call that a fault answered', at: { page: 'requests', id: faulted }, loaded: '.detail .non-events' },
  { name: 'a call that submitted a batch', at: { page: 'requests', id: batch }, loaded: '.detail .chain' },
  {
    name: 'an advance between the calls',
    at: { page: 'requests' },
    loaded: '.row.step',
    act: opens('.row.step', 'The clock advanced'),
  },
  {
    name: 'the calls without a selected one',
    at: { page: 'requests', q: '3.0' },
    loaded: '.row.call',
    act: (page) => page.keyboard.press('Escape'),
  },
  { name: 'a filter that no call matches', at: { page: 'requests', q: 'nothing of this' }, loaded: 'main .empty' },
  {
    name: 'the menu of snippets',
    at: { page: 'requests', id: call },
    loaded: '.detail .actions',
    act: button(/^Copy as$/),
    part: '.panel',
  },
  {
    name: 'the call to send again',
    at: { page: 'requests', id: call },
    loaded: '.detail .actions',
    act: button('Send again'),
    part: '.panel',
  },
  {
    name: 'the failures of the next call',
    at: { page: 'requests', id: call },
    loaded: '.detail .actions',
    act: async (page) => {
      await button('Fail the next one')(page)
      await page.getByRole('button', { name: /^429/ }).waitFor()
    },
    part: '.panel',
  },
  { name: 'the tables', at: { page: 'state' }, loaded: '.tables section', act: (page) => page.getByText(/^Internal: /).click() },
  { name: 'the rows of a table', at: { page: 'state', table: 'members' }, loaded: '.row.state' },
  { name: 'a row', at: { page: 'state', table: 'members', id: row }, loaded: '.detail .history' },
  {
    name: 'what can happen to a row',
    at: { page: 'state', table: 'members', id: row },
    loaded: '.detail .actions',
    act: button('Let something happen'),
    part: '.panel',
  },
  { name: 'two states', at: { page: 'state', compare: '1', from: 'snapshot:before' }, loaded: 'ins' },
  { name: 'the webhooks', at: { page: 'webhooks' }, loaded: '.row.delivery' },
  { name: 'a webhook', at: { page: 'webhooks', id: delivery }, loaded: '.attempts' },
  {
    name: 'the faults of the next webhook',
    at: { page: 'webhooks', id: delivery },
    loaded: '.attempts',
    act: button('The next one'),
    part: '.panel',
  },
  { name: 'the subscriptions', at: { page: 'webhooks', subscriptions: '1' }, loaded: '.subscription' },
  { name: 'the emails', at: { page: 'emails' }, loaded: '.row.email' },
  {
    name: 'an email',
    at: { page: 'emails', id: email },
    loaded: 'iframe.email-frame',
    act: opens('summary', 'Source of the HTML'),
  },
  { name: 'an email as on a phone', at: { page: 'emails', id: email }, loaded: 'iframe.email-frame', act: button('Phone') },
  {
    name: 'the links of an email',
    at: { page: 'emails', id: email },
    loaded: '.detail .actions',
    act: button('Click a link'),
    part: '.panel',
  },
  { name: 'the faults', at: { page: 'faults' }, loaded: '.fault.used-up' },
  {
    name: 'a new fault',
    at: { page: 'faults' },
    loaded: '.fault',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add a fault', exact: true }).click()
      await page.getByRole('button', { name: /^Server error/ }).click()
      await page
        .locator('dialog summary')
        .filter({ hasText: /^match/ })
        .click()
      await search(page.getByRole('combobox', { name: /^operation/ }), 'addM')
    },
    part: 'dialog',
  },
  {
    name: 'a new delivery fault',
    at: { page: 'faults' },
    loaded: '.fault',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add a delivery fault' }).click()
      await page.getByRole('button', { name: 'Field missing' }).click()
    },
    part: 'dialog',
  },
  { name: 'the tasks of other people', at: { page: 'act' }, loaded: '.choice' },
  {
    name: 'a task with choices',
    at: { page: 'act', trigger: 'member.unsubscribe' },
    loaded: 'form.form',
    act: async (page) => {
      await search(page.getByRole('combobox', { name: /^email_address/ }), 'grace')
    },
  },
  {
    name: 'what a task did',
    at: { page: 'act', trigger: 'event.emit', given: '{"event":"subscribe","list_id":"aaaaaaaaaa"}' },
    loaded: 'form.form',
    act: async (page) => {
      await button('Make it happen')(page)
      await page.getByRole('heading', { name: 'What happened' }).waitFor()
    },
  },
  {
    name: 'the coverage of the contract',
    at: { page: 'contract' },
    loaded: '.coverage summary',
    act: opens('.coverage summary', 'lists'),
  },
  { name: 'the violations of the contract', at: { page: 'contract', part: 'violations' }, loaded: 'main .lines, main .empty' },
  { name: 'the assumptions', at: { page: 'contract', part: 'assumptions' }, loaded: 'main .lines' },
  { name: 'the reference', at: { page: 'reference' }, loaded: 'iframe' },
  { name: 'the menu of the world', at: { page: 'state' }, loaded: '.tables', act: button(/^World /), part: '.panel' },
  {
    name: 'a new world',
    at: { page: 'state' },
    loaded: '.tables',
    act: async (page) => {
      await button(/^World /)(page)
      await button('New world…')(page)
    },
    part: 'dialog',
  },
  {
    name: 'the question before a reset',
    at: { page: 'state' },
    loaded: '.tables',
    act: async (page) => {
      await button(/^World /)(page)
      await button('Reset…')(page)
    },
    part: 'dialog',
  },
  {
    name: 'the snapshots',
    at: { page: 'state' },
    loaded: '.tables',
    act: async (page) => {
      await button('Snapshots')(page)
      await page.locator('.snapshots li').first().waitFor()
    },
    part: '.panel',
  },
  { name: 'the mode of the clock', at: { page: 'state' }, loaded: '.tables', act: button(/^Clock mode/), part: '.panel' },
  { name: 'the keys', at: { page: 'state' }, loaded: '.tables', act: (page) => page.keyboard.press('?'), part: 'dialog' },
]

/** The pages of a world in which nothing has happened. */
const EMPTY: readonly View[] = ['requests', 'timeline', 'webhooks', 'emails', 'faults', 'bundle'].map((page) => ({
  name: `the empty page ${page}`,
  at: { page },
  loaded: page === 'bundle' ? 'input[type=file]' : 'main .empty',
}))

/** The views of eight days of a scenario timeline. */
const DAYS: readonly View[] = [
  { name: 'eight days in the timeline', at: { page: 'timeline' }, loaded: '.day-row' },
  { name: 'the future in the timeline', at: { page: 'timeline' }, loaded: '.more-row', act: button(/jobs until/) },
  {
    name: 'the emails of a campaign',
    at: { page: 'timeline' },
    loaded: '.item-row',
    act: async (page) => {
      await page
        .locator('.item-row', { hasText: /emails of/ })
        .first()
        .click()
      await page.locator('.detail .caused').first().waitFor()
    },
  },
]

describe.skipIf(withoutBrowser)('the views of the inspector', () => {
  const { world: makeWorld, open } = inspected({ scenario: 'starter' })
  let target: Awaited<ReturnType<typeof receiver>>
  beforeAll(async () => {
    target = await receiver(500)
  })
  afterAll(() => target?.[Symbol.asyncDispose]())

  async function show(page: Page, world: World, { at, loaded, act, part }: View): Promise<void> {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(new URL(`?${new URLSearchParams({ world: world.id, ...at })}`, page.url()).href)
    await page.locator('nav .count').first().waitFor()
    await page.locator(loaded).first().waitFor()
    await act?.(page)
    if (part !== undefined) await page.locator(part).waitFor()
  }

  /** Shows each view in each combination, and returns the flaws. */
  async function flawsIn(world: World, views: readonly View[]): Promise<readonly string[]> {
    const { page } = await open(world, {})
    const found: string[] = []
    const pages = new Set<string | undefined>()
    for (const view of views) {
      const { name } = view
      // A phone, and what surrounds a page, are checked with the first view of the page.
      const isFirst = !pages.has(view.at['page'])
      pages.add(view.at['page'])
      const part = view.part ?? (isFirst ? undefined : 'main')
      try {
        await show(page, world, view)
      } catch (error) {
        // The flaws of the other views are worth knowing as well.
        found.push(`${name}: ${String(error)}`)
        continue
      }
      for (const each of isFirst || view.part !== undefined ? SCREENS : [DESKTOP]) {
        await showIn(page, each)
        const flaws = await flawsOf(page, each, part)
        found.push(...flaws.map((flaw) => `${name}, ${each.width} ${each.colorScheme}: ${flaw}`))
      }
      await page.setViewportSize({ width: NARROWEST, height: 640 })
      await waitUntilDrawn(page)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      if (width !== NARROWEST) found.push(`${name} is ${width} px wide on a screen of ${NARROWEST}`)
    }
    return found
  }

  test('no view of a busy world has a flaw on a light desktop or on a dark phone', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    expect(await flawsIn(world, staged(await stage(world, target.url)))).toEqual([])
  })

  test('no view of an empty world has a flaw on a light desktop or on a dark phone', async () => {
    expect(await flawsIn(await makeWorld({ scenario: 'starter' }), EMPTY)).toEqual([])
  })

  test('no view of a timeline of days has a flaw on a light desktop or on a dark phone', async () => {
    const world = await makeWorld({ scenario: 'newsletter-live' })
    await world.clock.advance('P8D')
    expect(await flawsIn(world, DAYS)).toEqual([])
  })

  test('no outage has a flaw on a light desktop or on a dark phone', async () => {
    const world = await makeWorld({ scenario: 'flaky' })
    await world.outages.start('black-friday')
    expect(await flawsIn(world, [{ name: 'outages', at: { page: 'faults' }, loaded: '.outage.active' }])).toEqual([])
  })
})
