import { routes } from '../../../kernel/contract/service.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { readInstantMillis, type Millis } from '../../../kernel/support/time.ts'
import type { GivenVocabulary } from '../../../service/vocabulary/definition.ts'
import { loadChecker, type Checker } from '../check.ts'
import { Ledger } from '../ledger.ts'
import type { Result } from '../result.ts'
import { fieldsProbe, filterProbes, firstPage, orderProbes, pagingProbe } from './collections.ts'
import { impliedBy } from './implied.ts'
import { defaultOrder, lawProbes } from './laws.ts'
import { confirmDifferences, type Probe } from './probe.ts'
import { Reader, type Answered } from './reader.ts'
import { countProbe, REFUSALS_AT_ROOT, unknownIdProbe } from './refusals.ts'
import { ReadTransport, Stopped, Unanswered, type TransportOptions } from './transport.ts'
import { kindOf, leadsTo, richnessOf, ROOT_TRAIL, visited, type ResourceVisit, type Visited } from './visit.ts'

export interface DriftOptions extends Omit<TransportOptions, 'remark'> {
  readonly vocabulary?: GivenVocabulary | undefined
  readonly values?: boolean
  /** Whether OPTIONS may be sent as well. */
  readonly mayAsk?: boolean
  /** The result of a run that ended early. */
  readonly resumed?: Result | undefined
  /** Limits the run to operations whose ids match, and the ones on the way to them. */
  readonly only?: ((operation: string) => boolean) | undefined
}

/** Maximum number of resources of one operation that are read. */
const VISITS_MAX = 3

/** Reads an account, and compares it with the contract and with the behaviour of the double. Changes nothing. */
export async function runDrift(options: DriftOptions): Promise<Result> {
  const checker = await loadChecker({ vocabulary: options.vocabulary })
  return new DriftRun(checker, options).run()
}

class DriftRun {
  readonly #options: DriftOptions
  readonly #ledger: Ledger
  readonly #reader: Reader
  readonly #transport: ReadTransport
  /** Everything of the URL before a path below `/3.0`. */
  readonly #base: string
  /** Resources that are not read yet, by operation. */
  readonly #pending = new Map<string, ResourceVisit[]>()
  readonly #paths = new Set<string>()
  readonly #visited: Visited[] = []
  readonly #visits = new Map<string, number>()
  /** The kinds of items that were read, by operation. */
  readonly #kinds = new Map<string, Set<string>>()
  /** Steps that are done, in this run or in the one before. */
  readonly #done: Set<string>
  /** Steps of the run before that are still open. */
  readonly #open: readonly string[]
  /** The steps that the run knew and did not come to. */
  #left: string[] = []
  /** The steps without an answer that can be used. */
  readonly #failed = new Set<string>()
  /** Whether the probes of the resources are known. */
  #isProbing = false

