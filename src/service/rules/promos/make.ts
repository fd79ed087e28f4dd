import { keepFitting, type Flawed } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors, refuseInvalid } from '../../model/errors.ts'
import { makeReader } from '../collections/readers-and-views.ts'
import { instantMistakes } from '../requests/instants.ts'
import { findInstants, makeBlank } from '../../model/fields.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import {
  promoCodeFields,
  type PromoCodeRow,
  promoCodes,
  promoRuleFields,
  type PromoRuleRow,
  promoRules,
} from '../../model/promos/promo.ts'

export type NewPromoRule = ServiceSchemas['CreatePromoRule']
export type NewPromoCode = ServiceSchemas['CreatePromoCode']

type RuleChange = Omit<ServiceSchemas['UpdatePromoRule'], 'id'>
type CodeChange = Omit<ServiceSchemas['UpdatePromoCode'], 'id'>

const readRuleFields = makeReader(promoRuleFields)
const BLANK_RULE = makeBlank(promoRuleFields)
const RULE_INSTANTS = findInstants(promoRuleFields)

const readCodeFields = makeReader(promoCodeFields)
const BLANK_CODE = makeBlank(promoCodeFields)
const CODE_INSTANTS = findInstants(promoCodeFields)

/** Creates a promo rule. Throws 400 if another rule of the store has its id, or its values contradict each other. */
export function makePromoRule(tx: Tx, { id: store_id }: StoreRow, body: NewPromoRule): PromoRuleRow {
  const { id } = body
  refuseInvalid(ruleMistakes(body))
  if (tx.first(promoRules.key, { store_id, id }))
    throw errors.invalidWhole(`Promo rule '${id}' of store '${store_id}' already exists.`)
  return tx.insert(promoRules, { store_id, id, ...BLANK_RULE, ...readRuleFields(body) })
}

/** Changes a promo rule. Throws 400 if its values would contradict each other. */
export function changePromoRule(tx: Tx, rule: PromoRuleRow, body: RuleChange): PromoRuleRow {
  refuseInvalid(ruleMistakes(body, rule))
  return tx.amend(promoRules, rule, readRuleFields(body))
}

/** Creates a code of a promo rule. Throws 400 if another code of the rule has its id. */
export function makePromoCode(tx: Tx, { store_id, id: promo_rule_id }: PromoRuleRow, body: NewPromoCode): PromoCodeRow {
  const { id } = body
  refuseInvalid(codeMistakes(body))
  if (tx.first(promoCodes.key, { store_id, promo_rule_id, id }))
    throw errors.invalidWhole(`Promo code '${id}' of promo rule '${promo_rule_id}' of store '${store_id}' already exists.`)
  return tx.insert(promoCodes, { store_id, promo_rule_id, id, ...BLANK_CODE, ...readCodeFields(body) })
}

export function changePromoCode(tx: Tx, code: PromoCodeRow, body: CodeChange): PromoCodeRow {
  refuseInvalid(codeMistakes(body))
  return tx.amend(promoCodes, code, readCodeFields(body))
}

const TITLE_BYTES_MAX = 100

/** Lists what no schema can tell about the values of a new rule, or of a rule after a change. */
export function ruleMistakes(
  body: Flawed<RuleChange>,
  rule: Partial<Pick<PromoRuleRow, 'type' | 'amount' | 'starts_at' | 'ends_at'>> = {},
): FieldError[] {
  const { title = '', type, amount: units = 0, starts_at = 0, ends_at = 0 } = { ...rule, ...readRuleFields(keepFitting(body)) }
  const amount = convertToAmount(units)
  const wrong = instantMistakes(body, RULE_INSTANTS)
  if (Buffer.byteLength(title) > TITLE_BYTES_MAX)
    wrong.push({ field: 'title', message: `Value must have at most ${TITLE_BYTES_MAX} bytes.` })
  if (ends_at !== 0 && starts_at !== 0 && body.starts_at !== null && ends_at <= starts_at)
    wrong.push({ field: 'ends_at', message: 'Value must be later than starts_at.' })
  if (type === 'percentage' && body.type !== null && (amount < 0 || amount > 1))
    wrong.push({ field: 'amount', message: 'Value must be between 0 and 1 for a percentage.' })
  return wrong
}

/** Lists what no schema can tell about the values of a code. */
export function codeMistakes(body: Flawed<CodeChange>): FieldError[] {
  return instantMistakes(body, CODE_INSTANTS)
}
