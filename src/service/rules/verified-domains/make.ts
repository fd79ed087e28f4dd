import { createInState, makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { emailBody } from '../../model/emails/email.ts'
import { sendEmail } from '../emails/send.ts'
import type { VerifiedDomainRow } from '../../model/verified-domains/domain.ts'
import { verifiedDomainMachine } from '../../model/verified-domains/machine.ts'

/** The fields of a new domain: an address in it, to which the challenge is sent. */
export type NewVerifiedDomain = Pick<VerifiedDomainRow, 'verification_email'> &
  Partial<Pick<VerifiedDomainRow, 'authenticated'>> & {
    /** Whether the challenge has been answered already. */
    readonly verified?: boolean
  }

/** Adds a domain, and sends a code to the address that proves its ownership. */
export function makeVerifiedDomain(
  tx: Tx,
  { verification_email, authenticated = false, verified = false }: NewVerifiedDomain,
): VerifiedDomainRow {
  const domain = readDomain(verification_email)
  const challenge = challengeTo(tx, verification_email)
  const added = createInState(tx, verifiedDomainMachine, { domain, status: 'pending', authenticated, ...challenge })
  sendChallenge(tx, added)
  return verified ? makeMove(tx, verifiedDomainMachine, added, 'verify') : added
}

/** Sends a new code, which invalidates the previous one. Rejected once a code was entered. */
export function repeatChallenge(tx: Tx, domain: VerifiedDomainRow, verification_email: string): VerifiedDomainRow {
  const challenged = makeMove(tx, verifiedDomainMachine, domain, 'challenge', challengeTo(tx, verification_email, domain.code))
  sendChallenge(tx, challenged)
  return challenged
}

/** The domain of an address: the part after its `@`, in lower case. */
export function readDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

type Challenge = Pick<VerifiedDomainRow, 'verification_email' | 'verification_sent' | 'code'>

function challengeTo(tx: Tx, verification_email: string, before?: string): Challenge {
  let code = sixDigits(tx)
  while (code === before) code = sixDigits(tx)
  return { verification_email, verification_sent: tx.now, code }
}

function sixDigits(tx: Tx): string {
  return String(tx.random('verified_domains.code') % 1_000_000).padStart(6, '0')
}

function sendChallenge(tx: Tx, { domain, verification_email, code }: VerifiedDomainRow): void {
  sendEmail(tx, {
    to: verification_email,
    kind: 'domain_verification',
    subject: `Verify the domain ${domain}`,
    code,
    ...emailBody(`Somebody wants to send emails from ${domain}.`, `If that is you, the code is ${code}.`, 'If not, do nothing.'),
  })
}
