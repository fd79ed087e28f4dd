import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../errors.ts'
import type { CampaignOptions } from './campaign.ts'
import { htmlOfPage, PAGE_BYTES_MAX } from './fetch-page.ts'
import { importArchive } from './import-archive.ts'
import { templateOrInvalid } from './request.ts'
import { fillTemplate } from './template-content.ts'

/** Where HTML can come from. */
export type HtmlSources = Pick<ServiceSchemas['SetCampaignContent'], 'archive' | 'url' | 'template' | 'html'>

/** HTML, and the options of a campaign that it is the content of. */
export interface SourcedHtml {
  readonly html: string
  /** Whether it is that of a template, unchanged. */
  readonly is_template: boolean
  readonly options: Pick<CampaignOptions, 'template_id' | 'drag_and_drop' | 'content_type'>
}

/** What is needed to read a source: the path of the sources in the body, and the pages that were fetched for the call. */
interface Terms {
  readonly at?: string
  readonly fetched: unknown
}

/** The HTML of the first source that is given: an archive, a page, a template, or HTML; `undefined` if there is none. */
export function htmlFrom(tx: Tx, sources: HtmlSources, { at = '', fetched }: Terms): SourcedHtml | undefined {
  const { archive, url, template: wanted, html } = sources
  if (archive) return plain(importArchive(tx, archive), 'html')
  if (url !== undefined) return plain(htmlOfPage(tx, url, fetched), 'url')
  if (!wanted) return html === undefined ? undefined : plain(html, 'html')
  const { id: template_id, drag_and_drop, html: blank } = templateOrInvalid(tx, wanted.id, `${at}template.id`)
  const { sections = {} } = wanted
  return {
    html: checkSize(fillTemplate(blank, sections)),
    is_template: Object.keys(sections).length === 0,
    options: { template_id, drag_and_drop, content_type: 'template' },
  }
}

function plain(html: string, content_type: 'html' | 'url'): SourcedHtml {
  return { html: checkSize(html), is_template: false, options: { template_id: 0, drag_and_drop: false, content_type } }
}

function checkSize(html: string): string {
  if (Buffer.byteLength(html) > PAGE_BYTES_MAX) throw errors.badRequest(`The HTML must have at most ${PAGE_BYTES_MAX} bytes.`)
  return html
}
