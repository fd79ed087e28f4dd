import { type EditablePart, editablePartsIn } from '../templates/html.ts'

/** The HTML of regions, by their names. */
export type Sections = { readonly [name: string]: string }

/** Maximum number of copies of a repeatable block. Sections of later copies are ignored. */
const COPIES_MAX = 100

/**
 * Fills the regions of a template. A section replaces the content of its region, or the whole of an image; other regions keep theirs. Sections
 * of the copy `n` of the repeatable block `news` are named `news_n:0:region`, where 0 is the place among blocks of the same name. Of the variants
 * of a block only the first is there.
 */
export function fillTemplate(html: string, sections: Sections): string {
  const parts = editablePartsIn(html).toSorted((a, b) => a.from - b.from || (a.kind === 'repeatable' ? -1 : 1))
  const own = (name: string): string | undefined => (Object.hasOwn(sections, name) ? sections[name] : undefined)
  const seen = new Map<string, number>()
  const varied = new Set<string>()
  let filled = ''
  let at = 0
  for (const block of parts.filter(({ kind }) => kind === 'repeatable')) {
    if (block.from < at) continue
    filled += fillRange(html, parts, { from: at, to: block.from }, own)
    at = block.to
    if (block.isVariant && varied.has(block.name)) continue
    if (block.isVariant) varied.add(block.name)
    const place = seen.get(block.name) ?? 0
    seen.set(block.name, place + 1)
    for (let copy = 1; copy <= copiesOf(sections, block.name, place); copy++) {
      const lookUp = (name: string) => own(`${block.name}_${copy}:${place}:${name}`) ?? (copy === 1 ? own(name) : undefined)
      filled += fillRange(html, parts, block, lookUp)
    }
  }
  return filled + fillRange(html, parts, { from: at, to: html.length }, own)
}

/** The highest number of a copy that a section names; one if there is none. */
function copiesOf(sections: Sections, name: string, place: number): number {
  const numbers = Object.keys(sections).flatMap((key) => {
    const [block = '', at] = key.split(':')
    const digits = block.startsWith(`${name}_`) && at === String(place) ? block.slice(name.length + 1) : ''
    return /^[1-9]\d{0,2}$/.test(digits) && Number(digits) <= COPIES_MAX ? [Number(digits)] : []
  })
  return Math.max(1, ...numbers)
}

interface Stretch {
  readonly from: number
  readonly to: number
}

/** A stretch of the template with its regions filled, and without the attributes that mark them. */
function fillRange(
  html: string,
  parts: readonly EditablePart[],
  { from, to }: Stretch,
  lookUp: (name: string) => string | undefined,
): string {
  let filled = ''
  let at = from
  const cut = (marks: readonly Stretch[]): void => {
    for (const mark of marks) {
      filled += html.slice(at, mark.from)
      at = mark.to
    }
  }
  for (const part of parts) {
    // What lies within a filled region is gone with it.
    if (part.from < from || part.to > to || (part.marks[0]?.from ?? at) < at) continue
    const section = part.kind === 'region' ? lookUp(part.name) : undefined
    if (section !== undefined && part.tagName === 'img') {
      filled += html.slice(at, part.from) + section
      at = part.to
      continue
    }
    cut(part.marks.toSorted((a, b) => a.from - b.from))
    if (section === undefined) continue
    filled += html.slice(at, part.contentFrom) + section
    at = part.contentTo
  }
  return filled + html.slice(at, Math.max(at, to))
}

/** Whether HTML has the merge tag of the account's logo. */
export function hasLogo(html: string): boolean {
  return /\*\|(?:HTML:)?BRAND:LOGO\|\*/i.test(html)
}
