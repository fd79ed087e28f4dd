import type { Token } from 'parse5'
import { findHref, readHtml } from './html.ts'

/** Elements that begin and end a block. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form h5 h6 header main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4'])
/** Elements whose content is left out. */
const HIDDEN: ReadonlySet<string> = new Set(['head', 'style', 'script', 'title'])
const LINE_LENGTH = 60

/** The plain text of HTML: blocks are separated by blank lines, and links are followed by their addresses. */
export function convertToPlainText(html: string): string {
  const blocks: string[] = []
  let current = ''
  let prefix = ''
  let isHeading = false
  let hidden = 0
  const links: (string | undefined)[] = []

  const endBlock = (): void => {
    const lines = current.split('\n').map((line) => line.trim())
    const text = lines.join('\n').trim()
    if (text !== '') blocks.push(isHeading ? `** ${text}\n${'-'.repeat(LINE_LENGTH)}` : prefix + text)
    current = ''
    prefix = ''
  }

  const startTag = (tag: Token.TagToken): void => {
    const { tagName } = tag
    if (HIDDEN.has(tagName)) hidden++
    if (hidden > 0) return
    if (tagName === 'br') current += '\n'
    else if (tagName === 'a') links.push(findHref(tag))
    else if (tagName === 'hr') {
      endBlock()
      blocks.push('='.repeat(LINE_LENGTH))
    } else if (tagName === 'li' || HEADINGS.has(tagName) || BLOCKS.has(tagName)) {
      endBlock()
      isHeading = HEADINGS.has(tagName)
      prefix = tagName === 'li' ? '* ' : ''
    }
  }

  const endTag = ({ tagName }: Token.TagToken): void => {
    if (HIDDEN.has(tagName)) {
      hidden = Math.max(hidden - 1, 0)
    } else if (hidden === 0 && tagName === 'a') {
      const href = links.pop()
      if (href) current += ` (${href})`
    } else if (hidden === 0 && (tagName === 'li' || HEADINGS.has(tagName) || BLOCKS.has(tagName))) {
      endBlock()
      isHeading = false
    }
  }

  const text = (chars: string): void => {
    if (hidden === 0) current += chars.replaceAll(/[ \t\r\n\f]+/g, ' ')
  }

  readHtml(html, { startTag, endTag, text })
  endBlock()
  return blocks.join('\n\n')
}
