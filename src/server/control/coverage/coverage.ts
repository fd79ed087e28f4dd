import { AnsweredText, type ControlSchemas } from '../../../kernel/contract/control.ts'
import { routes as publicRoutes } from '../../../kernel/contract/public.ts'
import { errorCatalogue, routes } from '../../../kernel/contract/service.ts'
import { CALLS, type CoveragePlan, type CoveragePoint, type MemberPoint, findErrorStatus } from '../../log/coverage/plan.ts'
import type { CoverageScope } from '../../log/coverage/scope.ts'
import { CoverageTally } from '../../log/coverage/tally.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import type { ControlContext, ControlOperations } from '../context.ts'
import { coverageScopeOrThrow } from './covered-world.ts'
import { byResource, calledCoverage, countedSentence, findGaps } from './gaps.ts'
import { coveragePage } from './page.ts'

export const coverageOperations = {
  async getCoverage({ context, query: { format = 'json', world } }) {
    const coverage = await coverageView(context, world)
    if (format === 'json') return coverage
    if (format === 'markdown') return new AnsweredText('text/markdown', coverageMarkdown(coverage))
    return coveragePage(coverage)
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

type CoveredOperation = ControlSchemas['CoveredOperation']

/** Coverage as Markdown, for the summary of a CI run. */
function coverageMarkdown(coverage: ControlSchemas['ContractCoverage']): string {
  const { operations, common_errors, public: pages } = coverage
  const never = common_errors.filter(({ calls }) => calls === 0)
  const { sentence, shares } = calledCoverage(coverage)
  return [
    '# Contract coverage',
    `${sentence} ${countedSentence(coverage)}`,
    ['| | Met | Of | |', '|---|---:|---:|---|', ...shares.map(([words, share]) => row(words, share))].join('\n'),
    ...partlyMet(operations),
    ...(never.length > 0
      ? [
          '## Errors of any call, never covered',
          never.map(({ error, status, title }) => `- \`${error}\` (${status} ${title})`).join('\n'),
        ]
      : []),
    ...partlyMet(pages.operations, '## Pages, files and the sign-in, c'),
    ...neverCalled('Never called', operations),
    ...neverCalled('Pages, files and the sign-in, never called', pages.operations),
    '',
  ].join('\n\n')
}

function row(words: string, { met, total, percent }: ControlSchemas['CoverageShare']): string {
  return `| ${words} | ${formatCount(met)} | ${formatCount(total)} | \`${bar(percent)}\` ${percent} % |`
}

const BAR = 20

function bar(percent: number): string {
  const full = Math.floor((percent * BAR) / 100)
  return '█'.repeat(full) + '░'.repeat(BAR - full)
}

/** Folded: what an application does not call says nothing about it. */
function neverCalled(heading: string, operations: readonly CoveredOperation[]): string[] {
  const never = operations.filter(({ calls }) => calls === 0)
  if (never.length === 0) return []
  const lines = byResource(never).map(
    ([resource, each]) => `- **${resource}**: ${each.map(({ operation }) => `\`${operation}\``).join(', ')}`,
  )
  const summary = `${heading}: ${never.length} of ${formatCount(operations.length, 'operation')}`
  return [`<details><summary>${summary}</summary>`, lines.join('\n'), '</details>']
}

function partlyMet(operations: readonly CoveredOperation[], heading = '## C'): string[] {
  const partly = operations.filter((each) => each.calls > 0 && findGaps(each).length > 0)
  if (partly.length === 0) return []
  const each = byResource(partly).flatMap(([, group]) => group.map(listCoveredParts))
  return [`${heading}alled, with parts never covered: ${formatCount(partly.length, 'operation')}`, ...each]
}

function listCoveredParts(operation: CoveredOperation): string {
  const { operation: name, method, path, totals } = operation
  const { met, total } = totals.all
  const gaps = findGaps(operation).map(({ kind, names }) => `- ${kind}: ${names.map((each) => `\`${each}\``).join(', ')}`)
  return [
    `<details><summary><b>${name}</b> ${method} ${path}: ${met} of ${total} met</summary>`,
    gaps.join('\n'),
    '</details>',
  ].join('\n\n')
}

type Totals = ControlSchemas['CoverageTotals']
type Kind = Exclude<keyof Totals, 'all'>
type CallCounts = { readonly [Each in Kind]: readonly number[] }

/** Coverage of several operations: totals per kind of part, and the view of each operation. */
export interface CoveredOperations {
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
  const views = each.map(({ plan, tally }) => ({ view: operationView(plan, tally), met: callCountsOf(plan, tally) }))
  const sum = (kind: Kind) => views.flatMap(({ met }) => met[kind])
  return {
    calls: views.reduce((all, { view }) => all + view.calls, 0),
    injected: views.reduce((all, { view }) => all + view.injected, 0),
    totals: totalsOf({
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
export function commonErrors(scope: CoverageScope, words: readonly string[]): ControlSchemas['CoveredError'][] {
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
    totals: totalsOf(callCountsOf(plan, tally)),
    statuses: statusesView(plan, tally),
    errors: errorsView(plan, tally),
    parameters: plan.parameters.map((each) => memberView(each, tally)),
    fields: plan.fields.map((each) => memberView(each, tally)),
  }
}

function callCountsOf({ statuses, errors, parameters, fields }: CoveragePlan, tally: CoverageTally): CallCounts {
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

function totalsOf(counts: CallCounts): Totals {
  const { operations, parameters, fields, values, statuses, errors } = counts
  return {
    all: shareOf([...operations, ...parameters, ...fields, ...values, ...statuses, ...errors]),
    operations: shareOf(operations),
    parameters: shareOf(parameters),
    fields: shareOf(fields),
    values: shareOf(values),
    statuses: shareOf(statuses),
    errors: shareOf(errors),
  }
}

/** Rounded down, so that 100 % means complete. */
function shareOf(counts: readonly number[]): ControlSchemas['CoverageShare'] {
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
  const view = (status: number, calls: number, expected: boolean) => {
    return { status, calls, injected: tally.rare(`injected:status:${status}`), expected }
  }
  const further = namesOf(tally, 'status').map(Number)
  const others = further.filter((status) => statuses.every(({ name }) => name !== status))
  return [
    ...statuses.toSorted((a, b) => a.name - b.name).map(({ name, counter }) => view(name, readCounter(tally, counter), true)),
    ...others.toSorted((a, b) => a - b).map((status) => view(status, tally.rare(`status:${status}`), false)),
  ]
}

function errorsView({ errors }: CoveragePlan, tally: CoverageTally): ControlSchemas['CoveredError'][] {
  const view = (word: string, calls: number, expected: boolean) => {
    return { ...errorView(word, calls, tally.rare(`injected:error:${word}`)), expected }
  }
  const others = namesOf(tally, 'error').filter((word) => errors.every(({ name }) => name !== word))
  return [
    ...errors.map(({ name, counter }) => view(name, readCounter(tally, counter), true)),
    ...others.toSorted().map((word) => view(word, tally.rare(`error:${word}`), false)),
  ]
}

function errorView(error: string, calls: number, injected: number): ControlSchemas['CoveredError'] {
  const title = Object.entries(errorCatalogue).find(([word]) => word === error)?.[1].title ?? error
  return { error, status: findErrorStatus(error), title, calls, injected }
}

/** Names of the rare events of one kind, injected or not. */
function namesOf(tally: CoverageTally, kind: 'status' | 'error'): string[] {
  const names = tally.rareNames().flatMap((name) => {
    const [first, second, third] = name.split(':')
    if (first === kind) return [second ?? '']
    return first === 'injected' && second === kind ? [third ?? ''] : []
  })
  return [...new Set(names)]
}

function readCounter({ counts }: CoverageTally, counter: number): number {
  return counts[counter] ?? 0
}
