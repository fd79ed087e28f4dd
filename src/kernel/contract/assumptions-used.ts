import { loadOperationIndex, type ContractName, type Member } from './operation-index.ts'

/** The parts of a call by which its assumptions are found. */
export interface CallParts {
  readonly operation: string
  /** The query parameters that were sent; `name=value` if the value counts as well. */
  readonly parameters: readonly string[]
  /** The fields of the body that were sent, as JSON pointers or dotted paths; `/name=value` if the value counts as well. */
  readonly fields: readonly string[]
  /** `null` if no answer arrived. */
  readonly status: number | null
  /** The name of the error in the catalogue, if the call was rejected. */
  readonly error?: string
}

/**
 * The ids of the assumptions that a call depends on: the assumptions about its operation, about the parameters, fields and values that it
 * sent, and about its answer. An answer depends on all assumptions of its schema, whichever members it has.
 */
export async function assumptionsUsed(contract: ContractName, call: CallParts): Promise<string[]> {
  const { assumptions, refusals, of } = await loadOperationIndex(contract)
  const entry = of(call.operation)
  if (!entry) return []
  const answer = entry.answers.find(({ status }) => status === call.status)
  const numbers = [
    entry.assumptions,
    ...assumptionsOfMembers(entry.parameters, call.parameters, (name) => [name]),
    ...(call.fields.length > 0 ? [entry.body] : []),
    ...assumptionsOfMembers(entry.fields, call.fields, withParents),
    answer?.assumptions ?? (call.error === undefined ? [] : refusals),
  ]
  return [...new Set(numbers.flat())].toSorted((a, b) => a - b).flatMap((number) => assumptions[number] ?? [])
}

/** The assumptions of the members that were sent. */
function assumptionsOfMembers(
  members: readonly Member[],
  sent: readonly string[],
  names: (at: string) => string[],
): (readonly number[])[] {
  const byName = new Map(members.map((member) => [member.at, member]))
  return sent.flatMap((text) => {
    const equals = text.indexOf('=')
    const ats = names(equals === -1 ? text : text.slice(0, equals))
    const matching = ats.flatMap((at) => byName.get(at) ?? [])
    const exact = matching.find(({ at }) => at === ats.at(-1))
    const value = equals === -1 ? -1 : (exact?.values?.findIndex((each) => String(each) === text.slice(equals + 1)) ?? -1)
    return [...matching.map(({ assumptions = [] }) => assumptions), exact?.valueAssumptions?.[value] ?? []]
  })
}

/** A field as a JSON pointer, after the pointers of its parents. Array indexes become `*`. */
function withParents(field: string): string[] {
  const tokens = (field.startsWith('/') ? field.slice(1).split('/') : field.split('.')).map((token) =>
    /^\d+$/.test(token) ? '*' : token,
  )
  return tokens.map((_, at) => `/${tokens.slice(0, at + 1).join('/')}`)
}
