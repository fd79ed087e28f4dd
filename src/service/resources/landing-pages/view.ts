import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { type LandingPageRow, pageUrl } from '../../model/landing-pages/page.ts'

/** Renders a landing page as it stands. */
export function landingPageView(tx: ReadTx, page: LandingPageRow): ServiceSchemas['LandingPage'] {
  const { name, title, description, list_id, store_id, tracking } = page.content
  return {
    id: page.id,
    web_id: page.web_id,
    name,
    title,
    description,
    template_id: page.template_id,
    status: page.status,
    list_id,
    store_id,
    url: page.published ? pageUrl(tx, page) : '',
    created_at: timestamp(page.created_at),
    published_at: timestamp(page.published_at),
    unpublished_at: timestamp(page.unpublished_at),
    updated_at: timestamp(page.updated_at),
    created_by_source: page.created_by_source,
    tracking,
    _links: renderLinks(tx, 'LandingPage', { page_id: page.id }),
  }
}
