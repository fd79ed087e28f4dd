import { take } from '../../world/machine.ts'
import type { Tx } from '../../world/tx.ts'
import { landingPageMachine } from './machine.ts'
import type { LandingPageRow } from './page.ts'

/** Shows a page, as it stands now, at its address. */
export function publishPage(tx: Tx, page: LandingPageRow): LandingPageRow {
  return take(tx, landingPageMachine, page, 'publish', { published: page.content, published_at: tx.now })
}

/** Hides a page. */
export function unpublishPage(tx: Tx, page: LandingPageRow): LandingPageRow {
  return take(tx, landingPageMachine, page, 'unpublish', { unpublished_at: tx.now })
}
