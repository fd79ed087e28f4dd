import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { Combination } from './combinations.ts'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** The rules of axe about colours: in dark colours, the others find the same as in light ones. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Runs axe on a part of a page: the rule, and the first element that breaks it. */
const AXE_FINDINGS = (within: string, isDark: boolean): string => `axe.run(${JSON.stringify(within)}, {
  iframes: false,
  resultTypes: ['violations'],
  ${isDark ? `runOnly: ${JSON.stringify(COLOUR_RULES)}` : `rules: { 'target-size': { enabled: true } }`},
}).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ' (' + nodes.length + '): ' + nodes[0].html.slice(0, 200) + ' ' + (nodes[0].any[0]?.message ?? '')))`

/**
 * Checks the layout of a page: its width, and of each control whether it is cut off, covered by something else, and shows its focus.
 * What is scrolled out of sight is left out. Focus events are withheld, since menus and lists of choices react to them.
 */
const LAYOUT_FINDINGS = (within: string): string => `(() => {
  const found = []
  const { documentElement: root } = document
  if (root.scrollWidth > innerWidth) found.push('the page is ' + root.scrollWidth + ' px wide in a window of ' + innerWidth)
  const nameOf = (element) => {
    const { tagName, textContent } = element
    const words = element.getAttribute('aria-label') ?? textContent.trim().slice(0, 60)
    return tagName.toLowerCase() + '.' + (element.getAttribute('class') ?? '') + ' "' + words + '"'
  }
  // Choices, menus and what sticks to an edge are meant to be over the page.
  const isOver = (element) => {
    if (element.closest('[role=listbox], .panel')) return true
    for (let each = element; each; each = each.parentElement) if (getComputedStyle(each).position === 'sticky') return true
    return false
  }
  const controls = document.querySelector(${JSON.stringify(within)})
    .querySelectorAll('a[href], button, input, select, textarea, summary, .mark-of')
  for (const control of controls) {
    const area = control.querySelector('.target') ?? control
    const box = area.getBoundingClientRect()
    if (box.width < 1 || box.height < 1 || !control.checkVisibility({ visibilityProperty: true })) continue
    const seen = { left: Math.max(box.left, 0), top: Math.max(box.top, 0), right: Math.min(box.right, innerWidth), bottom: Math.min(box.bottom, innerHeight) }
    let scrolls = false
    for (let each = area.parentElement; each; each = each.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(each)
      if (overflowX === 'visible' && overflowY === 'visible') {
        if (position === 'fixed') break
        continue
      }
      const edge = each.getBoundingClientRect()
      scrolls ||= overflowX !== 'hidden' && each.scrollWidth > each.clientWidth
      const isLost = overflowX === 'hidden' && box.right > edge.right + 1 && box.left < edge.right
      if (isLost && !each.matches('svg')) found.push(nameOf(control) + ' is cut off by ' + nameOf(each))
      seen.left = Math.max(seen.left, edge.left)
      seen.top = Math.max(seen.top, edge.top)
      seen.right = Math.min(seen.right, edge.right)
      seen.bottom = Math.min(seen.bottom, edge.bottom)
      if (position === 'fixed') break
    }
    if (!scrolls && (box.left < -1 || box.right > innerWidth + 1)) found.push(nameOf(control) + ' is beside the screen')
    if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue
    const hit = document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2)
    if (hit && !control.contains(hit) && !hit.contains(control) && !isOver(hit)) {
      found.push(nameOf(control) + ' is covered by ' + nameOf(hit))
    }
  }
  const withhold = (event) => event.stopImmediatePropagation()
  const events = ['focus', 'focusin', 'blur', 'focusout']
  for (const each of events) addEventListener(each, withhold, true)
  const before = document.activeElement
  before?.blur?.()
  const kinds = new Set()
  for (const control of controls) {
    const kind = control.tagName + ' ' + control.className
    if (!control.focus || control.matches('.mark-of, :disabled') || kinds.has(kind) || !control.checkVisibility()) continue
    control.focus({ preventScroll: true, focusVisible: true })
    if (document.activeElement !== control) continue
    kinds.add(kind)
    const { outlineStyle, outlineWidth } = getComputedStyle(control)
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) found.push(nameOf(control) + ' does not show its focus')
  }
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  for (const each of events) removeEventListener(each, withhold, true)
  return found
})()`

/** What is wrong with a page as it is shown now, or with a part of it: rules of axe that it breaks, and flaws of its layout. */
export async function flawsOf(page: Page, { colorScheme }: Combination, within = ':root'): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE)
  const isDark = colorScheme === 'dark'
  // Colours move nothing.
  const layout: string[] = isDark ? [] : await page.evaluate(LAYOUT_FINDINGS(within))
  const axe: string[] = await page.evaluate(AXE_FINDINGS(within, isDark))
  return [...layout, ...axe]
}
