import { findRoute, pathOf } from '../calls/find.ts'
import { type ContractName, type OperationIndex, loadOperationIndex } from '../contract/operation-index.ts'
import type { Route } from '../contract/route.ts'
import { errorCatalogue } from '../contract/service.ts'
import type { CallRecord } from '../journal/call-record.ts'
import { type Millis, realNow } from '../support/time.ts'
import { type CoveragePlan, planOf } from './plan.ts'
import { CoverageScope } from './scope.ts'
import { countAstray, CoverageCounter, countInjected } from './tally.ts'
import { Violations } from './violations.ts'

/** The operation that a call was for whose answer was asked for before anybody looked for one. */
export function meantRoute({ path, method }: CallRecord): Route | undefined {
  if (!path.startsWith(VERSION)) return undefined
  try {
    return findRoute(pathOf(path.slice(VERSION.length)))?.item[method === 'HEAD' ? 'GET' : method]
  } catch {
    return undefined
  }
}

const VERSION = '/3.0'

/** The word of the error catalogue that an answer stands for which is not the service's own. */
export function injectedError({ status, response }: CallRecord): string | undefined {
  if (!response || !response.body.startsWith('{')) return undefined
  try {
    const problem: unknown = JSON.parse(response.body)
    const title = typeof problem === 'object' && problem !== null && 'title' in problem ? problem.title : undefined
    return Object.entries(errorCatalogue).find(([, known]) => known.status === status && known.title === title)?.[0]
  } catch {
    return undefined
  }
}

/** A call that has been answered, with what was read of it. */
export interface Covered {
  readonly contract: ContractName
  /** The id of the world that it was for. */
  readonly world: string
  readonly entry: CallRecord
  /** Nothing where no operation was found. */
  readonly route: Route | undefined
  readonly query: ReadonlyMap<string, string>
  /** The parsed body; nothing when there was none that could be read. */
  readonly body: unknown
}

/** Counts are kept of so many worlds; beyond that, those are let go that are gone. */
export const COVERED_WORLDS_MAX = 2_000

/** So many calls wait while the outlines of the contracts are being loaded. */
const WAITING_MAX = 10_000

type Book = { readonly [Name in ContractName]: OperationIndex }

/** Which parts of the contract were met by calls, over all worlds of a server, living and gone. */
export class Coverage {
  readonly #isLiving: (world: string) => boolean
  readonly #counter = new CoverageCounter()
  readonly #plans = new Map<Route, CoveragePlan>()
  readonly #worlds = new Map<string, CoverageScope>()
  #all = new CoverageScope()
  #book: Book | undefined
  #loading: Promise<Book> | undefined
  #waiting: Covered[] = []
  /** Where calls and answers broke the contract. */
  readonly violations = new Violations()
  /** When counting began, in real time. */
  since: Millis = realNow()
  /** How many worlds that are gone were let go; what was met in them still counts in all. */
  evicted = 0
  /** How many calls could not be counted, since too many came before the outlines were there. */
  missed = 0

  constructor(isLiving: (world: string) => boolean) {
    this.#isLiving = isLiving
  }

  /** Takes note of a call. */
  note(call: Covered): void {
    if (call.entry.violations.length > 0) this.violations.note(call.world, call.entry)
    if (this.#book) this.#take(call, this.#book)
    else if (this.#waiting.length >= WAITING_MAX) this.missed++
    else {
      this.#waiting.push(call)
      void this.load()
    }
  }

  /** The outlines of the contracts, after which every call has been counted. */
  load(): Promise<Book> {
    return (this.#loading ??= Promise.all([loadOperationIndex('service'), loadOperationIndex('public')]).then(
      ([service, pages]) => {
        const book = { service, public: pages }
        const waiting = this.#waiting
        this.#waiting = []
        this.#book = book
        for (const call of waiting) this.#take(call, book)
        return book
      },
    ))
  }

  /** Where the calls of operations are counted, whether they were called or not. */
  async plans(contract: ContractName, routes: readonly Route[]): Promise<CoveragePlan[]> {
    const book = await this.load()
    return routes.flatMap((route) => this.#planOf(book, contract, route) ?? [])
  }

  /** What was met in all worlds. */
  get all(): CoverageScope {
    return this.#all
  }

  /** What was met in one world, living or gone; nothing where no call for it is known of. */
  scope(world: string): CoverageScope | undefined {
    return this.#worlds.get(world)
  }

  /** The ids of all worlds of which there are counts, in the order of their first calls. */
  worlds(): string[] {
    return [...this.#worlds.keys()]
  }

  /** Forgets everything that was met, and where the contract was broken. */
  clear(): void {
    this.#all = new CoverageScope()
    this.#worlds.clear()
    this.#waiting = []
    this.violations.clear()
    this.since = realNow()
    this.evicted = 0
    this.missed = 0
  }

  #take({ contract, world, entry, route, query, body }: Covered, book: Book): void {
    const scope = this.#worlds.get(world) ?? this.#enter(world)
    if (entry.injected || entry.status === null) return this.#inject(contract, book, scope, entry, route)
    const plan = route && this.#planOf(book, contract, route)
    if (plan) return this.#counter.count(plan, this.#all.tally(plan), scope.tally(plan), entry, { query, body })
    countAstray(this.#all.astray, entry)
    countAstray(scope.astray, entry)
  }

  #inject(contract: ContractName, book: Book, scope: CoverageScope, entry: CallRecord, found: Route | undefined): void {
    const route = found ?? (contract === 'service' ? meantRoute(entry) : undefined)
    const plan = route && this.#planOf(book, contract, route)
    const error = injectedError(entry)
    countInjected(plan ? this.#all.tally(plan) : this.#all.astray, entry, error)
    countInjected(plan ? scope.tally(plan) : scope.astray, entry, error)
  }

  #planOf(book: Book, contract: ContractName, route: Route): CoveragePlan | undefined {
    const known = this.#plans.get(route)
    if (known) return known
    const outline = book[contract].of(route.id)
    const plan = outline && planOf(contract, route, outline, book[contract].refusals)
    if (plan) this.#plans.set(route, plan)
    return plan
  }

  #enter(world: string): CoverageScope {
    const scope = new CoverageScope()
    this.#worlds.set(world, scope)
    if (this.#worlds.size <= COVERED_WORLDS_MAX) return scope
    for (const other of this.#worlds.keys()) {
      if (this.#isLiving(other)) continue
      this.#worlds.delete(other)
      this.evicted++
      break
    }
    return scope
  }
}
