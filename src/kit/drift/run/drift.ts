import { routes } from '../../../kernel/contract/service.ts'
import { formatCount } from '../../../kernel/support/words.ts'
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
import { classifyItem, leadsTo, measureRichness, visited, type ResourceVisit, type Visited } from './visit.ts'

export interface DriftOptions extends Omit<TransportOptions, 'remark'> {
  readonly vocabulary?: GivenVocabulary | undefined
  readonly values?: boolean
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
  /** Number of steps without an answer that can be used. */
  #failed = 0

  constructor(checker: Checker, options: DriftOptions) {
    this.#options = options
    const { clock, base } = options
    this.#base = base.href.replace(/\/$/, '')
    this.#ledger = new Ledger(checker, {
      kind: 'drift',
      source: base.host,
      at: clock.now(),
      values: options.values ?? false,
    })
    this.#transport = new ReadTransport({ ...options, remark: (path, text) => this.#remark(checker, path, text) })
    this.#reader = new Reader(checker, this.#ledger, this.#transport)
  }

  async run(): Promise<Result> {
    let stopped: string | undefined
    try {
      await this.#readEach()
      await this.#probe(this.#probes())
      await this.#readFurther()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      // A run that has made all of its calls has come to its end.
      if (this.#transport.left > 0) stopped = error.message
      else this.#ledger.remark('Further steps were left out by --max-calls')
    }
    if (stopped === undefined && this.#failed > 0)
      stopped = `${formatCount(this.#failed, 'step')} had no answer that can be used.`
    return this.#ledger.result(stopped)
  }

  /** Reads one resource of each operation that the account has data for. */
  async #readEach(): Promise<void> {
    const root = routes.find(({ id }) => id === 'getRoot')
    if (!root) return
    this.#enqueue({ route: root, path: '/', item: undefined, isLinked: true })
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
        isNew: seen && !seen.has(classifyItem(visit.item)),
        richness: measureRichness(visit.item),
      }))
      const best = scored.reduce((a, b) => ((Number(b.isNew) - Number(a.isNew) || b.richness - a.richness) > 0 ? b : a))
      return pending.splice(best.i, 1)[0]
    }
    return undefined
  }

  async #visit(visit: ResourceVisit): Promise<void> {
    const { route, path, item } = visit
    this.#visits.set(route.id, (this.#visits.get(route.id) ?? 0) + 1)
    this.#kinds.set(route.id, (this.#kinds.get(route.id) ?? new Set()).add(classifyItem(item)))
    const query = this.#requiredQuery(visit)
    try {
      this.#take(visit, await this.#reader.read(path, { query }), query)
    } catch (error) {
      this.#goOnAfter(error, visit)
    }
  }

  /** Counts a step whose answers were of no use. Throws what ends the run. */
  #goOnAfter(error: unknown, { route }: Pick<ResourceVisit, 'route'>): void {
    if (error instanceof Stopped && !(error instanceof Unanswered)) throw error
    this.#failed++
    // The message of another error may hold values of the account.
    const why = error instanceof Unanswered ? error.message : `Its answer cannot be compared (${nameThrown(error)}).`
    this.#ledger.remark(why, route.id)
  }

  #take(visit: ResourceVisit, answered: Answered, query: Visited['query']): void {
    const { route } = visit
    const { status } = answered.exchange
    if (status >= 500) return void this.#failed++
    for (const setting of impliedBy(answered)) this.#ledger.imply(setting)
    if (visit.isLinked && (status === 200 || status === 404)) {
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
    for (const noted of [...firstPage(found, this.#reader), ...defaultOrder(found)]) this.#ledger.note(noted)
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
    for (const { probe, base } of probes)
      try {
        const noted = await confirmDifferences(async (isRepeated) =>
          probe(this.#reader, isRepeated ? await this.#again(base) : base),
        )
        for (const each of noted) this.#ledger.note(each)
      } catch (error) {
        this.#goOnAfter(error, base)
      }
  }

  async #again(base: Visited): Promise<Visited> {
    return visited(base, await this.#reader.read(base.path, { query: base.query }), base.query) ?? base
  }

  #remark(checker: Checker, path: string, text: string): void {
    const operation = checker.vocabulary.find(path.split('?')[0] ?? '')?.match.item['GET']?.id
    this.#ledger.remark(text, operation)
  }
}

/** How many probes of a kind come first; the others come last. */
const IDS_FIRST = 10
const COUNTS_FIRST = 4
const FIELDS_FIRST = 12

function nameThrown(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
