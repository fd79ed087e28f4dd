import { renderLinks } from '../../rules/answers/links.ts'
import type { BodyChecks, Operations } from '../../rules/requests/operation.ts'
import { selectPage } from '../../rules/requests/paging.ts'
import { refuseReadOnly, storeOrThrow } from '../../model/stores/store.ts'
import {
  changePromoCode,
  changePromoRule,
  codeMistakes,
  makePromoCode,
  makePromoRule,
  removePromoRule,
  ruleMistakes,
} from '../../rules/promos/make.ts'
import { promoRuleAt } from './path.ts'
import { promoCodeOrThrow, promoCodes, promoRules } from '../../model/promos/promo.ts'
import { promoCodeView, promoRuleView } from './view.ts'

export const promoOperations = {
  getPromoRules({ tx, path, query }) {
    const { id: store_id } = storeOrThrow(tx, path.store_id)
    const all = tx.range(promoRules.inStore, { store_id })
    return {
      store_id,
      promo_rules: selectPage(all, query).map((rule) => promoRuleView(tx, rule)),
      total_items: all.count,
      _links: renderLinks(tx, 'PromoRuleCollection', { store_id }),
    }
  },

  createPromoRule({ tx, path, body }) {
    return promoRuleView(tx, makePromoRule(tx, storeOrThrow(tx, path.store_id), body))
  },

  getPromoRule({ tx, path }) {
    return promoRuleView(tx, promoRuleAt(tx, path).rule)
  },

  updatePromoRule({ tx, path, body }) {
    return promoRuleView(tx, changePromoRule(tx, promoRuleAt(tx, path).rule, body))
  },

  deletePromoRule({ tx, path }) {
    const { store, rule } = promoRuleAt(tx, path)
    refuseReadOnly(store)
    removePromoRule(tx, rule)
  },

  getPromoCodes({ tx, path, query }) {
    const { rule } = promoRuleAt(tx, path)
    const ids = { store_id: rule.store_id, promo_rule_id: rule.id }
    const all = tx.range(promoCodes.ofRule, ids)
    return {
      store_id: rule.store_id,
      promo_codes: selectPage(all, query).map((code) => promoCodeView(tx, code)),
      total_items: all.count,
      _links: renderLinks(tx, 'PromoCodeCollection', ids),
    }
  },

  createPromoCode({ tx, path, body }) {
    return promoCodeView(tx, makePromoCode(tx, promoRuleAt(tx, path).rule, body))
  },

  getPromoCode({ tx, path }) {
    return promoCodeView(tx, promoCodeOrThrow(tx, promoRuleAt(tx, path).rule, path.promo_code_id))
  },

  updatePromoCode({ tx, path, body }) {
    const code = promoCodeOrThrow(tx, promoRuleAt(tx, path).rule, path.promo_code_id)
    return promoCodeView(tx, changePromoCode(tx, code, body))
  },

  deletePromoCode({ tx, path }) {
    const { store, rule } = promoRuleAt(tx, path)
    const code = promoCodeOrThrow(tx, rule, path.promo_code_id)
    refuseReadOnly(store)
    tx.remove(promoCodes, code)
  },
} satisfies Partial<Operations>

export const promoBodyChecks = {
  createPromoRule: ({ body }) => ruleMistakes(body),
  updatePromoRule: ({ tx, path, body }) => ruleMistakes(body, promoRuleAt(tx, path).rule),
  createPromoCode: ({ body }) => codeMistakes(body),
  updatePromoCode: ({ body }) => codeMistakes(body),
} satisfies BodyChecks
