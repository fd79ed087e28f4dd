import { version } from '../../kernel/contract/generated/version.ts'
import { isoMillis, type Millis } from '../../kernel/support/time.ts'
import type { CheckResult, Checker } from './check.ts'
import type { Aspect, Finding, Noted } from './finding.ts'
import type {
  Agreements,
  AssumptionResult,
  FoundDifference,
  ImpliedSetting,
  OperationResult,
  Outcome,
  Remark,
  Result,
} from './result.ts'

interface LedgerOptions {
  readonly kind: Result['kind']
  readonly source: string
  readonly at: Millis
  /** Whether values of the account are kept. */
  readonly values: boolean
}

/** What is known about one operation. */
class Entry {
  calls = 0
  readonly agreed = new Map<Aspect, Map<string, number>>()
  readonly differences = new Map<string, FoundDifference>()

  agree(aspect: Aspect, at: string, times: number): void {
    const places = this.agreed.get(aspect) ?? new Map<string, number>()
    this.agreed.set(aspect, places)
    add(places, at, times)
  }

  differ(given: FoundDifference): void {
    const key = [given.aspect, given.at, given.expected, given.found, given.assumptions.join(), given.isOld].join('\n')
    const existing = this.differences.get(key)
    this.differences.set(key, existing ? { ...existing, times: existing.times + given.times } : given)
  }

  get agreements(): Agreements {
    return Object.fromEntries([...this.agreed].map(([aspect, places]) => [aspect, Object.fromEntries(places)]))
  }
}

interface AssumptionEntry {
  readonly agreed: Map<Aspect, number>
  readonly operations: Set<string>
  differed: number
}

/** Adds up findings by operation and by assumption. */
export class Ledger {
  readonly #checker: Checker
  readonly #options: LedgerOptions
  readonly #operations = new Map<string, Entry>()
  readonly #elsewhere = new Entry()
  readonly #assumptions = new Map<string, AssumptionEntry>()
  readonly #settings = new Map<string, ImpliedSetting>()
  readonly #remarks = new Map<string, Remark>()
  #calls = 0

  constructor(checker: Checker, options: LedgerOptions) {
    this.#checker = checker
    this.#options = options
  }

  /** Adds an exchange. */
  add({ route, findings }: CheckResult): void {
    this.#calls++
    this.#entryOf(route?.id).calls++
    for (const finding of findings) this.#note(finding)
  }

  /** Adds a finding that does not come from one exchange alone. */
  note(noted: Noted): void {
    this.#note({ ...noted, times: 1, difference: noted.difference })
  }

  remark(text: string, operation?: string, times = 1): void {
    const key = `${operation} ${text}`
    this.#remarks.set(key, { operation, text, times: times + (this.#remarks.get(key)?.times ?? 0) })
  }

  /** Notes that answers imply the value of a setting. */
  imply({ name, value }: Omit<ImpliedSetting, 'times'>): void {
    const key = `${name} ${value}`
    this.#settings.set(key, { name, value, times: 1 + (this.#settings.get(key)?.times ?? 0) })
  }

