import type { DefaultTreeAdapterTypes } from 'parse5'
import { lazy } from '../../world/lazy.ts'

/** The parser of HTML, which is loaded when it is first needed. */
export const parser = lazy(() => import('parse5'))

type Element = DefaultTreeAdapterTypes.Element

/** Editable regions are looked for in so much of a text. */
const CHARACTERS_READ_MAX = 2_000_000

/** A short text can stand for millions of elements, since tags that are left open are opened again: so many are looked at. */
const ELEMENTS_READ_MAX = 100_000

/** Regions that lie in each other repeat their text: all together hold no more than this. */
const SECTIONS_CHARACTERS_MAX = 16_000_000

/** The attributes that make a region of an element, the one that counts first. */
const EDITABLE = ['data-edit', 'mc:edit']

/** The editable regions of a text of HTML by name, each with what stands in it as its author wrote it. */
export function sectionsIn(html: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>()
  let characters = 0
  for (const element of elementsIn(html)) {
    const name = regionOf(element)
    const content = contentOf(html, element)
    if (name === undefined || content === undefined || sections.has(name)) continue
    characters += name.length + content.length
    if (characters > SECTIONS_CHARACTERS_MAX) break
    sections.set(name, content)
  }
  return sections
}

/** Whether the style sheets of a text of HTML ask about the screen. */
export function isResponsive(html: string): boolean {
  return elementsIn(html).some(
    (element) =>
      (element.tagName === 'style' && MEDIA_RULE.test(textOf(element).replace(CSS_COMMENT, ''))) ||
      (['style', 'link'].includes(element.tagName) && attribute(element, 'media')?.includes('(')),
  )
}

const MEDIA_RULE = /@media\b/i
const CSS_COMMENT = /\/\*[^]*?(?:\*\/|$)/g

/** All elements in the order of their tags. They are noted as they are made, since a tree can be too deep to walk. */
function elementsIn(html: string): readonly Element[] {
  const { parse, defaultTreeAdapter } = parser()
  const elements: Element[] = []
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...made) {
      if (elements.length >= ELEMENTS_READ_MAX) throw ENOUGH
      const element = defaultTreeAdapter.createElement(...made)
      elements.push(element)
      return element
    },
  }
  try {
    parse(html.slice(0, CHARACTERS_READ_MAX), { sourceCodeLocationInfo: true, scriptingEnabled: false, treeAdapter })
  } catch (error) {
    if (error !== ENOUGH) throw error
    // Of what is open nobody knows where it would have ended.
    return elements.filter(isEnded)
  }
  return elements
}

const ENOUGH = new Error('There are more elements than are looked at.')

function isEnded({ sourceCodeLocation: place }: Element): boolean {
  return !!place?.startTag && (!!place.endTag || place.endOffset > place.startTag.endOffset)
}

function regionOf(element: Element): string | undefined {
  return EDITABLE.map((name) => attribute(element, name)?.trim()).find(Boolean)
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value
}

/** What was written between the tags of an element; nothing for one that its author did not write. */
function contentOf(html: string, { sourceCodeLocation: place }: Element): string | undefined {
  return place?.startTag && html.slice(place.startTag.endOffset, place.endTag?.startOffset ?? place.endOffset)
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('')
}
