import type { Schemas } from '../../contract/control.ts'
import { errorCatalogue } from '../../contract/service.ts'
import { CALLS, statusOf, type MemberSpot, type CoveragePlan, type CoveragePoint } from '../../coverage/plan.ts'
import type { CoverageScope } from '../../coverage/scope.ts'
import { CoverageTally } from '../../coverage/tally.ts'

type Totals = Schemas['CoverageTotals']
type Kind = Exclude<keyof Totals, 'all'>
type Met = { readonly [Each in Kind]: readonly number[] }

/** What was met of some operations: for each kind how often each part was, and what stands in answers about it. */
export interface CoveredOperations {
  readonly calls: number
  readonly injected: number
  readonly totals: Totals
  readonly operations: readonly Schemas['CoveredOperation'][]
}

/** Shows what was met of operations; the errors that any of them may meet count with their own. */
export function coveredOperations(
  scope: CoverageScope,
  plans: readonly CoveragePlan[],
  common: readonly Schemas['CoveredError'][],
): CoveredOperations {
  const each = plans.map((plan) => ({ plan, tally: scope.find(plan) ?? new CoverageTally(plan.size) }))
  const views = each.map(({ plan, tally }) => ({ view: operationView(plan, tally), met: metOf(plan, tally) }))
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

/** Errors that any call may meet, whether it led to an operation or not. */
export function commonErrors(scope: CoverageScope, words: readonly string[]): Schemas['CoveredError'][] {
  const tallies = [scope.astray, ...scope.all().map(([, tally]) => tally)]
  const sum = (name: string) => tallies.reduce((all, tally) => all + tally.rare(name), 0)
  return words.map((word) => errorView(word, sum(`error:${word}`), sum(`injected:error:${word}`)))
}

function operationView(plan: CoveragePlan, tally: CoverageTally): Schemas['CoveredOperation'] {
  const { id, method, path, resource } = plan.route
  return {
    operation: id,
    method,
    path,
    resource,
    calls: at(tally, CALLS),
    injected: tally.injected,
    totals: totalsOf(metOf(plan, tally)),
    statuses: statusesView(plan, tally),
    errors: errorsView(plan, tally),
    parameters: plan.parameters.map((each) => memberView(each, tally)),
    fields: plan.fields.map((each) => memberView(each, tally)),
  }
}

function metOf({ statuses, errors, parameters, fields }: CoveragePlan, tally: CoverageTally): Met {
  const counts = (spots: readonly CoveragePoint<unknown>[]) => spots.map(({ place }) => at(tally, place))
  return {
    operations: [at(tally, CALLS)],
    parameters: counts(parameters),
    fields: counts(fields),
    values: counts([...parameters, ...fields].flatMap(({ values }) => values)),
    statuses: counts(statuses),
    errors: counts(errors),
  }
}

function totalsOf(met: Met): Totals {
  const { operations, parameters, fields, values, statuses, errors } = met
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

/** Cut off, so that 100 % says that nothing is missing. */
function shareOf(counts: readonly number[]): Schemas['CoverageShare'] {
  const total = counts.length
  const met = counts.filter((count) => count > 0).length
  return { met, total, percent: total === 0 ? 100 : Math.floor((1000 * met) / total) / 10 }
}

function memberView({ name, place, values }: MemberSpot, tally: CoverageTally): Schemas['CoveredMember'] {
  const calls = at(tally, place)
  if (values.length === 0) return { name, calls }
  return { name, calls, values: values.map((value) => ({ value: value.name, calls: at(tally, value.place) })) }
}

function statusesView({ statuses }: CoveragePlan, tally: CoverageTally): Schemas['CoveredStatus'][] {
  const view = (status: number, calls: number, expected: boolean) => {
    return { status, calls, injected: tally.rare(`injected:status:${status}`), expected }
  }
  const further = namesOf(tally, 'status').map(Number)
  const others = further.filter((status) => statuses.every(({ name }) => name !== status))
  return [
    ...statuses.toSorted((a, b) => a.name - b.name).map(({ name, place }) => view(name, at(tally, place), true)),
    ...others.toSorted((a, b) => a - b).map((status) => view(status, tally.rare(`status:${status}`), false)),
  ]
}

function errorsView({ errors }: CoveragePlan, tally: CoverageTally): Schemas['CoveredError'][] {
  const view = (word: string, calls: number, expected: boolean) => {
    return { ...errorView(word, calls, tally.rare(`injected:error:${word}`)), expected }
  }
  const others = namesOf(tally, 'error').filter((word) => errors.every(({ name }) => name !== word))
  return [
    ...errors.map(({ name, place }) => view(name, at(tally, place), true)),
    ...others.toSorted().map((word) => view(word, tally.rare(`error:${word}`), false)),
  ]
}

function errorView(error: string, calls: number, injected: number): Schemas['CoveredError'] {
  const title = Object.entries(errorCatalogue).find(([word]) => word === error)?.[1].title ?? error
  return { error, status: statusOf(error), title, calls, injected }
}

/** What is rare of one kind, met or injected. */
function namesOf(tally: CoverageTally, kind: 'status' | 'error'): string[] {
  const names = tally.rarities().flatMap((name) => {
    const [first, second, third] = name.split(':')
    if (first === kind) return [second ?? '']
    return first === 'injected' && second === kind ? [third ?? ''] : []
  })
  return [...new Set(names)]
}

function at({ counts }: CoverageTally, place: number): number {
  return counts[place] ?? 0
}
