import type { Member, OperationEntry, OperationIndex } from '../../../kernel/contract/operation-index.ts'
import type { Route } from '../../../kernel/contract/route.ts'
import { errorCatalogue } from '../../../kernel/contract/service.ts'

/** Part of an operation that calls can cover, and the index of its counter. */
export interface CoveragePoint<Name = string> {
  readonly name: Name
  readonly counter: number
}

/** A query parameter or a field of the body. */
export interface MemberPoint extends CoveragePoint {
  readonly values: readonly CoveragePoint[]
  /** Counters of the assumptions about this member alone, not about every call or the answer. */
  readonly assumptions: readonly number[]
  readonly valueAssumptions: readonly (readonly number[])[]
  /** Index of each value by its text. */
  readonly byValue: ReadonlyMap<string, number>
}

export interface FieldNode {
  /** `undefined` for the body as a whole and for array items, which are not fields. */
  readonly point: MemberPoint | undefined
  readonly members: ReadonlyMap<string, FieldNode>
  readonly items: FieldNode | undefined
}

/** The counters of one operation. */
export interface CoveragePlan {
  readonly route: Route
  readonly entry: OperationEntry
  /** The statuses of the operation in the contract. */
  readonly statuses: readonly CoveragePoint<number>[]
  readonly errors: readonly CoveragePoint[]
  readonly parameters: readonly MemberPoint[]
  readonly fields: readonly MemberPoint[]
  readonly body: FieldNode
  /** Counters of the assumptions that sending any body relies on. */
  readonly bodyAssumptions: readonly number[]
  /** Assumptions about parts of a request, each with its counter. */
  readonly assumptionPoints: readonly CoveragePoint<number>[]
  readonly byStatus: ReadonlyMap<number, number>
  readonly byError: ReadonlyMap<string, number>
  readonly byParameter: ReadonlyMap<string, MemberPoint>
  /** The counters of the assumptions behind an answer, by its status. */
  readonly answered: ReadonlyMap<number, readonly number[]>
  readonly refused: readonly number[]
  /** Number of counters. */
  readonly size: number
}

/** Counters that every operation has: all its calls, and those answered with an error of the catalogue. */
export const CALLS = 0
export const REFUSED_CALLS = 1

/** The contract of a process never changes, so all servers in it share the plans. Laid out for each call, a `POST` takes 232 µs instead of 101 (2026-11-30). */
const plans = new WeakMap<Route, CoveragePlan>()

/** The coverage plan of an operation, or `undefined` if the contract has no such operation. */
export function makeCoveragePlan(route: Route, { of, refusals }: OperationIndex): CoveragePlan | undefined {
  const existing = plans.get(route)
  if (existing) return existing
  const entry = of(route.id)
  const plan = entry && layOut(route, entry, refusals)
  if (plan) plans.set(route, plan)
  return plan
}

function layOut(route: Route, entry: OperationEntry, refusals: OperationIndex['refusals']): CoveragePlan {
  let size = REFUSED_CALLS + 1
  const point = <Name>(name: Name): CoveragePoint<Name> => ({ name, counter: size++ })

  // Assumptions that every call relies on need no counter of their own.
  const always = new Set(entry.assumptions)
  const assumptionPoints = new Map<number, CoveragePoint<number>>()
  const countersFor = (numbers: readonly number[] = []): number[] =>
    numbers
      .filter((number) => !always.has(number))
      .map((number) => {
        const existing = assumptionPoints.get(number) ?? point(number)
        assumptionPoints.set(number, existing)
        return existing.counter
      })
  const member = ({ at, values = [], valueAssumptions: valueLeans = [], assumptions: own }: Member): MemberPoint => {
    const valuePoints = values.map((value) => point(String(value)))
    return {
      ...point(at),
      values: valuePoints,
      assumptions: countersFor(own),
      valueAssumptions: values.map((_, i) => countersFor(valueLeans[i])),
      byValue: new Map(valuePoints.map(({ name }, i) => [name, i])),
    }
  }

  const expected = [...entry.answers.map(({ status }) => status), ...entry.errors.map(findErrorStatus)]
  const statuses = [...new Set(expected)].map(point)
  const errors = entry.errors.map(point)
  const parameters = entry.parameters.map(member)
  const fields = entry.fields.map(member)
  const bodyAssumptions = countersFor(entry.body)
  const countersOf = (numbers: readonly number[]) => numbers.flatMap((number) => assumptionPoints.get(number)?.counter ?? [])
  return {
    route,
    entry,
    statuses,
    errors,
    parameters,
    fields,
    body: buildFieldTree(fields),
    bodyAssumptions,
    assumptionPoints: [...assumptionPoints.values()],
    byStatus: countersByName(statuses),
    byError: countersByName(errors),
    byParameter: new Map(parameters.map((each) => [each.name, each])),
    answered: new Map(entry.answers.map((answer) => [answer.status, countersOf(answer.assumptions)])),
    refused: countersOf(refusals),
    size,
  }
}

export function findErrorStatus(word: string): number {
  return statuses.get(word) ?? 0
}

const statuses = new Map<string, number>(Object.entries(errorCatalogue).map(([name, { status }]) => [name, status]))

function countersByName<Name>(points: readonly CoveragePoint<Name>[]): ReadonlyMap<Name, number> {
  return new Map(points.map(({ name, counter }) => [name, counter]))
}

interface MutableNode {
  point: MemberPoint | undefined
  readonly members: Map<string, MutableNode>
  items: MutableNode | undefined
}

function buildFieldTree(fields: readonly MemberPoint[]): FieldNode {
  const root = newNode()
  for (const field of fields) {
    let node = root
    for (const token of field.name.slice(1).split('/')) {
      if (token === '*') node = node.items ??= newNode()
      else {
        const next = node.members.get(token) ?? newNode()
        node.members.set(token, next)
        node = next
      }
    }
    node.point = field
  }
  return root
}

function newNode(): MutableNode {
  return { point: undefined, members: new Map(), items: undefined }
}