  constructor(checker: Checker, options: DriftOptions) {
    this.#options = options
    const { resumed, clock, base } = options
    this.#base = base.href.replace(/\/$/, '')
    this.#ledger = new Ledger(checker, {
      kind: 'drift',
      source: base.host,
      at: startOf(resumed, clock.now()),
      values: options.values ?? false,
    })
    if (resumed) this.#ledger.restore(resumed)
    this.#done = new Set(resumed?.progress?.done)
    this.#open = resumed?.progress?.open ?? []
    this.#transport = new ReadTransport({ ...options, remark: (path, text) => this.#remark(checker, path, text) }, options)
    this.#reader = new Reader(checker, this.#ledger, this.#transport)
  }

  async run(): Promise<Result> {
    let stopped: string | undefined
    try {
      await this.#readEach()
      this.#isProbing = true
      await this.#probe(this.#probes())
      await this.#readFurther()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      // A run that has made all of its calls has come to its end.
      if (this.#transport.left > 0) stopped = error.message
    }
    const further = this.#leftSteps()
    if (stopped === undefined && further.length > 0)
      this.#ledger.remark({
        operation: undefined,
        text: `${further.length} further steps were left out by --max-calls; --resume takes them`,
        times: 1,
      })
    if (stopped === undefined && this.#failed.size > 0)
      stopped = `${formatCount(this.#failed.size, 'step')} had no answer that can be used. --resume takes them once more.`
    const left = [...new Set([...further, ...this.#failed])]
    const progress = left.length > 0 ? { done: [...this.#done], open: left } : undefined
    return this.#ledger.result({ stopped, progress })
  }

  /** Reads one resource of each operation that the account has data for. */
  async #readEach(): Promise<void> {
    const root = routes.find(({ id }) => id === 'getRoot')
    if (!root) return
    this.#enqueue({ trail: ROOT_TRAIL, route: root, path: '/', item: undefined, isLinked: true })
    for (;;) {
      const next = this.#next(1)
      if (!next) return
      await this.#visit(next)
    }
  }

  /** Reads further resources, of kinds that were not seen yet, as long as there are calls left. */
  async #readFurther(): Promise<void> {
    for (let visits = 2; visits <= VISITS_MAX; visits++)
      for (;;) {
        const next = this.#next(visits)
        if (!next) break
        const before = this.#visited.length
        await this.#visit(next)
        const [added] = this.#visited.slice(before)
        if (added) await this.#probe(lawProbes(added).map((probe) => ({ probe, base: added })))
      }
  }

  /** The next resource of an operation of which fewer than so many were read: of a new kind if there is one, and with much below it. */
  #next(visits: number): ResourceVisit | undefined {
    for (const [operation, pending] of this.#pending) {
      if (pending.length === 0) continue
      if ((this.#visits.get(operation) ?? 0) >= visits) continue
      const seen = this.#kinds.get(operation)
      const scored = pending.map((visit, i) => ({
        i,
        isNew: seen && !seen.has(kindOf(visit.item)),
        richness: richnessOf(visit.item),
      }))
      const best = scored.reduce((a, b) => ((Number(b.isNew) - Number(a.isNew) || b.richness - a.richness) > 0 ? b : a))
      return pending.splice(best.i, 1)[0]
    }
    return undefined
  }

  /** Whether a resource that was read in the run before is needed once more, because steps at it or below it are open. */
  #isNeeded(trail: string): boolean {
    return [...this.#open, ...this.#done].some(
      (step) => step !== trail && isWithin(step, trail) && !(step.startsWith(`${trail}?`) && this.#done.has(step)),
    )
  }

  async #visit(visit: ResourceVisit): Promise<void> {
    const { trail, route, path, item } = visit
    const isCounted = !this.#done.has(trail)
    add(this.#visits, route.id)
    this.#kinds.set(route.id, (this.#kinds.get(route.id) ?? new Set()).add(kindOf(item)))
    // All steps at this resource are done; it still holds its place among the resources that were read.
    if (!isCounted && !this.#isNeeded(trail))
      return void this.#visited.push({ ...visit, query: {}, answer: {}, items: [], itemsName: '', total: undefined })
    const query = this.#requiredQuery(visit)
    try {
      const answered = await this.#reader.read(path, { query, isCounted })
      this.#take(visit, answered, query, isCounted)
    } catch (error) {
      if (isEnd(error) && isCounted) this.#left.push(trail)
      this.#goOnAfter(error, visit, trail)
    }
  }

  /** Leaves a step to a resumed run if its answers were of no use. Throws what ends the run. */
  #goOnAfter(error: unknown, { route }: Pick<ResourceVisit, 'route'>, step: string): void {
    if (isEnd(error)) throw error
    this.#failed.add(step)
    // The message of another error may hold values of the account.
    const why = error instanceof Unanswered ? error.message : `Its answer cannot be compared (${nameOf(error)}).`
    this.#ledger.remark({ operation: route.id, text: why, times: 1 })
  }

  #take(visit: ResourceVisit, answered: Answered, query: Visited['query'], isCounted: boolean): void {
    const { trail, route } = visit
    const { status } = answered.exchange
    if (status >= 500) return void this.#failed.add(trail)
    this.#done.add(trail)
    if (isCounted) {
      for (const setting of impliedBy(answered)) this.#ledger.imply(setting)
    }
    if (isCounted && visit.isLinked && (status === 200 || status === 404)) {
      const difference = { expected: 'an answer at the end of a link', found: 'the status 404' }
      this.#ledger.note({
        operation: route.id,
        aspect: 'status',
        at: 'linked',
        assumptions: [],
        difference: status === 200 ? undefined : difference,
      })
    }
    if (status !== 200) return
    const found = visited(visit, answered, query)
    if (!found) return
    this.#visited.push(found)
    if (isCounted) for (const noted of [...firstPage(found, this.#reader), ...defaultOrder(found)]) this.#ledger.note(noted)
    for (const next of leadsTo(found, this.#reader.checker, this.#base)) this.#enqueue(next)
  }

  #enqueue(visit: ResourceVisit): void {
    const { route, path } = visit
    if (this.#paths.has(path) || !(this.#options.only?.(route.id) ?? true)) return
    this.#paths.add(path)
    const pending = this.#pending.get(route.id) ?? []
    this.#pending.set(route.id, [...pending, visit])
  }

  /** The query that a search needs: a word that finds something, as far as one was read. */
  #requiredQuery({ route }: ResourceVisit): Visited['query'] {
    const first = (operation: string): Visited['answer'] =>
      this.#visited.find((each) => each.route.id === operation)?.items[0] ?? {}
    const word = (...values: unknown[]): string =>
      String(values.find((value) => typeof value === 'string' && value !== '') ?? 'news')
    if (route.id === 'searchMembers') return { query: word(first('getMembers')['email_address']) }
    if (route.id === 'searchCampaigns') return { query: word(first('getLists')['name']) }
    return {}
  }

  /** The probes of what was read, the most telling first: each kind of probe covers all operations before the next. */
  #probes(): { readonly probe: Probe; readonly base: Visited }[] {
    const [root] = this.#visited
    const firsts = [...new Map(this.#visited.toReversed().map((each) => [each.route.id, each])).values()].toReversed()
    const of = (make: (base: Visited) => readonly Probe[], bases = firsts) =>
      bases.flatMap((base) => make(base).map((probe) => ({ probe, base })))
    const ids = of(unknownIdProbe)
    const counts = of(countProbe)
    const fields = of(fieldsProbe)
    return [
      ...(root ? REFUSALS_AT_ROOT.map((probe) => ({ probe, base: root })) : []),
      ...ids.slice(0, IDS_FIRST),
      ...counts.slice(0, COUNTS_FIRST),
      ...fields.slice(0, FIELDS_FIRST),
      ...of(lawProbes, this.#visited),
      ...of(pagingProbe),
      ...of(filterProbes),
      ...of(orderProbes),
      ...ids.slice(IDS_FIRST),
      ...fields.slice(FIELDS_FIRST),
      ...counts.slice(COUNTS_FIRST),
    ]
  }

  async #probe(probes: readonly { readonly probe: Probe; readonly base: Visited }[]): Promise<void> {
    const steps = probes.map((each) => ({ ...each, step: `${each.base.trail}?${each.probe.name}` }))
    for (const [i, { probe, base, step }] of steps.entries()) {
      if (this.#done.has(step)) continue
      try {
        const noted = await confirmDifferences(async (isRepeated) =>
          probe.run(this.#reader, isRepeated ? await this.#again(base) : base),
        )
        for (const each of noted) this.#ledger.note(each)
        this.#done.add(step)
      } catch (error) {
        if (isEnd(error))
          this.#left.push(
            ...steps
              .slice(i)
              .map((each) => each.step)
              .filter((each) => !this.#done.has(each)),
          )
        this.#goOnAfter(error, base, step)
      }
    }
  }

  async #again(base: Visited): Promise<Visited> {
    return visited(base, await this.#reader.read(base.path, { query: base.query }), base.query) ?? base
  }

  /** The steps that are left: those that were begun to be taken, and the resources that would be read next. */
  #leftSteps(): string[] {
    const resources = [...this.#pending].flatMap(([operation, pending]) =>
      pending.slice(0, Math.max(0, VISITS_MAX - (this.#visits.get(operation) ?? 0))).map(({ trail }) => trail),
    )
    if (this.#left.length === 0) return []
    const probes = this.#isProbing ? [] : this.#visited.map(({ trail }) => `${trail}?probes`)
    return [...new Set([...this.#left, ...resources, ...probes])].filter((step) => !this.#done.has(step))
  }

  #remark(checker: Checker, path: string, text: string): void {
    const operation = checker.vocabulary.find(path.split('?')[0] ?? '')?.match.item['GET']?.id
    this.#ledger.remark({ operation, text, times: 1 })
  }
}

/** How many probes of a kind come first; the others come last. */
const IDS_FIRST = 10
const COUNTS_FIRST = 4
const FIELDS_FIRST = 12

/** Whether an error ends the run, and not one step alone. */
function isEnd(error: unknown): boolean {
  return error instanceof Stopped && !(error instanceof Unanswered)
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

function startOf(resumed: Result | undefined, now: Millis): Millis {
  return readInstantMillis(resumed?.at ?? '') ?? now
}

function isWithin(step: string, trail: string): boolean {
  return step === trail || step.startsWith(`${trail}/`) || step.startsWith(`${trail}?`)
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
