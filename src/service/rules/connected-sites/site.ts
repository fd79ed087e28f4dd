import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../answers/links.ts'
import { type NewConnectedSite, type ConnectedSiteRow, connectedSites, makeSiteScript } from '../../model/connected-sites/site.ts'

/** Connects a site. Throws 400 if another one has its id. */
export function makeConnectedSite(tx: Tx, fields: NewConnectedSite): ConnectedSiteRow {
  const { foreign_id, created_at = tx.now } = fields
  if (tx.first(connectedSites.key, { foreign_id })) throw errors.badRequest(`There is a connected site ${foreign_id} already.`)
  return tx.insert(connectedSites, {
    store_id: '',
    platform: '',
    updated_at: created_at,
    script_installed_at: 0,
    ...fields,
    created_at,
  })
}

export function siteView(tx: ReadTx, site: ConnectedSiteRow): ServiceSchemas['ConnectedSite'] {
  return {
    foreign_id: site.foreign_id,
    store_id: site.store_id,
    platform: site.platform,
    domain: site.domain,
    site_script: makeSiteScript(tx, site),
    created_at: timestamp(site.created_at),
    updated_at: timestamp(site.updated_at),
    _links: renderLinks(tx, 'ConnectedSite', { connected_site_id: site.foreign_id }),
  }
}
