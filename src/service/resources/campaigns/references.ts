import type { Token } from 'parse5'
import { escapeHtml } from '../../../kernel/support/escape.ts'
import { readHtml } from '../mailings/html.ts'

/** Returns the address that replaces a reference, or `undefined` to keep it. */
export type Resolve = (reference: string) => string | undefined

/** The attributes that hold one reference. */
const REFERENCES: ReadonlySet<string> = new Set(['src', 'href', 'background', 'poster'])

/** A piece of the source, and what takes its place. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Replaces references in the attributes and the styles of HTML; the rest stays as it is. Throws `NeedsLoad` until the HTML parser is loaded.
 *
 * @example
 * rewriteReferences('<img src="a.png">', () => 'https://acme.test/a.png') // '<img src="https://acme.test/a.png">'
 */
export function rewriteReferences(html: string, resolve: Resolve): string {
  const edits: Edit[] = []
  let style: number | undefined
  const startTag = ({ tagName, attrs, location }: Token.TagToken): void => {
    for (const { name, value } of attrs) {
      const place = location?.attrs?.[name]
      const rewritten = place && rewriteAttribute(name, value, resolve)
      if (!place || rewritten === undefined || rewritten === value) continue
      edits.push({ from: place.startOffset, to: place.endOffset, text: `${name}="${escapeHtml(rewritten)}"` })
    }
    if (tagName === 'style') style = location?.endOffset
  }
  const endTag = ({ tagName, location }: Token.TagToken): void => {
    if (tagName !== 'style' || style === undefined || !location) return
    edits.push({ from: style, to: location.startOffset, text: rewriteStyle(html.slice(style, location.startOffset), resolve) })
    style = undefined
  }
  readHtml(html, { startTag, endTag })
  let rewritten = ''
  let at = 0
  for (const { from, to, text } of edits) {
    rewritten += html.slice(at, from) + text
    at = to
  }
  return rewritten + html.slice(at)
}

function rewriteAttribute(name: string, value: string, resolve: Resolve): string | undefined {
  if (REFERENCES.has(name)) return resolved(value, resolve)
  if (name === 'style') return rewriteStyle(value, resolve)
  if (name !== 'srcset') return undefined
  return value
    .split(',')
    .map((candidate) => candidate.replace(/\S+/, (reference) => resolved(reference, resolve) ?? reference))
    .join(',')
}

function rewriteStyle(css: string, resolve: Resolve): string {
  return css.replaceAll(/url\(\s*(["']?)([^"'()\s]+)\1\s*\)/gi, (written, quote: string, reference: string) => {
    const address = resolved(reference, resolve)
    return address === undefined ? written : `url(${quote}${address}${quote})`
  })
}

/** Only relative references are resolved: not those with a host or a scheme, within the page, or to a merge tag. */
function resolved(reference: string, resolve: Resolve): string | undefined {
  const trimmed = reference.trim()
  return trimmed === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\*\|)/i.test(trimmed) ? undefined : resolve(trimmed)
}
