import type { ContractName, Member, OperationEntry, OperationIndex } from '../contract/operation-index.ts'
import type { Route } from '../contract/route.ts'
import { errorCatalogue } from '../contract/service.ts'

/** Something of an operation that calls can meet, and the place at which its counter stands. */
export interface CoveragePoint<Name = string> {
  readonly name: Name
  readonly place: number
}

/** A query parameter or a field of the body. */
export interface MemberSpot extends CoveragePoint {
  readonly values: readonly CoveragePoint[]
  /** The counters of what only this, and neither every call nor the answer, leans on. */
  readonly leans: readonly number[]
  readonly valueLeans: readonly (readonly number[])[]
  /** The values by the text of them. */
  readonly byValue: ReadonlyMap<string, number>
}

/** A field, with those that are within it. */
export interface FieldNode {
  /** Nothing for the body as a whole and for the items of an array, which are no fields. */
  readonly spot: MemberSpot | undefined
  readonly members: ReadonlyMap<string, FieldNode>
  readonly items: FieldNode | undefined
}

/** Where each call of an operation is counted. */
export interface CoveragePlan {
  readonly contract: ContractName
  readonly route: Route
  readonly outline: OperationEntry
  /** Those that the contract expects of this operation. */
  readonly statuses: readonly CoveragePoint<number>[]
  readonly errors: readonly CoveragePoint[]
  readonly parameters: readonly MemberSpot[]
  readonly fields: readonly MemberSpot[]
  readonly body: FieldNode
  /** The counters of what sending a body leans on. */
  readonly bodyLeans: readonly number[]
  /** Assumptions that are leaned on by what is sent, each with its counter. */
  readonly leans: readonly CoveragePoint<number>[]
  readonly byStatus: ReadonlyMap<number, number>
  readonly byError: ReadonlyMap<string, number>
  readonly byParameter: ReadonlyMap<string, MemberSpot>
  /** For each status the counters of what such an answer leans on anyway. */
  readonly answered: ReadonlyMap<number, readonly number[]>
  readonly refused: readonly number[]
  /** How many counters there are. */
  readonly size: number
}

/** The counters that every operation has: of its calls, and of those that were refused by a word of the error catalogue. */
export const CALLS = 0
export const REFUSED = 1

/** Lays out the counters of an operation. */
export function planOf(
  contract: ContractName,
  route: Route,
  outline: OperationEntry,
  refusals: OperationIndex['refusals'],
): CoveragePlan {
  let size = REFUSED + 1
  const spot = <Name>(name: Name): CoveragePoint<Name> => ({ name, place: size++ })

  // What every call leans on needs no counter of its own.
  const always = new Set(outline.leans)
  const leans = new Map<number, CoveragePoint<number>>()
  const leaning = (numbers: readonly number[] = []): number[] =>
    numbers
      .filter((number) => !always.has(number))
      .map((number) => {
        const known = leans.get(number) ?? spot(number)
        leans.set(number, known)
        return known.place
      })
  const member = ({ at, values = [], valueLeans = [], leans: own }: Member): MemberSpot => {
    const own_values = values.map((value) => spot(String(value)))
    return {
      ...spot(at),
      values: own_values,
      leans: leaning(own),
      valueLeans: values.map((_, i) => leaning(valueLeans[i])),
      byValue: new Map(own_values.map(({ name }, i) => [name, i])),
    }
  }

  const expected = [...outline.answers.map(({ status }) => status), ...outline.errors.map(statusOf)]
  const statuses = [...new Set(expected)].map(spot)
  const errors = outline.errors.map(spot)
  const parameters = outline.parameters.map(member)
  const fields = outline.fields.map(member)
  const bodyLeans = leaning(outline.body)
  const known = (numbers: readonly number[]) => numbers.flatMap((number) => leans.get(number)?.place ?? [])
  return {
    contract,
    route,
    outline,
    statuses,
    errors,
    parameters,
    fields,
    body: treeOf(fields),
    bodyLeans,
    leans: [...leans.values()],
    byStatus: placesOf(statuses),
    byError: placesOf(errors),
    byParameter: new Map(parameters.map((each) => [each.name, each])),
    answered: new Map(outline.answers.map((answer) => [answer.status, known(answer.leans)])),
    refused: known(refusals),
    size,
  }
}

/** The status of an error of the error catalogue. */
export function statusOf(word: string): number {
  return new Map<string, number>(Object.entries(errorCatalogue).map(([name, { status }]) => [name, status])).get(word) ?? 0
}

function placesOf<Name>(spots: readonly CoveragePoint<Name>[]): ReadonlyMap<Name, number> {
  return new Map(spots.map(({ name, place }) => [name, place]))
}

interface Growing {
  spot: MemberSpot | undefined
  readonly members: Map<string, Growing>
  items: Growing | undefined
}

/** Fields by what they are within. */
function treeOf(fields: readonly MemberSpot[]): FieldNode {
  const root = bud()
  for (const field of fields) {
    let node = root
    for (const step of field.name.slice(1).split('/')) {
      if (step === '*') node = node.items ??= bud()
      else {
        const next = node.members.get(step) ?? bud()
        node.members.set(step, next)
        node = next
      }
    }
    node.spot = field
  }
  return root
}

function bud(): Growing {
  return { spot: undefined, members: new Map(), items: undefined }
}
