import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { landingPageOrThrow, landingPages } from '../../model/landing-pages/page.ts'
import { landingPageReportView } from '../../rules/landing-pages/visit.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { chatterView } from '../../model/feeds/chatter.ts'
import { shownChatter } from '../../rules/feeds/chatter.ts'

export const feedOperations = {
  getActivityFeed({ tx }): ServiceSchemas['ActivityFeed'] {
    return renderLinks(tx, 'ActivityFeed')
  },

  getChatter: listRows({
    schema: 'ChatterCollection',
    rows: (tx) => shownChatter(tx),
    newestFirstByDefault: true,
    view: chatterView,
    answer: (page) => ({ service_chatter: page }),
  }),

  getLandingPageReports: listRows({
    schema: 'LandingPageReportCollection',
    rows: (tx) => tx.range(landingPages.byCreation),
    newestFirstByDefault: true,
    view: landingPageReportView,
    answer: (page) => ({ landing_pages: page }),
  }),

  getLandingPageReport: ({ tx, path }) => landingPageReportView(tx, landingPageOrThrow(tx, path.page_id)),

  getSocialAdReports({ tx }) {
    return { social_ads: [], total_items: 0, _links: renderLinks(tx, 'SocialAdReportCollection') }
  },

  getReporting({ tx }): ServiceSchemas['Reporting'] {
    return { _links: renderLinks(tx, 'Reporting') }
  },
} satisfies Partial<Operations>
