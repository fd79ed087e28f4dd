import { removeWithOwned } from '../../rules/remove-owned.ts'
import {
  promoCodeOrThrow,
  promoCodes,
  promoRuleOrThrow,
  promoRules,
  promoCodeFields,
  type PromoCodeRow,
  promoRuleFields,
  type PromoRuleRow,
} from '../../model/promos/promo.ts'
import { refuseReadOnlyStore, storeOrThrow } from '../../model/stores/store.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import {
  changePromoCode,
  changePromoRule,
  codeMistakes,
  makePromoCode,
  makePromoRule,
  ruleMistakes,
} from '../../rules/promos/make.ts'
import type { BodyChecks, Operations } from '../../rules/requests/operation.ts'
import { text } from '../../model/fields.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { makeView } from '../../rules/collections/readers-and-views.ts'

const promoRuleView = makeView<PromoRuleRow>()({
  id: text,
  ...promoRuleFields,
  _links: (tx, { store_id, id }) => renderLinks(tx, 'PromoRule', { store_id, promo_rule_id: id }),
})

const promoCodeView = makeView<PromoCodeRow>()({
  id: text,
  ...promoCodeFields,
  _links: (tx, { store_id, promo_rule_id, id }) => renderLinks(tx, 'PromoCode', { store_id, promo_rule_id, promo_code_id: id }),
})

export const promoOperations = {
  getPromoRules: listRows({
    schema: 'PromoRuleCollection',
    rows: (tx, path) => tx.range(promoRules.inStore, { store_id: storeOrThrow(tx, path).id }),
    view: promoRuleView,
    answer: (page, { store_id }) => ({ store_id, promo_rules: page }),
  }),

  createPromoRule: ({ tx, path, body }) => promoRuleView(tx, makePromoRule(tx, storeOrThrow(tx, path), body)),

  getPromoRule: ({ tx, path }) => promoRuleView(tx, promoRuleOrThrow(tx, path)),

  updatePromoRule: ({ tx, path, body }) => promoRuleView(tx, changePromoRule(tx, promoRuleOrThrow(tx, path), body)),

  deletePromoRule({ tx, path }) {
    const rule = promoRuleOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    removeWithOwned(tx, promoRules, rule)
  },

  getPromoCodes: listRows({
    schema: 'PromoCodeCollection',
    rows(tx, path) {
      const { store_id, id: promo_rule_id } = promoRuleOrThrow(tx, path)
      return tx.range(promoCodes.ofRule, { store_id, promo_rule_id })
    },
    view: promoCodeView,
    answer: (page, { store_id }) => ({ store_id, promo_codes: page }),
  }),

  createPromoCode: ({ tx, path, body }) => promoCodeView(tx, makePromoCode(tx, promoRuleOrThrow(tx, path), body)),

  getPromoCode: ({ tx, path }) => promoCodeView(tx, promoCodeOrThrow(tx, path)),

  updatePromoCode: ({ tx, path, body }) => promoCodeView(tx, changePromoCode(tx, promoCodeOrThrow(tx, path), body)),

  deletePromoCode({ tx, path }) {
    const code = promoCodeOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    tx.remove(promoCodes, code)
  },
} satisfies Partial<Operations>

export const promoBodyChecks = {
  createPromoRule: ({ body }) => ruleMistakes(body),
  updatePromoRule: ({ tx, path, body }) => ruleMistakes(body, promoRuleOrThrow(tx, path)),
  createPromoCode: ({ body }) => codeMistakes(body),
  updatePromoCode: ({ body }) => codeMistakes(body),
} satisfies BodyChecks
