import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import { readInstant } from '../../../kernel/support/time.ts'

type AssumptionEvidence = ControlSchemas['AssumptionEvidence']

/** How the assumptions compare with the service, as a comparison found. */
export interface Evidence {
  /** How an assumption compares; `not seen` if the comparison does not know it. */
  readonly about: (id: string) => AssumptionEvidence
}

/**
 * The evidence in the result of a comparison. `name` is the name of its file, for errors.
 *
 * @throws Error that names the first part that cannot be used.
 */
export function evidenceIn(name: string, value: unknown): Evidence {
  if (!isObject(value) || !Array.isArray(value['assumptions']))
    throw new Error(`${name} is no result of a comparison: maildouble drift --json and maildouble compare --json write one.`)
  const { at, source } = value
  if (typeof at !== 'string' || readInstant(at) === undefined)
    throw new Error(`${name}: "at" must be the time of the comparison.`)
  if (typeof source !== 'string') throw new Error(`${name}: "source" must be a text.`)
  const found = new Map(
    value['assumptions'].map((each, index) => assumptionIn(`${name}: assumptions[${index}]`, each, { at, source })),
  )
  return { about: (id) => found.get(id) ?? { outcome: 'not seen', agreed: 0, differed: 0, at, source } }
}

const OUTCOMES = ['agrees', 'differs', 'not seen'] as const

function assumptionIn(
  where: string,
  value: unknown,
  seen: Pick<AssumptionEvidence, 'at' | 'source'>,
): [string, AssumptionEvidence] {
  if (!isObject(value) || typeof value['id'] !== 'string') throw new Error(`${where} has no id.`)
  const outcome = OUTCOMES.find((each) => each === value['outcome'])
  if (!outcome) throw new Error(`${where}: the outcome must be one of ${OUTCOMES.join(', ')}.`)
  const { agreed, differed } = value
  if (!isObject(agreed) || typeof differed !== 'number')
    throw new Error(`${where} must say how often it agreed, by aspect, and how often it differed.`)
  // A whole number of comparisons for each aspect.
  const times = Object.values(agreed).reduce<number>((sum, each) => sum + (Number.isInteger(each) ? Number(each) : 0), 0)
  return [value['id'], { outcome, agreed: times, differed, ...seen }]
}
