import type { OperationIndex } from '../contract/operation-index.ts'
import { CALLS, REFUSED, type CoveragePlan } from './plan.ts'
import type { CoverageScope } from './scope.ts'
import type { CoverageTally } from './tally.ts'

/** How many calls leaned on each assumption of a contract, by its id. */
export function leanedIn(
  scope: CoverageScope,
  { assumptions, refusals }: OperationIndex,
  plans: readonly CoveragePlan[],
): Map<string, number> {
  const leaned = new Map<string, number>()
  const add = (number: number, calls: number) => {
    const id = assumptions[number]
    if (id !== undefined && calls > 0) leaned.set(id, (leaned.get(id) ?? 0) + calls)
  }
  for (const plan of plans) {
    const tally = scope.find(plan)
    if (tally) leanOf(plan, tally, refusals, add)
  }
  return leaned
}

/** Every call counts once for an assumption, whichever part of it leans on it. */
function leanOf(
  { outline, statuses, leans }: CoveragePlan,
  { counts }: CoverageTally,
  refusals: readonly number[],
  add: (number: number, calls: number) => void,
): void {
  const at = (place: number | undefined): number => (place === undefined ? 0 : (counts[place] ?? 0))
  const always = new Set(outline.leans)
  for (const number of always) add(number, at(CALLS))
  for (const { status, leans: numbers } of outline.answers) {
    const answered = at(statuses.find(({ name }) => name === status)?.place)
    for (const number of numbers) if (!always.has(number)) add(number, answered)
  }
  for (const number of refusals) if (!always.has(number)) add(number, at(REFUSED))
  for (const { name, place } of leans) add(name, at(place))
}

/** The assumptions that an operation leans on in whatever way, by their numbers. */
export function reliedOnBy({ outline, errors }: CoveragePlan, refusals: readonly number[]): Set<number> {
  const members = [...outline.parameters, ...outline.fields]
  return new Set([
    ...outline.leans,
    ...outline.answers.flatMap(({ leans }) => leans),
    ...(errors.length > 0 ? refusals : []),
    ...outline.body,
    ...(outline.otherwise ?? []),
    ...members.flatMap(({ leans = [], valueLeans = [] }) => [...leans, ...valueLeans.flat()]),
  ])
}
