import { readCondition } from '../../conditions/validate.ts'
import type { Schemas } from '../../contract/service.ts'
import type { Validators } from '../../contract/validator.ts'
import { Defect } from '../../world/errors.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import type { ListRow } from '../lists/list.ts'
import { ListAudience } from './audience.ts'

/** The options of a saved segment as they are kept: each condition with its type, held against the list. Or a refusal. */
export function readOptions(
  tx: Tx,
  list: ListRow,
  { match = 'any', conditions }: Schemas['SegmentOptionsInput'],
  { Condition: validate }: Validators,
): Schemas['SegmentOptions'] {
  if (!validate) throw new Defect('The check of conditions is not among those of the resource.')
  const audience = new ListAudience(tx, list)
  return {
    match,
    conditions: conditions.map((sent, place) => {
      const reading = readCondition(sent, audience, validate)
      if ('condition' in reading) return reading.condition
      const { field, message } = reading.complaint
      throw errors.invalid({ field: ['options.conditions', place, field].filter((part) => part !== '').join('.'), message })
    }),
  }
}
