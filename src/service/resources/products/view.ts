import { type ImageRow, images, type ProductRow, type VariantRow, variants } from '../../model/products/product.ts'
import { storeOrThrow } from '../../model/stores/store.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { asIs, compileView, instant } from '../../rules/collections/fields.ts'
import { productTexts } from '../../rules/products/make.ts'
import { variantFields } from '../../rules/products/variants.ts'

/** Maximum number of variants that a product shows. */
const SHOWN_MAX = 50

export const variantView = compileView<VariantRow>()({
  id: asIs,
  ...variantFields,
  created_at: instant,
  updated_at: instant,
  _links: (tx, { store_id, product_id, id }) => renderLinks(tx, 'ProductVariant', { store_id, product_id, variant_id: id }),
})

export const imageView = compileView<ImageRow>()({
  id: asIs,
  url: asIs,
  variant_ids: asIs,
  _links: (tx, { store_id, product_id, id }) => renderLinks(tx, 'ProductImage', { store_id, product_id, image_id: id }),
})

export const productView = compileView<ProductRow>()({
  id: asIs,
  currency_code: (tx, product) => storeOrThrow(tx, product).currency_code,
  ...productTexts,
  variants(tx, { store_id, id: product_id }) {
    const shown = tx.range(variants.ofProduct, { store_id, product_id }).slice(0, SHOWN_MAX)
    return shown.map((variant) => variantView(tx, variant))
  },
  images(tx, { store_id, id: product_id }) {
    const all = tx.range(images.ofProduct, { store_id, product_id }).all()
    return all.map((image) => imageView(tx, image))
  },
  published_at_foreign: instant,
  _links: (tx, { store_id, id }) => renderLinks(tx, 'Product', { store_id, product_id: id }),
})
