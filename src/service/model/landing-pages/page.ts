import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'

export interface PageContent {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly type: NonNullable<ServiceSchemas['CreateLandingPage']['type']>
  readonly list_id: string
  readonly store_id: string
  readonly tracking: ServiceSchemas['LandingPage']['tracking']
  readonly document: ServiceSchemas['LandingPageDocument']
}

/** A page that can be published. */
export interface LandingPageRow extends Row {
  readonly id: string
  readonly web_id: number
  readonly status: ServiceSchemas['LandingPage']['status']
  readonly template_id: number
  readonly created_by_source: string
  readonly created_at: Seconds
  readonly updated_at: Seconds
  /** 0 until it is published. */
  readonly published_at: Seconds
  /** 0 until it is unpublished. */
  readonly unpublished_at: Seconds
  /** The current content. */
  readonly content: PageContent
  /** The content as last published; `undefined` before that. */
  readonly published: PageContent | undefined
}

export const landingPages = defineTable<LandingPageRow>()('landing_pages', {
  key: ['id'],
  indexes: { byCreation: ['created_at'], byUpdate: ['updated_at'] },
  word: 'landing_page',
  ids: ['id', 'web_id'],
  parameters: ['page_id'],
  shownBy: 'content.name',
})

export function landingPageOrThrow(tx: ReadTx, id: string): LandingPageRow {
  return tx.first(landingPages.key, { id }) ?? refuseMissing('there is no landing page', id)
}

/** The public URL of a published page. */
export function pageUrl(tx: ReadTx, { id }: LandingPageRow): string {
  return `${tx.world.base_url}/_public/pages/${id}`
}

/** The number of visits of a landing page, and of visitors who signed up. */
export interface PageVisitsRow extends Row {
  readonly page_id: string
  readonly visits: number
  /** 0 until the first visit. */
  readonly last_visit_at: Seconds
  readonly signups: number
}

export const pageVisits = defineTable<PageVisitsRow>()('landing_page_visits', {
  key: ['page_id'],
  ownedBy: [[landingPages, 'key']],
})
