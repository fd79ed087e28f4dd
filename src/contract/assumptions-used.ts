import { operationIndexOf, type ContractName, type Member } from './operation-index.ts'

/** A call, as far as it says what it leans on. */
export interface LeaningCall {
  readonly operation: string
  /** The query parameters that were sent; `name=value` where the value is to count as well. */
  readonly parameters: readonly string[]
  /** The fields of the body that were sent, as JSON pointers or with dots; `/name=value` where the value is to count as well. */
  readonly fields: readonly string[]
  /** Nothing where no answer arrived. */
  readonly status: number | null
  /** The word of the error catalogue that it was refused with. */
  readonly error?: string
}

/**
 * The ids of the assumptions that a call leaned on: those of its operation, of the parameters, fields and values that it sent,
 * and of the answer that it got. An answer leans on all that its schema assumes, whichever of its members were there.
 */
export async function assumptionsUsed(contract: ContractName, call: LeaningCall): Promise<string[]> {
  const { assumptions, refusals, of } = await operationIndexOf(contract)
  const outline = of(call.operation)
  if (!outline) return []
  const answer = outline.answers.find(({ status }) => status === call.status)
  const leans = [
    outline.leans,
    ...leansOf(outline.parameters, call.parameters, (name) => [name]),
    ...(call.fields.length > 0 ? [outline.body] : []),
    ...leansOf(outline.fields, call.fields, withThoseAround),
    answer?.leans ?? (call.error === undefined ? [] : refusals),
  ]
  return [...new Set(leans.flat())].toSorted((a, b) => a - b).flatMap((number) => assumptions[number] ?? [])
}

/** What the members lean on that were sent. */
function leansOf(members: readonly Member[], sent: readonly string[], names: (at: string) => string[]): (readonly number[])[] {
  const known = new Map(members.map((member) => [member.at, member]))
  return sent.flatMap((text) => {
    const equals = text.indexOf('=')
    const ats = names(equals === -1 ? text : text.slice(0, equals))
    const met = ats.flatMap((at) => known.get(at) ?? [])
    const exact = met.find(({ at }) => at === ats.at(-1))
    const value = equals === -1 ? -1 : (exact?.values?.findIndex((each) => String(each) === text.slice(equals + 1)) ?? -1)
    return [...met.map(({ leans = [] }) => leans), exact?.valueLeans?.[value] ?? []]
  })
}

/** A field as a pointer, after those that it is within. The places of items become `*`. */
function withThoseAround(field: string): string[] {
  const steps = (field.startsWith('/') ? field.slice(1).split('/') : field.split('.')).map((step) =>
    /^\d+$/.test(step) ? '*' : step,
  )
  return steps.map((_, at) => `/${steps.slice(0, at + 1).join('/')}`)
}
