import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { landingPageOrThrow, landingPages } from '../../model/landing-pages/page.ts'
import { landingPageReportView } from '../../rules/landing-pages/visit.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { selectPage } from '../../rules/requests/paging.ts'
import { chatterView } from '../../model/feeds/chatter.ts'
import { shownChatter } from '../../rules/feeds/chatter.ts'

export const feedOperations = {
  getActivityFeed({ tx }): ServiceSchemas['ActivityFeed'] {
    return renderLinks(tx, 'ActivityFeed')
  },

  getChatter({ tx, query }): ServiceSchemas['ChatterCollection'] {
    const shown = shownChatter(tx)
    return {
      service_chatter: selectPage(shown, query, 'DESC').map((record) => chatterView(tx, record)),
      total_items: shown.count,
      _links: renderLinks(tx, 'ChatterCollection'),
    }
  },

  getLandingPageReports({ tx, query }) {
    const all = tx.range(landingPages.byCreation)
    return {
      landing_pages: selectPage(all, query, 'DESC').map((page) => landingPageReportView(tx, page)),
      total_items: all.count,
      _links: renderLinks(tx, 'LandingPageReportCollection'),
    }
  },

  getLandingPageReport({ tx, path }) {
    return landingPageReportView(tx, landingPageOrThrow(tx, path.page_id))
  },

  getSocialAdReports({ tx }) {
    return { social_ads: [], total_items: 0, _links: renderLinks(tx, 'SocialAdReportCollection') }
  },

  getReporting({ tx }): ServiceSchemas['Reporting'] {
    return { _links: renderLinks(tx, 'Reporting') }
  },
} satisfies Partial<Operations>
