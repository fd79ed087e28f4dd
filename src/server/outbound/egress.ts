import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** An address and a port on which this server listens. */
interface ListenAddress {
  readonly address: string
  readonly port: number
}

/**
 * The hosts that this server may call: this machine and those allowed by name or address, but never the server itself. Otherwise
 * any user of the API could make the server call whatever the machine can reach, or drive its control API.
 */
export class Egress {
  readonly #addresses = new BlockList()
  readonly #names = new Set<string>()
  readonly #own: ListenAddress[]

  /** `allow` takes host names, addresses, and address ranges such as 10.1.0.0/16. */
  constructor(allow: readonly string[] = [], own: ListenAddress[] = []) {
    this.#own = own
    this.#addresses.addSubnet('127.0.0.0', 8, 'ipv4')
    this.#addresses.addAddress('::1', 'ipv6')
    for (const target of allow) this.#allow(target.trim().toLowerCase())
  }

  /** Adds an address on which the server itself listens. */
  addOwnAddress(address: ListenAddress): void {
    this.#own.push(address)
  }

  /** The same rules without the hosts that are allowed by name or address: only this machine may be called. */
  loopback(): Egress {
    return new Egress([], this.#own)
  }

  /** The reason why a URL may not be called, as far as it is known without resolving the host. */
  refusalOf(url: URL): string | undefined {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} is neither http nor https.`
    const address = literalIn(url)
    return address === undefined ? undefined : this.refusalOfAddress(address, urlPort(url))
  }

  /** The reason why an address may not be called, or `undefined` if calls are allowed. `name` is the host name of the address. */
  refusalOfAddress(address: string, port: number, name?: string): string | undefined {
    if (this.#own.some((own) => own.port === port && isSameHost(own.address, address))) return OWN
    if (name !== undefined && this.#names.has(name)) return undefined
    if (contains(this.#addresses, address)) return undefined
    return `${address} is not this machine and is not allowed by --allow-egress.`
  }

  #allow(target: string): void {
    const [address = '', bits] = target.split('/')
    const kind = familyOf(address)
    if (kind && bits === undefined) return this.#addresses.addAddress(address, kind)
    if (kind && /^\d{1,3}$/.test(bits ?? '') && Number(bits) <= (kind === 'ipv4' ? 32 : 128)) {
      return this.#addresses.addSubnet(address, Number(bits), kind)
    }
    if (kind || !HOST_NAME.test(target))
      throw new Error(
        `--allow-egress (allowEgress): ${target} is not a host name, an address or an address range such as 10.1.0.0/16.`,
      )
    this.#names.add(target)
  }
}

const OWN = 'This server itself listens on that address.'
const HOST_NAME = /^(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/

/** The port of a URL. Port 0 counts as none, as it does when the call is made. */
export function urlPort({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

/** The address in a URL that has no host name. The URL parser has already normalized other notations. */
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
  // An IPv6 address may end with its zone.
  return kind !== undefined && list.check(address.replace(/%.*$/, ''), kind)
}

/** Whether a call to `called` reaches a server that listens on `own`. */
function isSameHost(own: string, called: string): boolean {
  if (isAny(own)) return isAny(called) || isOfThisMachine(called)
  return isAny(called) || contains(makeBlockList(own), called)
}

const ANY = new BlockList()
ANY.addAddress('0.0.0.0', 'ipv4')
ANY.addAddress('::', 'ipv6')

function isAny(address: string): boolean {
  return contains(ANY, address)
}

function isOfThisMachine(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return contains(LOOPBACK, address) || own.some((each) => contains(makeBlockList(each.address), address))
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** A list of a single address, which also matches its form in the other address family. */
function makeBlockList(address: string): BlockList {
  const list = new BlockList()
  const kind = familyOf(address)
  if (kind) list.addAddress(address.replace(/%.*$/, ''), kind)
  return list
}
