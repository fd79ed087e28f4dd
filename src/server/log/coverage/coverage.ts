import { normalizePath } from '../../../service/calls/path-and-body.ts'
import { findRoute } from '../../../service/vocabulary/words.ts'
import { type ContractName, type OperationIndex, loadOperationIndex } from '../../../kernel/contract/operation-index.ts'
import type { Route } from '../../../kernel/contract/route.ts'
import { errorCatalogue } from '../../../kernel/contract/service.ts'
import type { Call } from '../call.ts'
import type { ReadParts } from '../log.ts'
import { type Millis, realNow } from '../../../kernel/support/time.ts'
import { type CoveragePlan, makeCoveragePlan } from './plan.ts'
import { CoverageScope, countUnmatched, CoverageCounter, countInjected } from './tally.ts'
import { Violations } from './violations.ts'

/** The operation meant by a call that was answered by a trigger header before routing. */
function intendedRoute({ path, method }: Call): Route | undefined {
  if (!path.startsWith(VERSION)) return undefined
  try {
    return findRoute(normalizePath(path.slice(VERSION.length)))?.item[method === 'HEAD' ? 'GET' : method]
  } catch {
    return undefined
  }
}

const VERSION = '/3.0'

/** The error of the catalogue that an injected answer stands for. */
function injectedError({ status, response }: Call): string | undefined {
  if (!response || !response.body.startsWith('{')) return undefined
  try {
    const problem: unknown = JSON.parse(response.body)
    const title = typeof problem === 'object' && problem !== null && 'title' in problem ? problem.title : undefined
    return Object.entries(errorCatalogue).find(([, known]) => known.status === status && known.title === title)?.[0]
  } catch {
    return undefined
  }
}

/** An answered call and its parsed parts. `world` is the id of its world. */
type Covered = ReadParts & { readonly world: string; readonly logged: Call }

/** Maximum number of worlds with counts of their own. Beyond it, deleted worlds are evicted. */
export const COVERED_WORLDS_MAX = 2_000

/** Maximum number of calls that are queued while the operation indexes are being loaded. */
const WAITING_MAX = 10_000

type OperationIndexes = { readonly [Name in ContractName]: OperationIndex }

/** Counts which parts of the contract were covered by calls, over all worlds of a server, existing and deleted. */
export class Coverage {
  readonly #exists: (world: string) => boolean
  readonly #counter = new CoverageCounter()
  readonly #worlds = new Map<string, CoverageScope>()
  #all = new CoverageScope()
  #indexes: OperationIndexes | undefined
  #loading: Promise<OperationIndexes> | undefined
  #waiting: Covered[] = []
  /** Violations of the contract by calls and answers. */
  readonly violations = new Violations()
  /** Real time at which counting began. */
  since: Millis = realNow()
  /** Number of evicted worlds. Their calls are still part of the total. */
  evicted = 0
  /** Number of calls that were not counted because the queue was full. */
  missed = 0

  constructor(isLiving: (world: string) => boolean) {
    this.#exists = isLiving
  }

  /** Counts a call. */
  note(call: Covered): void {
    if (call.logged.violations.length > 0) this.violations.note(call.world, call.logged)
    if (this.#indexes) this.#count(call, this.#indexes)
    else if (this.#waiting.length >= WAITING_MAX) this.missed++
    else {
      this.#waiting.push(call)
      void this.load()
    }
  }

  /** Loads the operation indexes and counts all queued calls. */
  load(): Promise<OperationIndexes> {
    return (this.#loading ??= Promise.all([loadOperationIndex('service'), loadOperationIndex('public')]).then(
      ([service, pages]) => {
        const indexes = { service, public: pages }
        const waiting = this.#waiting
        this.#waiting = []
        this.#indexes = indexes
        for (const call of waiting) this.#count(call, indexes)
        return indexes
      },
    ))
  }

  /** The coverage plans of operations, whether they were called or not. */
  async plans(contract: ContractName, routes: readonly Route[]): Promise<CoveragePlan[]> {
    const indexes = await this.load()
    return routes.flatMap((route) => makeCoveragePlan(route, indexes[contract]) ?? [])
  }

  /** Coverage of all worlds together. */
  get all(): CoverageScope {
    return this.#all
  }

  /** Coverage of one world, existing or deleted. Returns `undefined` if it had no calls. */
  scope(world: string): CoverageScope | undefined {
    return this.#worlds.get(world)
  }

  /** The ids of all worlds with counts, in the order of their first calls. */
  worlds(): string[] {
    return [...this.#worlds.keys()]
  }

  /** Resets all counts and violations. */
  clear(): void {
    this.#all = new CoverageScope()
    this.#worlds.clear()
    this.#waiting = []
    this.violations.clear()
    this.since = realNow()
    this.evicted = 0
    this.missed = 0
  }

  #count({ contract, world, logged, route, query, body }: Covered, indexes: OperationIndexes): void {
    const scope = this.#worlds.get(world) ?? this.#enter(world)
    if (logged.injected || logged.status === null) return this.#inject(contract, indexes, scope, logged, route)
    const plan = route && makeCoveragePlan(route, indexes[contract])
    if (plan) return this.#counter.count(plan, this.#all.tally(plan), scope.tally(plan), logged, { query, body })
    countUnmatched(this.#all.unmatched, logged)
    countUnmatched(scope.unmatched, logged)
  }

  #inject(contract: ContractName, indexes: OperationIndexes, scope: CoverageScope, logged: Call, found: Route | undefined): void {
    const route = found ?? (contract === 'service' ? intendedRoute(logged) : undefined)
    const plan = route && makeCoveragePlan(route, indexes[contract])
    const error = injectedError(logged)
    countInjected(plan ? this.#all.tally(plan) : this.#all.unmatched, logged, error)
    countInjected(plan ? scope.tally(plan) : scope.unmatched, logged, error)
  }

  #enter(world: string): CoverageScope {
    const scope = new CoverageScope()
    this.#worlds.set(world, scope)
    if (this.#worlds.size <= COVERED_WORLDS_MAX) return scope
    for (const other of this.#worlds.keys()) {
      if (this.#exists(other)) continue
      this.#worlds.delete(other)
      this.evicted++
      break
    }
    return scope
  }
}
