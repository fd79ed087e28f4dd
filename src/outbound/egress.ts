import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** An address and a port on which this server listens. */
export interface Listening {
  readonly address: string
  readonly port: number
}

/**
 * Whom this server may call: this machine, whoever was allowed by name or address, and never itself. Otherwise whoever may
 * use the API could make it call anything that the machine can reach, or drive its control plane.
 */
export class Egress {
  readonly #addresses = new BlockList()
  readonly #names = new Set<string>()
  readonly #listening: Listening[] = []

  /** `allow` has names of hosts, addresses, and ranges of addresses such as 10.1.0.0/16. */
  constructor(allow: readonly string[] = []) {
    this.#addresses.addSubnet('127.0.0.0', 8, 'ipv4')
    this.#addresses.addAddress('::1', 'ipv6')
    for (const target of allow) this.#allow(target.trim().toLowerCase())
  }

  /** Says where this server itself listens. */
  listensAt(listening: Listening): void {
    this.#listening.push(listening)
  }

  /** Why a URL may not be called, as far as that can be told without looking up its host. */
  refusalOf(url: URL): string | undefined {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} is neither http nor https.`
    const address = literalIn(url)
    return address === undefined ? undefined : this.refusalOfAddress(address, portOf(url))
  }

  /** Why an address may not be called, if it may not. `name` is what it was looked up by. */
  refusalOfAddress(address: string, port: number, name?: string): string | undefined {
    if (this.#listening.some((own) => own.port === port && isSame(own.address, address))) return OWN
    if (name !== undefined && this.#names.has(name)) return undefined
    if (contains(this.#addresses, address)) return undefined
    return `${address} is not this machine, and was not allowed by --allow-egress.`
  }

  #allow(target: string): void {
    const [address = '', bits] = target.split('/')
    const kind = familyOf(address)
    if (kind && bits === undefined) return this.#addresses.addAddress(address, kind)
    if (kind && /^\d{1,3}$/.test(bits ?? '') && Number(bits) <= (kind === 'ipv4' ? 32 : 128)) {
      return this.#addresses.addSubnet(address, Number(bits), kind)
    }
    if (kind || !HOST_NAME.test(target))
      throw new Error(`${target} is no host name, no address, and no range of addresses such as 10.1.0.0/16.`)
    this.#names.add(target)
  }
}

const OWN = 'This server itself listens there.'
const HOST_NAME = /^(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/

/** The port that a URL leads to. One of 0 is taken for none when it is called. */
export function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

/** The address that stands in a URL in the place of a name. Other ways of writing it have been straightened out by the URL. */
function literalIn({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : undefined
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}

function contains(list: BlockList, address: string): boolean {
  const kind = familyOf(address)
  // An address may name the interface that it is good for.
  return kind !== undefined && list.check(address.replace(/%.*$/, ''), kind)
}

/** Whether whoever calls one address reaches who listens on the other. */
function isSame(own: string, called: string): boolean {
  if (isAny(own)) return isAny(called) || isOfThisMachine(called)
  return isAny(called) || contains(only(own), called)
}

const ANY = new BlockList()
ANY.addAddress('0.0.0.0', 'ipv4')
ANY.addAddress('::', 'ipv6')

function isAny(address: string): boolean {
  return contains(ANY, address)
}

function isOfThisMachine(address: string): boolean {
  const known = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return contains(LOOPBACK, address) || known.some((each) => contains(only(each.address), address))
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** A list of one address, which also finds it in the form of the other family. */
function only(address: string): BlockList {
  const list = new BlockList()
  const kind = familyOf(address)
  if (kind) list.addAddress(address.replace(/%.*$/, ''), kind)
  return list
}
