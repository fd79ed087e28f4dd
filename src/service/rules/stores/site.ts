import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { type ConnectedSiteRow, connectedSites } from '../../model/connected-sites/site.ts'
import { makeConnectedSite } from '../connected-sites/site.ts'
import { type StoreRow, stores } from '../../model/stores/store.ts'

/** A domain as domains of stores and sites are compared. */
export function domainKey(domain: string): string {
  return domain
    .toLowerCase()
    .replace(/^[a-z][a-z\d+.-]*:\/\//, '')
    .replace(/\/$/, '')
}

/** Gives a store with a domain its connected site: the one that has its id or domain, or else a new one. */
export function connectSite(tx: Tx, store: StoreRow): StoreRow {
  if (store.domain === '') return store
  const { id, platform, domain } = store
  const found = tx.first(connectedSites.key, { foreign_id: id }) ?? siteAt(tx, store.domain_key)
  if (!found) {
    makeConnectedSite(tx, { foreign_id: id, domain, platform, store_id: id })
    return tx.put(stores, { ...store, site_foreign_id: id, site_made: true })
  }
  // A site serves one store.
  if (found.store_id !== '' && found.store_id !== id) return store
  tx.amend(connectedSites, found, { store_id: id, platform })
  return tx.put(stores, { ...store, site_foreign_id: found.foreign_id, site_made: false })
}

/** Lets the connected site follow a store whose domain or platform has changed. */
export function updateSite(tx: Tx, before: StoreRow, after: StoreRow): StoreRow {
  if (after.domain === before.domain && after.platform === before.platform) return after
  const site = findSite(tx, before)
  if (site && after.domain !== '' && (before.site_made || after.domain === before.domain)) {
    const domain = before.site_made ? after.domain : site.domain
    tx.put(connectedSites, { ...site, domain, platform: after.platform, updated_at: tx.now })
    return after
  }
  if (after.domain === before.domain) return after
  return connectSite(tx, disconnectSite(tx, after))
}

/** Removes the site that a store has made, and releases one that it has adopted. */
export function disconnectSite(tx: Tx, store: StoreRow): StoreRow {
  const site = findSite(tx, store)
  if (site && store.site_made) tx.remove(connectedSites, site)
  if (site && !store.site_made) tx.amend(connectedSites, site, { store_id: '', platform: '' })
  if (store.site_foreign_id === '') return store
  return tx.put(stores, { ...store, site_foreign_id: '', site_made: false })
}

function findSite(tx: ReadTx, { site_foreign_id }: StoreRow): ConnectedSiteRow | undefined {
  return tx.first(connectedSites.key, { foreign_id: site_foreign_id })
}

function siteAt(tx: ReadTx, key: string): ConnectedSiteRow | undefined {
  return tx
    .range(connectedSites.byCreation)
    .all()
    .find((site) => domainKey(site.domain) === key)
}
