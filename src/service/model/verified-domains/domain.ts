import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp, type Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../errors.ts'

/** A sending domain of the account. */
export interface VerifiedDomainRow extends Row {
  /** In lower case. */
  readonly domain: string
  /** Whether the owner of the domain has answered the challenge. */
  readonly status: 'pending' | 'verified'
  /** Whether the domain's DNS records allow the service to send for it. */
  readonly authenticated: boolean
  /** The address, time and code of the last challenge. */
  readonly verification_email: string
  readonly verification_sent: Seconds
  readonly code: string
}

export const verifiedDomains = defineTable<VerifiedDomainRow>()('verified_domains', {
  key: ['domain'],
  indexes: { byCreation: [] },
  word: 'verified_domain',
  parameters: ['domain_name'],
})

/** Returns the domain with a name, ignoring case, or `undefined` if the account has not added it. */
export function domainAt(tx: ReadTx, name: string): VerifiedDomainRow | undefined {
  return tx.first(verifiedDomains.key, { domain: name.toLowerCase() })
}

/** The domain of a name, or a 404. */
export function domainOrThrow(tx: ReadTx, name: string): VerifiedDomainRow {
  const domain = domainAt(tx, name)
  if (!domain) throw errors.notFound(`the domain ${name.slice(0, 253)} has not been added`)
  return domain
}

export function domainView(row: VerifiedDomainRow): ServiceSchemas['VerifiedDomain'] {
  const { domain, status, authenticated, verification_email, verification_sent } = row
  return {
    domain,
    verified: status === 'verified',
    authenticated,
    verification_email,
    verification_sent: timestamp(verification_sent),
  }
}

/** From now on the domain's DNS records allow the service to send for it. Verification is separate. */
export function authenticateDomain(tx: Tx, name: string): VerifiedDomainRow {
  return tx.amend(verifiedDomains, domainOrThrow(tx, name), { authenticated: true })
}
