import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { landingPages } from './page.ts'

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
