import type { Schemas } from '../src/kit/client/contract.ts'

/** Fields that name a row, the best first. */
const NAMES = [
  'email_address',
  'name',
  'title',
  'subject_line',
  'subject',
  'domain',
  'tag',
  'url',
  'event',
  'kind',
  'text',
] as const

/** The name of a row for people; empty if it has none. */
export function nameOf(row: Schemas['StateRow']): string {
  const name = NAMES.map((each) => row[each]).find((each) => typeof each === 'string' && each !== '')
  return typeof name === 'string' ? name : ''
}
