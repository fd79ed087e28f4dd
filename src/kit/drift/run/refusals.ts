import type { Noted } from '../finding.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import type { Probe } from './probe.ts'
import { noteComparison, type Answered } from './reader.ts'
import type { Visited } from './visit.ts'

/** The refusal of an id that no resource has. */
export function unknownIdProbe({ route }: Visited): Probe[] {
  return route.path.endsWith('}') ? [UNKNOWN_ID] : []
}

const UNKNOWN_ID: Probe = async (reader, { route, path }) => {
  const cut = path.lastIndexOf('/') + 1
  const answered = await reader.read(path.slice(0, cut) + unknownLike(path.slice(cut)))
  return [refusal(route.id, 'unknown id', answered, 404, 'ResourceNotFound', [])]
}

/** An id of the same form that nobody has. */
function unknownLike(id: string): string {
  if (/^\d{1,12}$/.test(id)) return '999999999'
  if (/^\d{4}-\d{2}$/.test(id)) return '1971-01'
  if (/^[0-9a-f]+$/.test(id)) return 'f'.repeat(id.length)
  return 'no-such-id.invalid'
}

/** The refusal of a count below zero. */
export function countProbe({ route }: Visited): Probe[] {
  return route.query.some(({ name }) => name === 'count') ? [NEGATIVE_COUNT] : []
}

const NEGATIVE_COUNT: Probe = async (reader, { route, path }) => {
  const answered = await reader.read(path, { query: { count: '-1' } })
  const assumptions = reader.checker.assumptionsOfParameter(route.id, 'count')
  const refused = refusal(route.id, 'count=-1', answered, 400, 'InvalidResource', assumptions)
  if (refused.difference) return [refused]
  const errors = isObject(answered.answer) ? answered.answer['errors'] : undefined
  const field = Array.isArray(errors) && isObject(errors[0]) ? errors[0]['field'] : undefined
  const place = { operation: route.id, aspect: 'refusal', at: 'count=-1 errors', assumptions: ['errors.fields'] } as const
  const difference = { expected: 'errors that name count', found: 'other errors, or none' }
  return [refused, noteComparison(place, field === 'count', difference)]
}

/** The refusals that need no resource: of an unknown path, and of a call without a key. */
export const REFUSALS_AT_ROOT: readonly Probe[] = [
  async (reader) => {
    const answered = await reader.read('/no-such-resource-of-the-service')
    return [refusal(undefined, 'unknown path', answered, 404, 'ResourceNotFound', [])]
  },
  async (reader) => {
    const answered = await reader.read('/', { anonymous: true })
    return [refusal('getRoot', 'no key', answered, 401, 'APIKeyMissing', [])]
  },
]

function refusal(
  operation: string | undefined,
  at: string,
  { exchange, error }: Pick<Answered, 'exchange' | 'error'>,
  status: number,
  word: string,
  assumptions: readonly string[],
): Noted {
  const place = { operation, aspect: 'refusal', at, assumptions: [...assumptions, 'errors.catalogue'] } as const
  return noteComparison(place, exchange.status === status && error === word, {
    expected: `the status ${status}, ${word}`,
    found: `the status ${exchange.status}${error === undefined ? '' : `, ${error}`}`,
  })
}
