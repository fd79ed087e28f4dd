import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { instant, money, number, plain, type StoredFields, text } from '../fields.ts'
import { refuseMissingInStore, stores } from '../stores/store.ts'

/** The fields that calls set, in the order of answers. */
export const promoRuleFields = {
  title: text,
  description: text,
  starts_at: instant,
  ends_at: instant,
  amount: money,
  type: plain<'fixed' | 'percentage'>('fixed'),
  target: plain<'per_item' | 'total' | 'shipping'>('total'),
  enabled: plain(true),
  created_at_foreign: instant,
  updated_at_foreign: instant,
}

/** A rule for discounts. It is only stored: no discount is computed. */
export interface PromoRuleRow extends Row, StoredFields<typeof promoRuleFields> {
  readonly store_id: string
  readonly id: string
}

export const promoRules = defineTable<PromoRuleRow>()('promo_rules', {
  key: ['store_id', 'id'],
  indexes: { inStore: ['store_id'] },
  ownedBy: [[stores, 'inStore']],
})

export const promoCodeFields = {
  code: text,
  redemption_url: text,
  usage_count: number,
  enabled: plain(true),
  created_at_foreign: instant,
  updated_at_foreign: instant,
}

/** A code of a promo rule. */
export interface PromoCodeRow extends Row, StoredFields<typeof promoCodeFields> {
  readonly store_id: string
  readonly promo_rule_id: string
  readonly id: string
}

export const promoCodes = defineTable<PromoCodeRow>()('promo_codes', {
  key: ['store_id', 'promo_rule_id', 'id'],
  indexes: { ofRule: ['store_id', 'promo_rule_id'] },
  ownedBy: [[promoRules, 'ofRule']],
})

/** Returns the promo rule that a path names. Throws a 404 if there is none. */
export function promoRuleOrThrow(tx: ReadTx, { store_id, promo_rule_id: id }: PromoRulePath): PromoRuleRow {
  return tx.first(promoRules.key, { store_id, id }) ?? refuseMissingInStore(tx, store_id, 'promo rule', id)
}

interface PromoRulePath {
  readonly store_id: string
  readonly promo_rule_id: string
}

/** Returns the code that a path names. Throws a 404 if there is none. */
export function promoCodeOrThrow(tx: ReadTx, path: PromoRulePath & { readonly promo_code_id: string }): PromoCodeRow {
  const { store_id, promo_rule_id, promo_code_id: id } = path
  const code = tx.first(promoCodes.key, { store_id, promo_rule_id, id })
  return code ?? refuseMissing(`the promo rule ${promoRuleOrThrow(tx, path).id} has no promo code`, id)
}
