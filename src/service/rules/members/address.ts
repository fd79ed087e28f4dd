import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'

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

/** Why all addresses of a call can be refused, as a fault wants it. */
export const addressRefusals = ['FakeAddress', 'TooManySignups', 'RoleAddress', 'InvalidAddress'] as const

export type AddressRefusal = (typeof addressRefusals)[number]

/** Why all addresses are refused, and what is called for each of them. */
interface Refusing {
  readonly refusal: AddressRefusal
  readonly noteActed: () => void
}

/** The transactions in which all addresses are refused. */
const refusing = new WeakMap<Tx, Refusing>()

/** Runs a function while every address that it checks is refused. Of several refusals, the outermost one counts. */
export function refusingAddresses<Result>(tx: Tx, refused: Refusing, run: () => Result): Result {
  if (refusing.has(tx)) return run()
  refusing.set(tx, refused)
  try {
    return run()
  } finally {
    refusing.delete(tx)
  }
}

const refusals: { readonly [Refusal in AddressRefusal]: (address: string) => string } = {
  FakeAddress: (address) => `${address} looks fake or invalid, please enter a real email address.`,
  TooManySignups: (address) => `${address} has signed up to a lot of lists very recently; it cannot be added for now.`,
  RoleAddress: (address) => `${address} is the address of a role, such as info or sales; it cannot be added.`,
  InvalidAddress: (address) => `${address} is not a valid email address.`,
}

/** The message about an address that is refused. */
export function addressRefusal(refusal: AddressRefusal, address: string): string {
  return refusals[refusal](address)
}

/** Rejects invalid addresses, and those that the settings of the world name. Clients match phrases of the messages. */
export function checkAddress(tx: Tx, address: string): void {
  const problem = findAddressProblem(tx, address)
  if (problem !== undefined) throw errors.invalidWhole(problem)
}

/** Why an address cannot be added to a list; `undefined` if it can. */
export function findAddressProblem(tx: Tx, address: string): string | undefined {
  const refusal = findAddressRefusal(tx, address)
  return refusal && refusals[refusal](address.slice(0, 254))
}

function findAddressRefusal(tx: Tx, address: string): AddressRefusal | undefined {
  const refused = refusing.get(tx)
  if (refused) {
    refused.noteActed()
    return refused.refusal
  }
  if (!ADDRESS.test(address)) return 'InvalidAddress'
  const { reserved_domains, refused_addresses } = tx.settings
  const isReserved = reserved_domains === 'refuse' && RESERVED.test(address.slice(address.indexOf('@') + 1).toLowerCase())
  if (isReserved || isNamed(address, refused_addresses.looks_fake)) return 'FakeAddress'
  return isNamed(address, refused_addresses.many_lists) ? 'TooManySignups' : undefined
}

/** Whether a list of addresses and local parts names an address, in any case. */
function isNamed(address: string, names: readonly string[]): boolean {
  if (names.length === 0) return false
  const whole = address.toLowerCase()
  const local = whole.slice(0, whole.indexOf('@'))
  return names.some((name) => [whole, local].includes(name.toLowerCase()))
}
