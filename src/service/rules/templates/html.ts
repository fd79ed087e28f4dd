import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element

/** Maximum number of characters that are searched for editable regions. */
const CHARACTERS_READ_MAX = 2_000_000

/** Maximum number of elements that are read. A short text can stand for millions, since unclosed tags are reopened. */
const ELEMENTS_READ_MAX = 100_000

/** Maximum number of characters in all regions together, since nested regions repeat their text. */
const SECTIONS_CHARACTERS_MAX = 16_000_000

/** The attributes that mark an element as an editable region, in order of precedence. */
const EDITABLE = ['data-edit', 'mc:edit']

/** The editable regions of HTML by name, each with its original content. */
export function sectionsIn(html: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>()
  let characters = 0
  for (const element of elementsIn(html)) {
    const name = readRegionName(element)
    const content = readElementContent(html, element)
    if (name === undefined || content === undefined || sections.has(name)) continue
    characters += name.length + content.length
    if (characters > SECTIONS_CHARACTERS_MAX) break
    sections.set(name, content)
  }
  return sections
}

/** A part of the source that can be replaced. */
export interface EditablePart {
  /** The name of the region, or of the repeatable block. */
  readonly name: string
  readonly kind: 'region' | 'repeatable'
  /** Whether it is one of several variants of its block. */
  readonly isVariant: boolean
  readonly tagName: string
  /** Where the element begins and ends. */
  readonly from: number
  readonly to: number
  /** Where its content begins and ends. */
  readonly contentFrom: number
  readonly contentTo: number
  /** Where its marking attributes are, each with the blank before it. */
  readonly marks: readonly { readonly from: number; readonly to: number }[]
}

/** The attribute that marks an element as a block that can be repeated. */
const REPEATABLE = 'mc:repeatable'

/** The attribute that marks a variant of a block that can be repeated. */
const VARIANT = 'mc:variant'

/** The editable regions and the repeatable blocks of HTML, in document order. */
export function editablePartsIn(html: string): readonly EditablePart[] {
  return elementsIn(html).flatMap((element): EditablePart[] => {
    const { sourceCodeLocation: place, tagName } = element
    if (!place?.startTag) return []
    const region = readRegionName(element)
    const repeatable = findElementAttribute(element, REPEATABLE)?.trim()
    const marksOf = (names: readonly string[]) =>
      names.flatMap((name) => {
        const at = place.attrs?.[name]
        return at ? [{ from: at.startOffset - 1, to: at.endOffset }] : []
      })
    const part = {
      tagName,
      isVariant: repeatable !== undefined && findElementAttribute(element, VARIANT) !== undefined,
      from: place.startOffset,
      to: place.endTag?.endOffset ?? place.endOffset,
      contentFrom: place.startTag.endOffset,
      contentTo: place.endTag?.startOffset ?? place.endOffset,
    }
    return [
      // The marks of an element that is both are cut with its region.
      ...(repeatable
        ? [{ ...part, name: repeatable, kind: 'repeatable' as const, marks: region === undefined ? marksOf([REPEATABLE]) : [] }]
        : []),
      ...(region === undefined
        ? []
        : [{ ...part, name: region, kind: 'region' as const, marks: marksOf([...EDITABLE, REPEATABLE]) }]),
    ]
  })
}

/** Whether the style sheets of HTML have media queries. */
export function isResponsive(html: string): boolean {
  return elementsIn(html).some(
    (element) =>
      (element.tagName === 'style' && MEDIA_RULE.test(readElementText(element).replace(CSS_COMMENT, ''))) ||
      (['style', 'link'].includes(element.tagName) && findElementAttribute(element, 'media')?.includes('(')),
  )
}

const MEDIA_RULE = /@media\b/i
const CSS_COMMENT = /\/\*[^]*?(?:\*\/|$)/g

/** All elements in document order. They are collected while parsing, since a tree can be too deep to walk. */
function elementsIn(html: string): readonly Element[] {
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
    // The end of an unclosed element is unknown.
    return elements.filter(isEnded)
  }
  return elements
}

const ENOUGH = new Error('There are more elements than are looked at.')

function isEnded({ sourceCodeLocation: place }: Element): boolean {
  return !!place?.startTag && (!!place.endTag || place.endOffset > place.startTag.endOffset)
}

function readRegionName(element: Element): string | undefined {
  return EDITABLE.map((name) => findElementAttribute(element, name)?.trim()).find(Boolean)
}

function findElementAttribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value
}

/** The source between the tags of an element, or `undefined` if the element is not in the source. */
function readElementContent(html: string, { sourceCodeLocation: place }: Element): string | undefined {
  return place?.startTag && html.slice(place.startTag.endOffset, place.endTag?.startOffset ?? place.endOffset)
}

function readElementText({ childNodes }: Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('')
}
