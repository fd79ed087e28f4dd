import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import { storeOrThrow } from '../../model/stores/store.ts'
import { type ImageRow, images, type ProductRow, type VariantRow, variants } from '../../model/products/product.ts'

/** Maximum number of variants that a product shows. */
const SHOWN_MAX = 50

export function productView(tx: ReadTx, product: ProductRow): ServiceSchemas['Product'] {
  const ids = { store_id: product.store_id, product_id: product.id }
  return {
    id: product.id,
    currency_code: storeOrThrow(tx, product).currency_code,
    title: product.title,
    handle: product.handle,
    url: product.url,
    description: product.description,
    type: product.type,
    vendor: product.vendor,
    image_url: product.image_url,
    variants: tx
      .range(variants.ofProduct, ids)
      .slice(0, SHOWN_MAX)
      .map((variant) => variantView(tx, variant)),
    images: tx
      .range(images.ofProduct, ids)
      .all()
      .map((image) => imageView(tx, image)),
    published_at_foreign: timestamp(product.published_at_foreign),
    _links: renderLinks(tx, 'Product', ids),
  }
}

export function variantView(tx: ReadTx, variant: VariantRow): ServiceSchemas['ProductVariant'] {
  const { store_id, product_id, id } = variant
  return {
    id,
    title: variant.title,
    url: variant.url,
    sku: variant.sku,
    price: convertToAmount(variant.price),
    inventory_quantity: variant.inventory_quantity,
    image_url: variant.image_url,
    backorders: variant.backorders,
    visibility: variant.visibility,
    created_at: timestamp(variant.created_at),
    updated_at: timestamp(variant.updated_at),
    _links: renderLinks(tx, 'ProductVariant', { store_id, product_id, variant_id: id }),
  }
}

export function imageView(tx: ReadTx, image: ImageRow): ServiceSchemas['ProductImage'] {
  const { store_id, product_id, id, url, variant_ids } = image
  return { id, url, variant_ids, _links: renderLinks(tx, 'ProductImage', { store_id, product_id, image_id: id }) }
}
