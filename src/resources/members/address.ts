import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'

// Whole characters only; one @; 1 to 64 characters before it, without blanks and control characters; labels with at least one dot behind it.
// eslint-disable-next-line no-control-regex
const ADDRESS = /^(?!.*\p{Surrogate})(?=.{3,254}$)[^\s@\u0000-\u001f]{1,64}@[^\s@.\u0000-\u001f]+(?:\.[^\s@.\u0000-\u001f]+)+$/u

/** Domains that belong to nobody: those of documentation and of tests, and whatever is below them. */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/

/** Refuses what is no address, and addresses of reserved domains where the world is set to. */
export function checkAddress(tx: Tx, address: string): void {
  const shown = address.slice(0, 254)
  if (!ADDRESS.test(address)) throw errors.invalidWhole(`${shown} is no email address: please provide a valid one.`)
  if (tx.settings.reserved_domains === 'accept') return
  const domain = address.slice(address.indexOf('@') + 1).toLowerCase()
  if (RESERVED.test(domain)) throw errors.invalidWhole(`${shown} looks fake or invalid, please enter a real email address.`)
}
