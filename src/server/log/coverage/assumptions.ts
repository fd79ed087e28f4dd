import type { OperationIndex } from '../../../kernel/contract/operation-index.ts'
import { CALLS, REFUSED_CALLS, type CoveragePlan } from './plan.ts'
import type { CoverageScope } from './scope.ts'
import type { CoverageTally } from './tally.ts'

/** Number of calls that relied on each assumption of a contract, by assumption id. */
export function assumptionsUsedIn(
  scope: CoverageScope,
  { assumptions, refusals }: OperationIndex,
  plans: readonly CoveragePlan[],
): Map<string, number> {
  const calls = new Map<string, number>()
  const add = (number: number, count: number) => {
    const id = assumptions[number]
    if (id !== undefined && count > 0) calls.set(id, (calls.get(id) ?? 0) + count)
  }
  for (const plan of plans) {
    const tally = scope.find(plan)
    if (tally) countAssumptions(plan, tally, refusals, add)
  }
  return calls
}

/** Each call counts once per assumption, however many of its parts rely on it. */
function countAssumptions(
  { entry, statuses, assumptionPoints }: CoveragePlan,
  { counts }: CoverageTally,
  refusals: readonly number[],
  add: (number: number, count: number) => void,
): void {
  const at = (counter: number | undefined): number => (counter === undefined ? 0 : (counts[counter] ?? 0))
  const always = new Set(entry.assumptions)
  for (const number of always) add(number, at(CALLS))
  for (const { status, assumptions: numbers } of entry.answers) {
    const answered = at(statuses.find(({ name }) => name === status)?.counter)
    for (const number of numbers) if (!always.has(number)) add(number, answered)
  }
  for (const number of refusals) if (!always.has(number)) add(number, at(REFUSED_CALLS))
  for (const { name, counter } of assumptionPoints) add(name, at(counter))
}

/** Numbers of all assumptions that an operation relies on. */
export function collectAssumptionNumbers({ entry, errors }: CoveragePlan, refusals: readonly number[]): Set<number> {
  const members = [...entry.parameters, ...entry.fields]
  return new Set([
    ...entry.assumptions,
    ...entry.answers.flatMap(({ assumptions: own }) => own),
    ...(errors.length > 0 ? refusals : []),
    ...entry.body,
    ...(entry.otherwise ?? []),
    ...members.flatMap(({ assumptions: own = [], valueAssumptions: ofValues = [] }) => [...own, ...ofValues.flat()]),
  ])
}
