import { text } from '../../model/fields.ts'
import { promoCodeFields, type PromoCodeRow, promoRuleFields, type PromoRuleRow } from '../../model/promos/promo.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { compileView } from '../../rules/collections/compile-fields.ts'

export const promoRuleView = compileView<PromoRuleRow>()({
  id: text,
  ...promoRuleFields,
  _links: (tx, { store_id, id }) => renderLinks(tx, 'PromoRule', { store_id, promo_rule_id: id }),
})

export const promoCodeView = compileView<PromoCodeRow>()({
  id: text,
  ...promoCodeFields,
  _links: (tx, { store_id, promo_rule_id, id }) => renderLinks(tx, 'PromoCode', { store_id, promo_rule_id, promo_code_id: id }),
})
