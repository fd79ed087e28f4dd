import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { escapeHtml } from '../../../kernel/support/escape.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'

/** A website with the account's script. */
export interface ConnectedSiteRow extends Row {
  /** The account's own id of the site. */
  readonly foreign_id: string
  readonly domain: string
  readonly store_id: string
  readonly platform: string
  readonly created_at: Seconds
  readonly updated_at: Seconds
  /** When the script was last installed; 0 if it was not. */
  readonly script_installed_at: Seconds
}

export const connectedSites = defineTable<ConnectedSiteRow>()('connected_sites', {
  key: ['foreign_id'],
  indexes: { byCreation: ['created_at'] },
  word: 'connected_site',
  parameters: ['connected_site_id'],
  shownBy: 'domain',
})

export type NewConnectedSite = Pick<ConnectedSiteRow, 'foreign_id' | 'domain'> &
  Partial<Omit<ConnectedSiteRow, 'seq' | 'foreign_id' | 'domain'>>

export function siteOrThrow(tx: ReadTx, foreign_id: string): ConnectedSiteRow {
  return tx.first(connectedSites.key, { foreign_id }) ?? refuseMissing('there is no connected site', foreign_id)
}

/** Installs the script on the site: from now on it is found there, whatever the setting `site_script` says. */
export function installScript(tx: Tx, foreign_id: string): ConnectedSiteRow {
  return tx.amend(connectedSites, siteOrThrow(tx, foreign_id), { script_installed_at: tx.now })
}

/** Whether a check finds the script on the site. */
export function isScriptFound(tx: ReadTx, site: ConnectedSiteRow): boolean {
  return site.script_installed_at > 0 || tx.settings.site_script === 'found'
}

/** The script of a site: its URL, and HTML for the pages of the site. */
export function makeSiteScript(tx: ReadTx, { foreign_id }: ConnectedSiteRow): ServiceSchemas['ConnectedSite']['site_script'] {
  const url = `${tx.world.base_url}/_public/sites/${encodeURIComponent(foreign_id)}.js`
  return { url, fragment: `<script src="${escapeHtml(url)}" async></script>` }
}
