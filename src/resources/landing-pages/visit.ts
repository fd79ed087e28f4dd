import type { Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'

/** The number of visits of a landing page. */
export interface PageVisitsRow {
  readonly seq: number
  readonly page_id: string
  readonly visits: number
  readonly last_visit_at: Seconds
}

export const pageVisits = defineTable<PageVisitsRow>()('landing_page_visits', { key: ['page_id'] })

/** Counts a visit. */
export function visitPage(tx: Tx, { id: page_id }: { readonly id: string }): PageVisitsRow {
  const before = tx.first(pageVisits.key, { page_id })
  if (before) return tx.put(pageVisits, { ...before, visits: before.visits + 1, last_visit_at: tx.now })
  return tx.insert(pageVisits, { page_id, visits: 1, last_visit_at: tx.now })
}

/** Removes the visits of a deleted page. */
export function dropVisitsOf(tx: Tx, { id: page_id }: { readonly id: string }): void {
  tx.removeAll(pageVisits.key, { page_id })
}
