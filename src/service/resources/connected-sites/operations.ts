import { errors } from '../../model/errors.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { connectedSites, isScriptFound, siteOrThrow } from '../../model/connected-sites/site.ts'
import { makeConnectedSite, siteView } from '../../rules/connected-sites/site.ts'

export const connectedSiteOperations = {
  getConnectedSites: listRows({
    schema: 'ConnectedSiteCollection',
    rows: (tx) => tx.range(connectedSites.byCreation),
    view: siteView,
    answer: (page) => ({ sites: page }),
  }),

  createConnectedSite({ tx, body: { foreign_id, domain } }) {
    return siteView(tx, makeConnectedSite(tx, { foreign_id, domain }))
  },

  getConnectedSite: ({ tx, path }) => siteView(tx, siteOrThrow(tx, path.connected_site_id)),

  deleteConnectedSite: ({ tx, path }) => tx.remove(connectedSites, siteOrThrow(tx, path.connected_site_id)),

  verifyScriptInstallation({ tx, path }) {
    const site = siteOrThrow(tx, path.connected_site_id)
    if (!isScriptFound(tx, site)) throw errors.badRequest(`The script was not found at ${site.domain}.`)
  },
} satisfies Partial<Operations>
