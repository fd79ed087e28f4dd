import { alreadyExists, isUnknown, when } from './email-api.ts'
import { type Product, type PromoRule, type Shop, storePath } from './shop.ts'

/** Changes a product, or makes it if the service does not know it. Variants that are left out stay. */
export async function saveProduct({ api, storeId }: Shop, product: Product): Promise<void> {
  const products = `${storePath(storeId)}/products` as const
  await api
    .call('PATCH', `${products}/${encodeURIComponent(product.id)}`, product)
    .catch(when(isUnknown, () => api.call('POST', products, product)))
}

/** Makes a promo rule with a code of the same name, or changes the rule if it is there. */
export async function savePromoRule({ api, storeId }: Shop, rule: PromoRule, redemptionUrl: string): Promise<void> {
  const rules = `${storePath(storeId)}/promo-rules` as const
  const path = `${rules}/${encodeURIComponent(rule.id)}` as const
  await api.call('POST', rules, rule).catch(when(alreadyExists, () => api.call('PATCH', path, rule)))
  const code = { id: rule.id, code: rule.id, redemption_url: redemptionUrl }
  await api.call('POST', `${path}/promo-codes`, code).catch(when(alreadyExists, () => undefined))
}
