import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../errors.ts'
import type { Money } from '../requests/money.ts'
import { stores } from '../stores/store.ts'

export interface ProductRow {
  readonly seq: number
  readonly store_id: string
  readonly id: string
  readonly title: string
  readonly handle: string
  readonly url: string
  readonly description: string
  readonly type: string
  /** Conditions and automations call it the category. */
  readonly vendor: string
  readonly image_url: string
  /** 0 if it is not set. */
  readonly published_at_foreign: Seconds
}

/** The category by which segments know a product: its vendor, or its type if it has none. */
export function chooseCategory({ vendor, type }: Pick<ProductRow, 'vendor' | 'type'>): string {
  return vendor || type
}

export const products = defineTable<ProductRow>()('store_products', {
  key: ['store_id', 'id'],
  indexes: { inStore: ['store_id'] },
  word: 'product',
  parameters: ['product_id'],
  shownBy: 'title',
  ownedBy: [[stores, 'inStore']],
})

/** A variant of a product; a product has at least one. */
export interface VariantRow {
  readonly seq: number
  readonly store_id: string
  readonly product_id: string
  readonly id: string
  readonly title: string
  readonly url: string
  readonly sku: string
  readonly price: Money
  readonly inventory_quantity: number
  readonly image_url: string
  readonly backorders: string
  readonly visibility: string
  readonly created_at: Seconds
  readonly updated_at: Seconds
}

export const variants = defineTable<VariantRow>()('store_variants', {
  key: ['store_id', 'product_id', 'id'],
  indexes: { ofProduct: ['store_id', 'product_id'] },
  ownedBy: [[products, 'ofProduct']],
})

/** An image of a product. */
export interface ImageRow {
  readonly seq: number
  readonly store_id: string
  readonly product_id: string
  readonly id: string
  readonly url: string
  /** As they were sent; the variants need not exist. */
  readonly variant_ids: readonly string[]
}

export const images = defineTable<ImageRow>()('store_images', {
  key: ['store_id', 'product_id', 'id'],
  indexes: { ofProduct: ['store_id', 'product_id'] },
  ownedBy: [[products, 'ofProduct']],
})

/** Returns a product of a store. Throws a 404 if there is none. */
export function productOrThrow(tx: ReadTx, store_id: string, id: string): ProductRow {
  const product = tx.first(products.key, { store_id, id })
  if (!product) throw errors.notFound(`the store ${store_id} has no product ${id.slice(0, 64)}`)
  return product
}

/** Returns a variant of a product. Throws a 404 if there is none. */
export function variantOrThrow(tx: ReadTx, { store_id, id: product_id }: ProductRow, id: string): VariantRow {
  const variant = tx.first(variants.key, { store_id, product_id, id })
  if (!variant) throw errors.notFound(`the product ${product_id.slice(0, 64)} has no variant ${id.slice(0, 64)}`)
  return variant
}

/** Returns an image of a product. Throws a 404 if there is none. */
export function imageOrThrow(tx: ReadTx, { store_id, id: product_id }: ProductRow, id: string): ImageRow {
  const image = tx.first(images.key, { store_id, product_id, id })
  if (!image) throw errors.notFound(`the product ${product_id.slice(0, 64)} has no image ${id.slice(0, 64)}`)
  return image
}
