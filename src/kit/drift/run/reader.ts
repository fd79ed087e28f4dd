import type { CheckResult, Checker } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import type { Difference, Noted } from '../finding.ts'
import type { Ledger } from '../ledger.ts'
import type { ReadTransport } from './transport.ts'

/** An answer that was compared with the contract. */
export interface Answered extends CheckResult {
  readonly exchange: Exchange
}

interface ReadOptions {
  /** The query in the words of the reference. */
  readonly query?: Readonly<Record<string, string>>
  readonly anonymous?: boolean
}

/** Maximum number of redirects that are followed, on the same server only. */
const REDIRECTS_MAX = 3

/** Reads paths of the service, and compares each answer with the contract. */
export class Reader {
  readonly checker: Checker
  readonly ledger: Ledger
  readonly #transport: ReadTransport

  constructor(checker: Checker, ledger: Ledger, transport: ReadTransport) {
    this.checker = checker
    this.ledger = ledger
    this.#transport = transport
  }

  /** Reads a path below `/3.0`, in the words of the deployment. */
  async read(path: string, { query = {}, anonymous = false }: ReadOptions = {}): Promise<Answered> {
    const search = this.#searchOf(path, query)
    let exchange = await this.#transport.get(path + search, { anonymous })
    for (let redirects = 0; exchange.status >= 300 && exchange.status < 400 && redirects < REDIRECTS_MAX; redirects++) {
      this.#count(exchange)
      const to = redirectTarget(exchange)
      if (to === undefined) break
      exchange = await this.#transport.get(to, { anonymous })
    }
    return this.#count(exchange)
  }

  #count(exchange: Exchange): Answered {
    const checked = this.checker.check(exchange)
    this.ledger.add(checked)
    return { ...checked, exchange }
  }

  #searchOf(path: string, query: Readonly<Record<string, string>>): string {
    const entries = Object.entries(query)
    if (entries.length === 0) return ''
    const route = this.checker.vocabulary.find(path)?.match.item['GET']
    const sent = route ? this.checker.vocabulary.queryAsSent(route, new Map(entries)) : new Map(entries)
    return `?${[...sent].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
  }
}

/** The path below `/3.0` that a redirect leads to, if it stays on the server. */
function redirectTarget({ url, headers }: Exchange): string | undefined {
  const location = headers.get('location')
  if (location === undefined || !URL.canParse(location, url.href)) return undefined
  const to = new URL(location, url)
  const base = url.pathname.slice(0, url.pathname.indexOf('/3.0') + '/3.0'.length)
  return to.origin === url.origin && to.pathname.startsWith(`${base}/`) ? to.pathname.slice(base.length) + to.search : undefined
}

/** A finding that compares two values. The texts must not tell values of the account. */
export function noteComparison(place: Omit<Noted, 'difference'>, isSame: boolean, difference: Difference): Noted {
  return isSame ? place : { ...place, difference }
}
