import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import type { PromoCodeRow, PromoRuleRow } from '../../model/promos/promo.ts'

export function promoRuleView(tx: ReadTx, rule: PromoRuleRow): ServiceSchemas['PromoRule'] {
  return {
    id: rule.id,
    title: rule.title,
    description: rule.description,
    starts_at: timestamp(rule.starts_at),
    ends_at: timestamp(rule.ends_at),
    amount: convertToAmount(rule.amount),
    type: rule.type,
    target: rule.target,
    enabled: rule.enabled,
    created_at_foreign: timestamp(rule.created_at_foreign),
    updated_at_foreign: timestamp(rule.updated_at_foreign),
    _links: renderLinks(tx, 'PromoRule', { store_id: rule.store_id, promo_rule_id: rule.id }),
  }
}

export function promoCodeView(tx: ReadTx, code: PromoCodeRow): ServiceSchemas['PromoCode'] {
  const { store_id, promo_rule_id, id } = code
  return {
    id,
    code: code.code,
    redemption_url: code.redemption_url,
    usage_count: code.usage_count,
    enabled: code.enabled,
    created_at_foreign: timestamp(code.created_at_foreign),
    updated_at_foreign: timestamp(code.updated_at_foreign),
    _links: renderLinks(tx, 'PromoCode', { store_id, promo_rule_id, promo_code_id: id }),
  }
}
