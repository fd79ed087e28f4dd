import { escapeHtml } from '../../../kernel/support/escape.ts'

/** The value of a merge tag in upper case; `undefined` if there is no such tag. `markup` is its value as HTML, if that is not just the text. */
export type TagLookup = (tag: string) => TagValue | undefined

export type TagValue = string | { readonly text: string; readonly markup: string }

/** A merge tag in a text. */
const TAG = /\*\|([^|\r\n]{1,200})\|\*/g

/** A condition that is open: whether one of its branches was taken, and whether the text is shown now. */
interface Branch {
  readonly taken: boolean
  readonly shown: boolean
}

/**
 * Fills the merge tags of a text. Unknown tags stay as written. In HTML, values are escaped unless the tag begins with `HTML:`. Conditions
 * (`IF`, `IFNOT`, `ELSEIF`, `ELSE`, `END:IF`) are not nested.
 *
 * @example
 * fillTags('Dear *|IF:FNAME|**|TITLE:FNAME|**|ELSE:|*reader*|END:IF|*', (tag) => (tag === 'FNAME' ? 'ada' : undefined), { html: false })
 * // 'Dear Ada'
 */
export function fillTags(text: string, lookUp: TagLookup, { html }: { readonly html: boolean }): string {
  let filled = ''
  let at = 0
  let branch: Branch | undefined
  for (const match of text.matchAll(TAG)) {
    const [written, name = ''] = match
    if (branch?.shown !== false) filled += text.slice(at, match.index)
    at = match.index + written.length
    const next = branchAfter(name.trim(), branch, lookUp)
    if (next !== 'no condition') branch = next
    else if (branch?.shown !== false) filled += findTagValue(name.trim(), lookUp, html) ?? written
  }
  return branch?.shown === false ? filled : filled + text.slice(at)
}

/** The state of the condition after a tag, if that is part of one. */
function branchAfter(tag: string, branch: Branch | undefined, lookUp: TagLookup): Branch | undefined | 'no condition' {
  const colon = tag.indexOf(':')
  const word = (colon < 0 ? tag : tag.slice(0, colon)).toUpperCase()
  const rest = colon < 0 ? '' : tag.slice(colon + 1)
  if (word === 'IF' || word === 'IFNOT') {
    const shown = isMet(rest, lookUp) === (word === 'IF')
    return { taken: shown, shown }
  }
  if (!branch) return 'no condition'
  if (word === 'ELSEIF') {
    const shown = !branch.taken && isMet(rest, lookUp)
    return { taken: branch.taken || shown, shown }
  }
  if (word === 'ELSE') return { taken: true, shown: !branch.taken }
  return word === 'END' && rest.toUpperCase() === 'IF' ? undefined : 'no condition'
}

const COMPARISON = /^([^=!<>]+)(!=|=|<|>)(.*)$/

/** Whether a condition is met: a tag has a value, or its value compares as it says. */
function isMet(condition: string, lookUp: TagLookup): boolean {
  const parts = COMPARISON.exec(condition)
  const [, tag = condition, operator = '', wanted = ''] = parts ?? []
  const value = readTagText(lookUp(tag.trim().toUpperCase())) ?? ''
  if (operator === '') return value !== ''
  if (operator === '=') return value === wanted
  if (operator === '!=') return value !== wanted
  const [a, b] = [Number(value), Number(wanted)]
  const order = value !== '' && !Number.isNaN(a) && !Number.isNaN(b) ? a - b : value < wanted ? -1 : value > wanted ? 1 : 0
  return operator === '<' ? order < 0 : order > 0
}

function readTagText(value: TagValue | undefined): string | undefined {
  return typeof value === 'object' ? value.text : value
}

/** Prefixes of a tag that change its value. */
const CHANGES: { readonly [prefix: string]: (text: string) => string } = {
  TITLE: (text) => text.replaceAll(/\S+/g, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()),
  UPPER: (text) => text.toUpperCase(),
  LOWER: (text) => text.toLowerCase(),
  URL: (text) => encodeURIComponent(text),
}

/** The value of a tag as it stands in the text; `undefined` if the tag is unknown. */
function findTagValue(tag: string, lookUp: TagLookup, html: boolean): string | undefined {
  const name = tag.toUpperCase()
  // The letters of a date format have a case.
  const whole = lookUp(/^date:/i.test(tag) ? `DATE:${tag.slice('date:'.length)}` : name)
  if (whole !== undefined) return inText(whole, html)
  const colon = name.indexOf(':')
  const prefix = name.slice(0, Math.max(colon, 0))
  const value = prefix === '' ? undefined : lookUp(name.slice(colon + 1))
  if (value === undefined) return undefined
  if (prefix === 'HTML') return html && typeof value === 'object' ? value.markup : readTagText(value)
  const change = Object.hasOwn(CHANGES, prefix) ? CHANGES[prefix] : undefined
  return change && inText(change(readTagText(value) ?? ''), html)
}

function inText(value: TagValue, html: boolean): string {
  if (typeof value === 'string') return html ? escapeHtml(value) : value
  return html ? value.markup : value.text
}