  /** The result; `stopped` says why the comparison has ended early, if it has. */
  result(stopped?: string): Result {
    const operations = this.#operationResults()
    const assumptions = this.#assumptionResults()
    const elsewhere = { agreed: this.#elsewhere.agreements, differences: [...this.#elsewhere.differences.values()] }
    const differs = [...operations, elsewhere].some(({ differences }) => differences.some(isCounted))
    const isSeen = operations.some(({ outcome }) => outcome !== 'not seen')
    const failed = operations.filter(({ calls, outcome }) => calls > 0 && outcome === 'not seen')
    const why = [...(stopped === undefined ? [] : [stopped]), ...(failed.length === 0 ? [] : [failureText(failed)])].join(' ')
    const seen = (outcomes: readonly { readonly outcome: Outcome }[]) => ({
      seen: outcomes.filter(({ outcome }) => outcome !== 'not seen').length,
      total: outcomes.length,
    })
    const { kind, source, at } = this.#options
    return {
      maildouble: version,
      kind,
      source,
      at: isoMillis(at),
      outcome: differs ? 'differs' : why !== '' || !isSeen ? 'unknown' : 'agrees',
      stopped: why === '' ? undefined : why,
      calls: this.#calls,
      seen: {
        operations: seen(operations),
        reads: seen(operations.filter(({ method }) => method === 'GET')),
        members: {
          seen: operations.reduce((sum, { members }) => sum + members.seen, 0),
          total: operations.reduce((sum, { members }) => sum + members.total, 0),
        },
        assumptions: seen(assumptions),
      },
      operations,
      assumptions,
      elsewhere,
      settings: [...this.#settings.values()],
      remarks: [...this.#remarks.values()],
    }
  }

  #note({ operation, aspect, at, assumptions, times, difference }: Finding): void {
    const entry = this.#entryOf(operation)
    if (!difference) entry.agree(aspect, at, times)
    else {
      const { expected, found, value, isOld } = difference
      const shown = this.#options.values && value !== undefined ? { value } : {}
      entry.differ({ aspect, at, assumptions, times, expected, found, ...shown, ...(isOld ? { isOld } : {}) })
    }
    for (const id of assumptions) {
      const known = this.#assumptionOf(id)
      if (operation !== undefined) known.operations.add(operation)
      if (difference?.isOld) continue
      if (difference) known.differed += times
      else add(known.agreed, aspect, times)
    }
  }

  #entryOf(operation: string | undefined): Entry {
    if (operation === undefined) return this.#elsewhere
    const entry = this.#operations.get(operation) ?? new Entry()
    this.#operations.set(operation, entry)
    return entry
  }

  #assumptionOf(id: string): AssumptionEntry {
    const entry = this.#assumptions.get(id) ?? { agreed: new Map<Aspect, number>(), operations: new Set<string>(), differed: 0 }
    this.#assumptions.set(id, entry)
    return entry
  }

  #operationResults(): OperationResult[] {
    return [...this.#checker.parts].map(([operation, { route, members }]) => {
      const entry = this.#operations.get(operation) ?? new Entry()
      const differences = [...entry.differences.values()]
      const places = new Set([...(entry.agreed.get('member')?.keys() ?? []), ...differences.map(({ at }) => at)])
      return {
        operation,
        method: route.method,
        path: route.path,
        outcome: decideOutcome(entry.agreed.size, differences.filter(isCounted).length),
        calls: entry.calls,
        members: { seen: [...members.keys()].filter((each) => places.has(each)).length, total: members.size },
        agreed: entry.agreements,
        differences,
      }
    })
  }

  #assumptionResults(): AssumptionResult[] {
    return Object.entries(this.#checker.contract['x-assumptions'] ?? {}).map(([id, text]) => {
      const { agreed, operations, differed } = this.#assumptions.get(id) ?? NONE
      return {
        id,
        ...text,
        outcome: decideOutcome(agreed.size, differed),
        agreed: Object.fromEntries(agreed),
        operations: [...operations],
        differed,
      }
    })
  }
}

const NONE: AssumptionEntry = { agreed: new Map(), operations: new Set(), differed: 0 }

/** Operations that were called and not seen have only answered with failures of the server. */
function failureText(failed: readonly OperationResult[]): string {
  const names = failed.map(({ operation }) => operation).join(', ')
  return `The service failed at each call of ${names}, so nothing is known about ${failed.length === 1 ? 'it' : 'them'}.`
}

function isCounted({ isOld }: FoundDifference): boolean {
  return isOld !== true
}

function decideOutcome(agreed: number, differed: number): Outcome {
  return differed > 0 ? 'differs' : agreed > 0 ? 'agrees' : 'not seen'
}

function add<Key>(counts: Map<Key, number>, key: Key, times: number): void {
  counts.set(key, (counts.get(key) ?? 0) + times)
}
