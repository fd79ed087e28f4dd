import type { Schemas } from '../../contract/service.ts'
import { timestamp, type Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { amend } from '../amend.ts'
import { errors } from '../errors.ts'

/** A domain from which the account wants to send. */
export interface VerifiedDomainRow {
  readonly seq: number
  /** In lower case. */
  readonly domain: string
  /** Whether whoever owns the domain has answered the challenge. */
  readonly status: 'pending' | 'verified'
  /** Whether the domain's own records say that the service may send for it. */
  readonly authenticated: boolean
  /** Who was sent the challenge last, when, and the code that answers it. */
  readonly verification_email: string
  readonly verification_sent: Seconds
  readonly code: string
}

export const verifiedDomains = defineTable<VerifiedDomainRow>()('verified_domains', { key: ['domain'], byCreation: [] })

/** The domain of a name in any case, if the account has added it. */
export function domainAt(tx: Tx, name: string): VerifiedDomainRow | undefined {
  return tx.first(verifiedDomains.key, { domain: name.toLowerCase() })
}

/** The domain of a name, or a 404. */
export function domainOrThrow(tx: Tx, name: string): VerifiedDomainRow {
  const domain = domainAt(tx, name)
  if (!domain) throw errors.notFound(`the domain ${name.slice(0, 253)} has not been added`)
  return domain
}

/** Renders a domain. */
export function domainView(row: VerifiedDomainRow): Schemas['VerifiedDomain'] {
  const { domain, status, authenticated, verification_email, verification_sent } = row
  return {
    domain,
    verified: status === 'verified',
    authenticated,
    verification_email,
    verification_sent: timestamp(verification_sent),
  }
}

/** The domain's own records say from now on that the service may send for it. Whether its owner was asked is another matter. */
export function authenticateDomain(tx: Tx, name: string): VerifiedDomainRow {
  return amend(tx, verifiedDomains, domainOrThrow(tx, name), { authenticated: true })
}
