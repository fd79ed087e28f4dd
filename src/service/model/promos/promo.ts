import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../errors.ts'
import type { Money } from '../requests/money.ts'
import { stores } from '../stores/store.ts'

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

/** Returns a promo rule of a store. Throws a 404 if there is none. */
export function promoRuleOrThrow(tx: ReadTx, store_id: string, id: string): PromoRuleRow {
  const rule = tx.first(promoRules.key, { store_id, id })
  if (!rule) throw errors.notFound(`the store ${store_id} has no promo rule ${id.slice(0, 64)}`)
  return rule
}

/** Returns a code of a promo rule. Throws a 404 if there is none. */
export function promoCodeOrThrow(tx: ReadTx, { store_id, id: promo_rule_id }: PromoRuleRow, id: string): PromoCodeRow {
  const code = tx.first(promoCodes.key, { store_id, promo_rule_id, id })
  if (!code) throw errors.notFound(`the promo rule ${promo_rule_id} has no promo code ${id.slice(0, 64)}`)
  return code
}
