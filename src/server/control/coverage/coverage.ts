import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { routes as publicRoutes } from '../../../kernel/contract/public.ts'
import { errorCatalogue, routes } from '../../../kernel/contract/service.ts'
import { CALLS, type CoveragePlan, type CoveragePoint, type MemberPoint, findErrorStatus } from '../../log/coverage/plan.ts'
import { CoverageScope, CoverageTally } from '../../log/coverage/tally.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import type { ControlContext, ControlOperations } from '../context.ts'
import { coverageMarkdown, coveragePage } from './render.ts'
import { nameHint } from '../../../kernel/support/nearest.ts'
import { ControlError } from '../errors.ts'

export const coverageOperations = {
  async getCoverage({ context, query: { format = 'json', world } }) {
    const coverage = await coverageView(context, world)
    if (format === 'json') return coverage
    return format === 'markdown' ? coverageMarkdown(coverage) : coveragePage(coverage)
  },

  async deleteCoverage({ context: { coverage } }) {
    await coverage.load()
    coverage.clear()
  },
} satisfies Partial<ControlOperations>

async function coverageView(
  { coverage, worlds }: ControlContext,
  world: string | undefined,
): Promise<ControlSchemas['ContractCoverage']> {
  const { service: index } = await coverage.load()
  const scope = coverageScopeOrThrow({ coverage, worlds }, world)
  const common = commonErrors(scope, index.common)
  const service = coveredOperations(scope, await coverage.plans('service', routes), common)
  const pages = coveredOperations(scope, await coverage.plans('public', publicRoutes), [])
  return {
    since: isoMillis(coverage.since),
    ...(world === undefined ? {} : { world }),
    worlds: { counted: coverage.worlds().length, evicted: coverage.evicted },
    calls: service.calls,
    injected: service.injected + scope.unmatched.injected,
    astray: scope.unmatched.counts[0] ?? 0,
    missed: coverage.missed,
    totals: service.totals,
    common_errors: common,
    operations: service.operations,
    public: pages,
  }
}

type Totals = ControlSchemas['CoverageTotals']
type CoverageKind = Exclude<keyof Totals, 'all'>
type CallCounts = { readonly [Each in CoverageKind]: readonly number[] }

/** Coverage of several operations: totals per kind of part, and the view of each operation. */
interface CoveredOperations {
  readonly calls: number
  readonly injected: number
  readonly totals: Totals
  readonly operations: readonly ControlSchemas['CoveredOperation'][]
}

/** Views of operations and their totals. Errors common to all operations count once, in the totals. */
function coveredOperations(
  scope: CoverageScope,
  plans: readonly CoveragePlan[],
  common: readonly ControlSchemas['CoveredError'][],
): CoveredOperations {
  const each = plans.map((plan) => ({ plan, tally: scope.find(plan) ?? new CoverageTally(plan.size) }))
  const views = each.map(({ plan, tally }) => ({ view: operationView(plan, tally), met: readCallCounts(plan, tally) }))
  const sum = (kind: CoverageKind) => views.flatMap(({ met }) => met[kind])
  return {
    calls: views.reduce((all, { view }) => all + view.calls, 0),
    injected: views.reduce((all, { view }) => all + view.injected, 0),
    totals: calculateTotals({
      operations: sum('operations'),
      parameters: sum('parameters'),
      fields: sum('fields'),
      values: sum('values'),
      statuses: sum('statuses'),
      errors: [...sum('errors'), ...common.map(({ calls }) => calls)],
    }),
    operations: views.map(({ view }) => view),
  }
}

/** Errors that any call may get, whether it matched an operation or not. */
function commonErrors(scope: CoverageScope, words: readonly string[]): ControlSchemas['CoveredError'][] {
  const tallies = [scope.unmatched, ...scope.all().map(([, tally]) => tally)]
  const sum = (name: string) => tallies.reduce((all, tally) => all + tally.rare(name), 0)
  return words.map((word) => errorView(word, sum(`error:${word}`), sum(`injected:error:${word}`)))
}

function operationView(plan: CoveragePlan, tally: CoverageTally): ControlSchemas['CoveredOperation'] {
  const { id, method, path, resource } = plan.route
  return {
    operation: id,
    method,
    path,
    resource,
    calls: readCounter(tally, CALLS),
    injected: tally.injected,
    totals: calculateTotals(readCallCounts(plan, tally)),
    statuses: statusesView(plan, tally),
    errors: errorsView(plan, tally),
    parameters: plan.parameters.map((each) => memberView(each, tally)),
    fields: plan.fields.map((each) => memberView(each, tally)),
  }
}

