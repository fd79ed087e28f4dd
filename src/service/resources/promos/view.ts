import type { PromoCodeRow, PromoRuleRow } from '../../model/promos/promo.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { asIs, compileView } from '../../rules/collections/fields.ts'
import { promoCodeFields, promoRuleFields } from '../../rules/promos/make.ts'

export const promoRuleView = compileView<PromoRuleRow>()({
  id: asIs,
  ...promoRuleFields,
  _links: (tx, { store_id, id }) => renderLinks(tx, 'PromoRule', { store_id, promo_rule_id: id }),
})

export const promoCodeView = compileView<PromoCodeRow>()({
  id: asIs,
  ...promoCodeFields,
  _links: (tx, { store_id, promo_rule_id, id }) => renderLinks(tx, 'PromoCode', { store_id, promo_rule_id, promo_code_id: id }),
})
