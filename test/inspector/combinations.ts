import type { Page } from 'playwright-core'

/** A size of the window and a colour scheme. */
export interface Combination {
  readonly width: 1440 | 390
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

export const DESKTOP: Combination = { width: 1440, height: 900, colorScheme: 'light' }
export const PHONE: Combination = { width: 390, height: 844, colorScheme: 'dark' }

/** Together they have every size and every colour scheme: what a page does depends on one of them at most. */
export const SCREENS: readonly Combination[] = [DESKTOP, PHONE]

/** Shows a page in another combination, and waits until the page is drawn. */
export async function showIn(page: Page, { width, height, colorScheme }: Combination): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.locator(`:root[data-theme='${colorScheme}']`).waitFor()
  await waitUntilDrawn(page)
}

/** Waits until a page has drawn what it knows, in the size that it has now. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}
