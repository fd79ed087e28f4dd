// Code of a user of the fixtures. It is compiled against the installed package with the test runners.
import { dispatcherFor } from 'maildouble/intercept'
import { expect as expectInBrowser, test as testInBrowser } from 'maildouble/playwright'
import { expect, test } from 'maildouble/vitest'
import setup from 'maildouble/vitest/setup'
import type { World } from 'maildouble/client'
import type { Dispatcher } from 'undici'

test('has a world', async ({ world }) => {
  const same: World = world
  // @ts-expect-error A world is not a text.
  const text: string = world
  expect(same.id).not.toBe(text)
})

testInBrowser('has a page and a world', async ({ page, world }) => {
  await page.goto(world.baseUrl)
  // @ts-expect-error A world is not a text.
  const text: string = world
  expectInBrowser(world.id).not.toBe(text)
})

export const dispatcher: (...given: Parameters<typeof dispatcherFor>) => Promise<Dispatcher> | Dispatcher = dispatcherFor
export { setup }
