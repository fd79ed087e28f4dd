import type { MemberFacts, MergeValue, Objection, Predicate } from './condition.ts'

/** Reads the value of a merge field; undefined where it was never set. */
export function valueOf(tag: string): (member: MemberFacts) => MergeValue | undefined {
  return ({ merge_fields: values }) => (Object.hasOwn(values, tag) ? values[tag] : undefined)
}

/** Reads a merge field as text: an address on one line, nothing where it is not set. */
export function textOf(tag: string): (member: MemberFacts) => string {
  const read = valueOf(tag)
  return (member) => {
    const value = read(member)
    if (typeof value === 'string') return value
    if (value === undefined) return ''
    if (typeof value === 'number') return String(value)
    const { addr1, addr2, city, state, zip, country } = value
    return [addr1, addr2, city, state, zip, country].filter(Boolean).join(' ')
  }
}

/** Whether a merge field is not set. */
export function isBlank(tag: string): Predicate {
  const text = textOf(tag)
  return (member) => text(member) === ''
}

/** Every op but those for blanks compares with something. */
export function needsValue({ op, value }: { readonly op: string; readonly value?: string }): Objection | undefined {
  if (op === 'blank' || op === 'blank_not') return undefined
  return value ? undefined : { member: 'value', message: `A value is needed for the op ${op}.` }
}
