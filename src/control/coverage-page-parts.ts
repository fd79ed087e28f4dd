import type { Schemas } from '../contract/control.ts'
import { escapeHtml } from '../support/escape.ts'
import { counted } from './coverage-gaps.ts'

/** A bar that shows how much was met. It says nothing to those who hear the page, since the figures stand beside it. */
export function bar({ met, total }: Pick<Schemas['CoverageShare'], 'met' | 'total'>): string {
  return `<progress value="${total === 0 ? 1 : met}" max="${Math.max(total, 1)}" aria-hidden="true"></progress>`
}

/** Whether all of some parts were met. */
export function stateOf(parts: readonly { readonly calls: number }[]): 'met' | 'never' {
  return parts.every(({ calls }) => calls > 0) ? 'met' : 'never'
}

/** How often a part was met, in words. What is not expected was not missed either. */
export function often({ calls, injected = 0, expected = true }: Part): string {
  const words = calls > 0 ? counted(calls) : expected ? 'never' : ''
  return `<span class="often">${words}${injected > 0 ? ` <span class="aside">+${counted(injected)} injected</span>` : ''}</span>`
}

/** A part of the contract, and how often it was met. */
export interface Part {
  readonly calls: number
  readonly injected?: number
  readonly expected?: boolean
}

/** A path or a pointer, which a narrow page breaks before its slashes. */
export function pathCode(path: string): string {
  return `<code>${escapeHtml(path).replaceAll('/', '<wbr>/')}</code>`
}
