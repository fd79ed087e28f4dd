import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { formatCount } from '../../../kernel/support/words.ts'

/** The kinds of parts of an operation and their headings. */
const KINDS = [
  ['parameters', 'Query parameters'],
  ['fields', 'Body fields'],
  ['values', 'Listed values'],
  ['statuses', 'Statuses'],
  ['errors', 'Errors'],
] as const

/** Parts of one kind that no call of an operation covered. */
interface Gap {
  readonly kind: string
  readonly names: readonly string[]
}

/** The uncovered parts of an operation, without the kinds that are complete. */
export function findGaps({ statuses, errors, parameters, fields }: ControlSchemas['CoveredOperation']): Gap[] {
  const never = <Part extends { readonly calls: number }>(parts: readonly Part[]) => parts.filter(({ calls }) => calls === 0)
  const gaps = [
    { kind: 'Statuses', names: never(statuses.filter(({ expected }) => expected)).map(({ status }) => String(status)) },
    { kind: 'Errors', names: never(errors.filter(({ expected }) => expected)).map(({ error }) => error) },
    { kind: 'Query parameters', names: never(parameters).map(({ name }) => name) },
    { kind: 'Body fields', names: never(fields).map(({ name }) => name) },
    // The values of a member that was never sent are left out.
    ...[...parameters, ...fields].flatMap(({ name, calls, values = [] }) =>
      calls > 0 ? [{ kind: `Values of ${name}`, names: never(values).map(({ value }) => value) }] : [],
    ),
  ]
  return gaps.filter(({ names }) => names.length > 0)
}

export function byResource(
  operations: readonly ControlSchemas['CoveredOperation'][],
): [string, ControlSchemas['CoveredOperation'][]][] {
  const groups = new Map<string, ControlSchemas['CoveredOperation'][]>()
  for (const operation of operations) groups.set(operation.resource, [...(groups.get(operation.resource) ?? []), operation])
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

type Share = ControlSchemas['CoverageShare']

/** What the calls of an application covered, and of what: the operations that it calls. Nobody calls all of a contract. */
interface CalledCoverage {
  readonly operations: readonly ControlSchemas['CoveredOperation'][]
  readonly shares: readonly (readonly [heading: string, share: Share])[]
  readonly sentence: string
}

export function calledCoverage({ operations }: Pick<ControlSchemas['ContractCoverage'], 'operations'>): CalledCoverage {
  const called = operations.filter(({ calls }) => calls > 0)
  const sumShares = (kind: (typeof KINDS)[number][0]): Share => {
    const met = called.reduce((sum, { totals }) => sum + totals[kind].met, 0)
    const total = called.reduce((sum, { totals }) => sum + totals[kind].total, 0)
    return { met, total, percent: total === 0 ? 100 : Math.floor((1000 * met) / total) / 10 }
  }
  const { met, total } = sumShares('errors')
  const tried = `${formatCount(met)} of ${formatCount(total, 'error')} ${met === 1 ? 'was' : 'were'} tried.`
  return {
    operations: called,
    shares: KINDS.map(([kind, heading]) => [heading, sumShares(kind)]),
    sentence:
      called.length === 0 ? 'No operation was called.' : `Of ${formatCount(called.length, 'operation')} that you call, ${tried}`,
  }
}

/** Sentences about the numbers of calls that were counted and not counted. */
export function countedSentence({
  calls,
  injected,
  astray,
  missed,
  world,
  since,
  worlds,
}: ControlSchemas['ContractCoverage']): string {
  const where = world === undefined ? `in ${formatCount(worlds.counted + worlds.evicted, 'world')}` : `in the world ${world}`
  return [
    `${formatCount(calls, 'call')} ${where} since ${since.slice(0, 19).replace('T', ' ')} UTC.`,
    ...(injected > 0 ? [`Not counted: ${formatCount(injected, 'answer')} made by faults or on request.`] : []),
    ...(astray > 0 ? [`${formatCount(astray, 'call')} led to no operation.`] : []),
    ...(missed > 0 ? [`${formatCount(missed, 'call')} could not be counted.`] : []),
  ].join(' ')
}
