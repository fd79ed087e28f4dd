import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import type { Money } from '../requests/money.ts'
import { refuseMissingInStore, stores } from '../stores/store.ts'

/** A rule for discounts. It is only stored: no discount is computed. */
export interface PromoRuleRow {
  readonly seq: number
  readonly store_id: string
  readonly id: string
  readonly title: string
  readonly description: string
  /** 0 if it is not set, as with the other instants. */
  readonly starts_at: Seconds
  readonly ends_at: Seconds
  readonly amount: Money
  readonly type: 'fixed' | 'percentage'
  readonly target: 'per_item' | 'total' | 'shipping'
  readonly enabled: boolean
  readonly created_at_foreign: Seconds
  readonly updated_at_foreign: Seconds
}

export const promoRules = defineTable<PromoRuleRow>()('promo_rules', {
  key: ['store_id', 'id'],
  indexes: { inStore: ['store_id'] },
  ownedBy: [[stores, 'inStore']],
})

/** A code of a promo rule. */
export interface PromoCodeRow {
  readonly seq: number
  readonly store_id: string
  readonly promo_rule_id: string
  readonly id: string
  readonly code: string
  readonly redemption_url: string
  readonly usage_count: number
  readonly enabled: boolean
  readonly created_at_foreign: Seconds
  readonly updated_at_foreign: Seconds
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
