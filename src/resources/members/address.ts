import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'

// No lone surrogates; one @; a local part of 1 to 64 characters without blanks and control characters; a domain with at least one dot, and
// no IP address in brackets.
// eslint-disable-next-line no-control-regex
const ADDRESS =
  /^(?!.*\p{Surrogate})(?=.{3,254}$)[^\s@\u0000-\u001f]{1,64}@[^\s@.[\]\u0000-\u001f]+(?:\.[^\s@.[\]\u0000-\u001f]+)+$/u

/** Reserved domains: those for documentation and tests, and their subdomains. */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/

/** Whether a text is an email address. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** Rejects invalid addresses, and addresses of reserved domains if the world is set to. */
export function checkAddress(tx: Tx, address: string): void {
  const shown = address.slice(0, 254)
  if (!ADDRESS.test(address)) throw errors.invalidWhole(`${shown} is not a valid email address.`)
  if (tx.settings.reserved_domains === 'accept') return
  const domain = address.slice(address.indexOf('@') + 1).toLowerCase()
  if (RESERVED.test(domain)) throw errors.invalidWhole(`${shown} looks fake or invalid, please enter a real email address.`)
}
