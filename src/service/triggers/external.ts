import { connectedSites, installScript } from '../model/connected-sites/site.ts'
import { landingPages } from '../model/landing-pages/page.ts'
import { visitPage } from '../rules/landing-pages/visit.ts'
import { authenticateDomain, domainAt, verifiedDomains } from '../model/verified-domains/domain.ts'
import { makeTriggerRefusal, type KnownName, type Triggers, unknownReference } from './trigger.ts'

/** Events outside of the service: DNS changes, installed scripts, page visits. */
export const externalTriggers = {
  'domain.authenticate': (tx, { domain: name }) => {
    const before = domainAt(tx, name)
    if (!before) {
      const all = tx.range(verifiedDomains.key).all()
      const known = all.map(({ domain }) => domain)
      throw unknownReference('/domain', `The domain ${name} has not been added.`, name, known)
    }
    const after = authenticateDomain(tx, name)
    return { changed: after === before ? [] : [{ entity: 'verified_domain', id: after.domain }] }
  },

  'site.install_script': (tx, { foreign_id }) => {
    const before = tx.first(connectedSites.key, { foreign_id })
    if (!before) {
      const all = tx.range(connectedSites.byCreation).all()
      const known = all.map((site) => site.foreign_id)
      throw unknownReference('/foreign_id', `There is no connected site ${foreign_id}.`, foreign_id, known)
    }
    const after = installScript(tx, foreign_id)
    return { changed: after === before ? [] : [{ entity: 'connected_site', id: foreign_id }] }
  },

  'page.visit': (tx, { page_id }) => {
    const page = tx.first(landingPages.key, { id: page_id })
    if (!page) {
      const all = tx.range(landingPages.byCreation).all()
      const known = all.map(({ id, content }): KnownName => [id, content.name])
      throw unknownReference('/page_id', `There is no landing page ${page_id}.`, page_id, known)
    }
    if (page.status !== 'published')
      throw makeTriggerRefusal(`The landing page ${page_id} is not published, so it cannot be visited.`)
    visitPage(tx, page)
    return { changed: [{ entity: 'landing_page', id: page_id }] }
  },
} satisfies Partial<Triggers>
