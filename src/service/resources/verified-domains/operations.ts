import { makeMove } from '../../../kernel/world/machine.ts'
import { errors } from '../../model/errors.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { domainAt, domainOrThrow, domainView, verifiedDomains } from '../../model/verified-domains/domain.ts'
import { verifiedDomainMachine } from '../../model/verified-domains/machine.ts'
import { repeatChallenge, readDomain, makeVerifiedDomain } from '../../rules/verified-domains/make.ts'

export const verifiedDomainOperations = {
  getVerifiedDomains({ tx }) {
    const all = tx.range(verifiedDomains.byCreation).all()
    return { domains: all.map(domainView), total_items: all.length }
  },

  addVerifiedDomain({ tx, body: { verification_email } }) {
    const existing = domainAt(tx, readDomain(verification_email))
    return domainView(
      existing ? repeatChallenge(tx, existing, verification_email) : makeVerifiedDomain(tx, { verification_email }),
    )
  },

  getVerifiedDomain: ({ tx, path }) => domainView(domainOrThrow(tx, path.domain_name)),

  deleteVerifiedDomain: ({ tx, path }) => tx.remove(verifiedDomains, domainOrThrow(tx, path.domain_name)),

  verifyDomain({ tx, path, body }) {
    const domain = domainOrThrow(tx, path.domain_name)
    if (domain.status === 'verified') return domainView(domain)
    if (body.code !== domain.code)
      throw errors.badRequest(`This is not the code that was sent to ${domain.verification_email} last.`)
    return domainView(makeMove(tx, verifiedDomainMachine, domain, 'verify'))
  },
} satisfies Partial<Operations>
