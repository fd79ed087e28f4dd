import { verifiedDomains } from '../../../src/service/model/verified-domains/domain.ts'
import type { Bodies } from './bodies.ts'

const DOMAINS = ['acme.test', 'Shop.ACME.test', 'globex.test', 'localhost', 'a b.test']
const STAGES = ['audiences', 'campaigns', 'events', 'gallery_files', 'reports', 'templates', 'everything']

/** Bodies that a walk sends about the account as a whole: its domains, sites and exports. */
export const accountBodies: Bodies = {
  addVerifiedDomain: (dice) => ({ verification_email: `owner@${dice.oneOf(DOMAINS)}` }),

  verifyDomain: (dice, tx) => {
    const codes = tx
      .range(verifiedDomains.key)
      .all()
      .map(({ code }) => code)
    return { code: dice.oneOf([...codes, ...codes, '000000', 7]) }
  },

  linkApp: (dice, { world: { credentials } }) => ({
    client_id: credentials.client_id,
    client_secret: dice.often(80) ? credentials.client_secret : 'wrong',
  }),

  createConnectedSite: (dice) => ({ foreign_id: dice.oneOf(['shop', 'blog', 'a & ü', '..', '']), domain: dice.oneOf(DOMAINS) }),

  createAccountExport: (dice) => ({
    include_stages: Array.from({ length: dice.upTo(4) }, () => dice.oneOf(STAGES)),
    ...(dice.often(30) ? { since_timestamp: dice.oneOf(['2026-01-15T09:05:00+00:00', '2026-02-01', 'last week']) } : {}),
  }),
}
