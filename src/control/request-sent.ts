import { stepOf } from '../contract/ignored.ts'

/** Of one body so many members are looked at. */
const FIELDS_MAX = 10_000

/** The query parameters that were sent, with their values. */
export function sentParameters(query: ReadonlyMap<string, string>): string[] {
  return [...query]
    .filter(([, value]) => value !== '')
    .flatMap(([name, value]) => value.split(',').map((each) => `${name}=${each.trim()}`))
}

/** The members of a body that were sent, as JSON pointers, with their values where these are single ones. */
export function sentFields(body: unknown): string[] {
  const found: string[] = []
  look(body, '')
  return found

  function look(value: unknown, at: string): void {
    if (found.length >= FIELDS_MAX) return
    const isNested = typeof value === 'object' && value !== null
    if (at !== '') found.push(isNested || value === null ? at : `${at}=${String(value)}`)
    if (isNested) for (const [name, member] of Object.entries(value)) look(member, `${at}/${stepOf(name)}`)
  }
}
