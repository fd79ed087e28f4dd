import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { equal, pick } from '../../../kernel/support/objects.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { lists, givenListOrThrow } from '../../model/lists/list.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { makeLandingPage } from '../../rules/landing-pages/make.ts'
import { landingPageMachine } from '../../model/landing-pages/machine.ts'
import { landingPageOrThrow, landingPages, type LandingPageRow, pageUrl } from '../../model/landing-pages/page.ts'
import { renderPage } from '../../rules/landing-pages/render.ts'
import { removeWithOwned } from '../../rules/remove-owned.ts'
import { timestamp } from '../../../kernel/support/time.ts'

const ORDERS = { created_at: landingPages.byCreation, updated_at: landingPages.byUpdate } as const

export const landingPageOperations = {
  getLandingPages: listRows({
    schema: 'LandingPageCollection',
    rows: (tx, _path, { sort_field = 'created_at' }) => tx.range(ORDERS[sort_field]),
    newestFirstByDefault: true,
    view: landingPageView,
    answer: (page) => ({ landing_pages: page }),
  }),

  createLandingPage({ tx, query, body }) {
    const list_id = body.list_id || (query.use_default_list ? (tx.range(lists.byCreation).first()?.id ?? '') : '')
    const page = makeLandingPage(tx, {
      ...pick(body, ['name', 'title', 'description', 'store_id', 'type', 'template_id']),
      list_id,
      tracking: { track_with_service: false, enable_restricted_data_processing: false, ...trackingIn(body) },
    })
    return landingPageView(tx, page)
  },

  getLandingPage: ({ tx, path }) => landingPageView(tx, landingPageOrThrow(tx, path.page_id)),

  updateLandingPage({ tx, path, body }) {
    const page = landingPageOrThrow(tx, path.page_id)
    if (body.list_id !== undefined) givenListOrThrow(tx, body.list_id)
    const content = {
      ...page.content,
      ...pick(body, ['name', 'title', 'description', 'store_id', 'list_id']),
      tracking: { ...page.content.tracking, ...trackingIn(body) },
    }
    if (equal(content, page.content)) return landingPageView(tx, page)
    return landingPageView(tx, tx.put(landingPages, { ...page, content, updated_at: tx.now }))
  },

  deleteLandingPage({ tx, path }) {
    removeWithOwned(tx, landingPages, landingPageOrThrow(tx, path.page_id))
  },

  publishLandingPage({ tx, path }) {
    makeMove(tx, landingPageMachine, landingPageOrThrow(tx, path.page_id), 'publish')
  },

  unpublishLandingPage({ tx, path }) {
    makeMove(tx, landingPageMachine, landingPageOrThrow(tx, path.page_id), 'unpublish')
  },

  getLandingPageContent({ tx, path }) {
    const { id, content } = landingPageOrThrow(tx, path.page_id)
    return {
      html: renderPage(tx, id, content),
      json: JSON.stringify(content.document),
      _links: renderLinks(tx, 'LandingPageContent', { page_id: id }),
    }
  },
} satisfies Partial<Operations>

function trackingIn({
  tracking = {},
}: Pick<ServiceSchemas['UpdateLandingPage'], 'tracking'>): ServiceSchemas['LandingPageTrackingInput'] {
  return pick(tracking, ['track_with_service', 'enable_restricted_data_processing'])
}

/** Renders a landing page as it stands. */
function landingPageView(tx: ReadTx, page: LandingPageRow): ServiceSchemas['LandingPage'] {
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
