import { instant, plain, text } from '../../model/fields.ts'
import {
  type ImageRow,
  images,
  productFields,
  type ProductRow,
  variantFields,
  type VariantRow,
  variants,
} from '../../model/products/product.ts'
import { storeOrThrow } from '../../model/stores/store.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { compileView } from '../../rules/collections/compile-fields.ts'

/** Maximum number of variants that a product shows. */
const SHOWN_MAX = 50

export const variantView = compileView<VariantRow>()({
  id: text,
  ...variantFields,
  created_at: instant,
  updated_at: instant,
  _links: (tx, { store_id, product_id, id }) => renderLinks(tx, 'ProductVariant', { store_id, product_id, variant_id: id }),
})

export const imageView = compileView<ImageRow>()({
  id: text,
  url: text,
  variant_ids: plain<readonly string[]>([]),
  _links: (tx, { store_id, product_id, id }) => renderLinks(tx, 'ProductImage', { store_id, product_id, image_id: id }),
})

// Answers have this field after the variants and images.
const { published_at_foreign, ...productTexts } = productFields

export const productView = compileView<ProductRow>()({
  id: text,
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
  published_at_foreign,
  _links: (tx, { store_id, id }) => renderLinks(tx, 'Product', { store_id, product_id: id }),
})
