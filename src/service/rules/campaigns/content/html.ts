import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import type { Tx } from '../../../../kernel/world/tx.ts'
import { errors } from '../../../model/errors.ts'
import { convertToPlainText } from '../../mailings/plain-text.ts'
import { type EditablePart, editablePartsIn } from '../../templates/html.ts'
import { type CampaignOptions, type CampaignRow, campaigns } from '../../../model/campaigns/campaign.ts'
import { templateOrInvalid } from '../request.ts'
import { readCampaignContent } from '../../../model/campaigns/content.ts'
import { htmlOfPage, PAGE_BYTES_MAX } from './fetch.ts'
import { importArchive } from './import.ts'
import { saveContent } from './save.ts'

/**
 * Replaces the HTML of a campaign, and its plain text if none was given. Campaigns of plain text keep no HTML.
 */
export function saveHtml(
  tx: Tx,
  campaign: CampaignRow,
  { html, is_template = false }: { readonly html: string; readonly is_template?: boolean },
  options: Partial<CampaignOptions> = {},
): CampaignRow {
  if (campaign.type === 'plain-text') return campaign
  const { own_text } = readCampaignContent(tx, campaign)
  saveContent(tx, campaign, { html, is_template, ...(own_text ? {} : { plain_text: convertToPlainText(html) }) })
  return tx.put(campaigns, { ...campaign, options: { ...campaign.options, ...options } })
}

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
    for (let copy = 1; copy <= countCopies(sections, block.name, place); copy++) {
      const lookUp = (name: string) => own(`${block.name}_${copy}:${place}:${name}`) ?? (copy === 1 ? own(name) : undefined)
      filled += fillRange(html, parts, block, lookUp)
    }
  }
  return filled + fillRange(html, parts, { from: at, to: html.length }, own)
}

/** The highest number of a copy that a section names; one if there is none. */
function countCopies(sections: Sections, name: string, place: number): number {
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

/** Where HTML can come from. */
type HtmlSources = Pick<ServiceSchemas['SetCampaignContent'], 'archive' | 'url' | 'template' | 'html'>

/** HTML, and the options of a campaign that it is the content of. */
interface SourcedHtml {
  readonly html: string
  /** Whether it is that of a template, unchanged. */
  readonly is_template: boolean
  readonly options: Pick<CampaignOptions, 'template_id' | 'drag_and_drop' | 'content_type'>
}

/** The path of the sources in the body, for errors, and the pages that were fetched for the call. */
interface Terms {
  readonly at?: string
  readonly fetched: unknown
}

/** The HTML of the first source that is given: an archive, a page, a template, or HTML; `undefined` if there is none. */
export function htmlFrom(tx: Tx, sources: HtmlSources, { at = '', fetched }: Terms): SourcedHtml | undefined {
  const { archive, url, template: wanted, html } = sources
  if (archive) return makePlainSource(importArchive(tx, archive), 'html')
  if (url !== undefined) return makePlainSource(htmlOfPage(tx, url, fetched), 'url')
  if (!wanted) return html === undefined ? undefined : makePlainSource(html, 'html')
  const { id: template_id, drag_and_drop, html: blank } = templateOrInvalid(tx, wanted.id, `${at}template.id`)
  const { sections = {} } = wanted
  return {
    html: checkSize(fillTemplate(blank, sections)),
    is_template: Object.keys(sections).length === 0,
    options: { template_id, drag_and_drop, content_type: 'template' },
  }
}

function makePlainSource(html: string, content_type: 'html' | 'url'): SourcedHtml {
  return { html: checkSize(html), is_template: false, options: { template_id: 0, drag_and_drop: false, content_type } }
}

function checkSize(html: string): string {
  if (Buffer.byteLength(html) > PAGE_BYTES_MAX) throw errors.badRequest(`The HTML must have at most ${PAGE_BYTES_MAX} bytes.`)
  return html
}
