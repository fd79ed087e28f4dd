import type { AnyCondition, ConditionOf } from '../../conditions/condition.ts'
import { findConditionKind } from '../../conditions/index.ts'
import { readCondition } from '../../conditions/validate.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { SchemaViolation, Validators } from '../../../kernel/contract/check.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { ListAudience } from './audience.ts'
import { segments } from '../../model/segments/segment.ts'

/** A violation in a part of a body, with the place of the part. */
function atPlace(place: string, { field, message, precise }: SchemaViolation): SchemaViolation {
  const at = (name: string): string => (name === '' ? place : `${place}.${name}`)
  return { field: at(field), message, ...(precise ? { precise: { ...precise, field: at(precise.field) } } : {}) }
}

/**
 * The options of a segment as stored: each condition with its type, checked against the list. Rejects invalid ones. `at` is where the options
 * are in the body.
 */
export function readOptions(
  tx: Tx,
  list: ListRow,
  { match = 'any', conditions }: ServiceSchemas['SegmentOptionsInput'],
  { Condition: validate }: Validators,
  at = 'options',
): ServiceSchemas['SegmentOptions'] {
  if (!validate) throw new Defect('The check of conditions is not among those of the resource.')
  const audience = new ListAudience(tx, list)
  return {
    match,
    conditions: conditions.map((sent, place) => {
      const reading = readCondition(sent, audience, validate)
      if ('condition' in reading) return reading.condition
      throw errors.invalid(atPlace(`${at}.conditions.item:${place}`, reading.violation))
    }),
  }
}

type MergeCondition = ConditionOf<'AddressMerge' | 'ZipMerge' | 'BirthdayMerge' | 'DateMerge' | 'SelectMerge' | 'TextMerge'>

/** Renames a merge tag in the conditions of a list's saved segments. `updated_at` stays, since their members are the same. */
export function renameTagInConditions(tx: Tx, list: ListRow, from: string, to: string): void {
  const names = (condition: AnyCondition): condition is MergeCondition => isMergeCondition(condition) && condition.field === from
  for (const segment of tx.range(segments.onList, { list_id: list.id }).all()) {
    const { options } = segment
    if (!options?.conditions.some(names)) continue
    const conditions = options.conditions.map((condition) => (names(condition) ? { ...condition, field: to } : condition))
    tx.put(segments, { ...segment, options: { ...options, conditions } })
  }
}

function isMergeCondition(condition: AnyCondition): condition is MergeCondition {
  const { about } = findConditionKind(condition.condition_type)
  return typeof about === 'object' && 'mergeTypes' in about
}
