import type { Page } from 'playwright-core'

/** A size of the window and a colour scheme. */
export interface Combination {
  readonly width: 1440 | 390
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

/** The combinations in which the inspector is tested: a desktop and a phone, in light and in dark colours. */
export const COMBINATIONS: readonly Combination[] = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
]

/** Two of the combinations that together have every size and every colour scheme: what a page does depends on one of them at most. */
export const SCREENS = COMBINATIONS.filter(({ width, colorScheme }) => (width === 1440) === (colorScheme === 'light'))

/** Shows a page in another combination, and waits until the page is drawn. */
export async function showIn(page: Page, { width, height, colorScheme }: Combination): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.locator(`:root[data-theme='${colorScheme}']`).waitFor()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}
