import type { ServiceSchemas } from '../../contract/service.ts'
import { linksOf } from '../links.ts'
import type { Operations } from '../operation.ts'
import { pageOf } from '../page.ts'
import { chatterView, shownChatter } from './chatter.ts'

export const feedOperations = {
  getActivityFeed({ tx }): ServiceSchemas['ActivityFeed'] {
    return linksOf(tx, 'ActivityFeed')
  },

  getChatter({ tx, query }): ServiceSchemas['ChatterCollection'] {
    const shown = shownChatter(tx)
    return {
      service_chatter: pageOf(shown, query, 'DESC').map((record) => chatterView(tx, record)),
      total_items: shown.count,
      _links: linksOf(tx, 'ChatterCollection'),
    }
  },

  getReporting({ tx }): ServiceSchemas['Reporting'] {
    return { _links: linksOf(tx, 'Reporting') }
  },
} satisfies Partial<Operations>
