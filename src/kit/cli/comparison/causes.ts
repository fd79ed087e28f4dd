import { grouped } from '../../../kernel/support/grouped.ts'
import { ASPECTS } from '../../drift/finding.ts'
import type { FoundDifference, Result } from '../../drift/result.ts'

/** A difference at one place. */
interface DifferingPlace extends FoundDifference {
  /** The id of the operation; `undefined` at paths without one. */
  readonly operation: string | undefined
}

/** Differences that have one cause: the same is expected and found in the same member, header or link, wherever it occurs. */
export interface DifferenceCause {
  /** `member member_rating`, or the whole place if there is only one. */
  readonly name: string
  readonly expected: string
  readonly found: string
  /** In the order of the operations. */
  readonly places: readonly DifferingPlace[]
  /** The ids of the assumptions behind it. */
  readonly assumptions: readonly string[]
  /** Whether all answers are older than the contract. */
  readonly isOld: boolean
}

/** The causes of the differences of a result, those with the most places first. */
export function causesIn({ operations, elsewhere }: Pick<Result, 'operations' | 'elsewhere'>): readonly DifferenceCause[] {
  const places: DifferingPlace[] = [
    ...operations.flatMap(({ operation, differences }) => differences.map((each) => ({ ...each, operation }))),
    ...elsewhere.differences.map((each) => ({ ...each, operation: undefined })),
  ]
  return [...grouped(places, writeCauseKey).values()]
    .map((group): DifferenceCause => {
      const [first] = group
      const { expected = '', found = '', isOld = false } = first ?? {}
      return {
        name: first
          ? group.length === 1
            ? describePlace(first)
            : [ASPECTS[first.aspect], readDifferingName(first)].join(' ').trim()
          : '',
        expected,
        // Lengths that differ tell nothing about the cause.
        found: group.every((each) => each.found === found) ? found : found.replace(/ of \d+ (?:character|item|member)s?\b/, ''),
        places: group,
        assumptions: [...new Set(group.flatMap(({ assumptions }) => assumptions))],
        isOld,
      }
    })
    .toSorted((a, b) => Number(a.isOld) - Number(b.isOld) || b.places.length - a.places.length)
}

/** The place of a difference: `getReport member /stats/open_rate`. */
export function describePlace({ operation, aspect, at }: DifferingPlace): string {
  return [operation ?? 'no operation', ASPECTS[aspect], at].join(' ').trim()
}

/** Lengths and counts differ from answer to answer. */
function writeCauseKey(place: DifferingPlace): string {
  const kind = (text: string): string => text.replace(/\d+/g, '0').replace(/\b(character|item|member)s\b/g, '$1')
  return [place.aspect, readDifferingName(place), kind(place.expected), kind(place.found), place.isOld].join('\n')
}

/** What differs within its place: the name of the member. A server's address differs in all of its links alike. */
function readDifferingName({ aspect, at, expected }: FoundDifference): string {
  if (aspect === 'link')
    return /this server|the method|that ends with|the order/.test(expected) ? '' : (at.split('/').at(-1) ?? '')
  const names = at.split('/').filter((each) => each !== '*')
  return names.at(-1) ?? ''
}
