import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { PathCall } from '../../model/path-call.ts'
import { checkStorePath } from '../../rules/stores/path.ts'
import { type StoreRow, storeOrThrow } from '../../model/stores/store.ts'
import { promoCodeOrThrow, promoRuleOrThrow, type PromoRuleRow } from '../../model/promos/promo.ts'

/** Checks the path of a call about promo rules and their codes. */
export function checkPromoPath(tx: ReadTx, call: PathCall): void {
  const { promo_rule_id, promo_code_id } = call.path
  checkStorePath(tx, call, (store_id) => {
    if (promo_rule_id === undefined) return
    const rule = promoRuleOrThrow(tx, store_id, promo_rule_id)
    if (promo_code_id !== undefined) promoCodeOrThrow(tx, rule, promo_code_id)
  })
}

/** The store and promo rule that a path names. Throws a 404 if there is none. */
export function promoRuleAt(tx: ReadTx, path: { readonly store_id: string; readonly promo_rule_id: string }): FoundPromo {
  const store = storeOrThrow(tx, path.store_id)
  return { store, rule: promoRuleOrThrow(tx, store.id, path.promo_rule_id) }
}

interface FoundPromo {
  readonly store: StoreRow
  readonly rule: PromoRuleRow
}
