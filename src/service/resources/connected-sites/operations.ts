import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { selectPage } from '../../rules/requests/paging.ts'
import { connectedSites, isScriptFound, siteOrThrow } from '../../model/connected-sites/site.ts'
import { makeConnectedSite, siteView } from '../../rules/connected-sites/site.ts'

export const connectedSiteOperations = {
  getConnectedSites({ tx, query }) {
    const all = tx.range(connectedSites.byCreation)
    return {
      sites: selectPage(all, query).map((site) => siteView(tx, site)),
      total_items: all.count,
      _links: renderLinks(tx, 'ConnectedSiteCollection'),
    }
  },

  createConnectedSite({ tx, body: { foreign_id, domain } }) {
    return siteView(tx, makeConnectedSite(tx, { foreign_id, domain }))
  },

  getConnectedSite({ tx, path }) {
    return siteView(tx, siteOrThrow(tx, path.connected_site_id))
  },

  deleteConnectedSite({ tx, path }) {
    tx.remove(connectedSites, siteOrThrow(tx, path.connected_site_id))
  },

  verifyScriptInstallation({ tx, path }) {
    const site = siteOrThrow(tx, path.connected_site_id)
    if (!isScriptFound(tx, site)) throw errors.badRequest(`The script was not found at ${site.domain}.`)
  },
} satisfies Partial<Operations>