function readCallCounts({ statuses, errors, parameters, fields }: CoveragePlan, tally: CoverageTally): CallCounts {
  const counts = (points: readonly CoveragePoint<unknown>[]) => points.map(({ counter }) => readCounter(tally, counter))
  return {
    operations: [readCounter(tally, CALLS)],
    parameters: counts(parameters),
    fields: counts(fields),
    values: counts([...parameters, ...fields].flatMap(({ values }) => values)),
    statuses: counts(statuses),
    errors: counts(errors),
  }
}

function calculateTotals(counts: CallCounts): Totals {
  const share = (kind: CoverageKind) => makeCoverageShare(counts[kind])
  return {
    all: makeCoverageShare(Object.values(counts).flat()),
    operations: share('operations'),
    parameters: share('parameters'),
    fields: share('fields'),
    values: share('values'),
    statuses: share('statuses'),
    errors: share('errors'),
  }
}

/** Rounded down, so that 100 % means complete. */
function makeCoverageShare(counts: readonly number[]): ControlSchemas['CoverageShare'] {
  const total = counts.length
  const met = counts.filter((count) => count > 0).length
  return { met, total, percent: total === 0 ? 100 : Math.floor((1000 * met) / total) / 10 }
}

function memberView({ name, counter, values }: MemberPoint, tally: CoverageTally): ControlSchemas['CoveredMember'] {
  const calls = readCounter(tally, counter)
  if (values.length === 0) return { name, calls }
  return { name, calls, values: values.map((value) => ({ value: value.name, calls: readCounter(tally, value.counter) })) }
}

function statusesView({ statuses }: CoveragePlan, tally: CoverageTally): ControlSchemas['CoveredStatus'][] {
  const expected = statuses.map(({ name, counter }) => ({ status: name, calls: readCounter(tally, counter), expected: true }))
  return [
    ...expected.toSorted((a, b) => a.status - b.status),
    ...unexpectedIn(
      tally,
      'status',
      statuses.map(({ name }) => String(name)),
    ).map(({ name, calls }) => ({ status: Number(name), calls, expected: false })),
  ].map((each) => ({ ...each, injected: tally.rare(`injected:status:${each.status}`) }))
}

function errorsView({ errors }: CoveragePlan, tally: CoverageTally): ControlSchemas['CoveredError'][] {
  const expected = errors.map(({ name, counter }) => ({ name, calls: readCounter(tally, counter), expected: true }))
  const others = unexpectedIn(
    tally,
    'error',
    errors.map(({ name }) => name),
  ).map((each) => ({ ...each, expected: false }))
  return [...expected, ...others].map(({ name, calls, expected: isExpected }) => ({
    ...errorView(name, calls, tally.rare(`injected:error:${name}`)),
    expected: isExpected,
  }))
}

function errorView(error: string, calls: number, injected: number): ControlSchemas['CoveredError'] {
  const title = Object.entries(errorCatalogue).find(([word]) => word === error)?.[1].title ?? error
  return { error, status: findErrorStatus(error), title, calls, injected }
}

/** What was met of a kind, or injected, that the contract does not name; in order. */
function unexpectedIn(tally: CoverageTally, kind: 'status' | 'error', expected: readonly string[]) {
  const names = tally.rareNames().map((name) => name.replace(/^injected:/, '').split(':'))
  const others = names.flatMap(([first, name = '']) => (first === kind && !expected.includes(name) ? [name] : []))
  return [...new Set(others)].toSorted().map((name) => ({ name, calls: tally.rare(`${kind}:${name}`) }))
}

function readCounter({ counts }: CoverageTally, counter: number): number {
  return counts[counter] ?? 0
}

/** Coverage of the world named by a query, or of all worlds. It is empty for a world without calls. */
export function coverageScopeOrThrow(
  { coverage, worlds }: Pick<ControlContext, 'coverage' | 'worlds'>,
  world: string | undefined,
): CoverageScope {
  if (world === undefined) return coverage.all
  const scope = coverage.scope(world)
  if (scope) return scope
  if (worlds.byId(world)) return new CoverageScope()
  const ids = [...new Set([...worlds.all().map((handle) => handle.world.id), ...coverage.worlds()])]
  const hint = nameHint(world, ids, 10)
  const evicted = coverage.evicted > 0 ? ` The counts of ${coverage.evicted} deleted worlds were evicted.` : ''
  throw new ControlError(404, `There is no world ${world.slice(0, 100)}, and no calls to it were counted. ${hint}${evicted}`)
}
