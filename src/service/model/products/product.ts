import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { instant, money, number, type StoredFields, text } from '../fields.ts'
import { refuseMissingInStore, stores } from '../stores/store.ts'

/** The fields that calls set, in the order of answers. */
export const productFields = {
  title: text,
  handle: text,
  url: text,
  description: text,
  type: text,
  /** Conditions and automations call it the category. */
  vendor: text,
  image_url: text,
  published_at_foreign: instant,
}

export interface ProductRow extends Row, StoredFields<typeof productFields> {
  readonly store_id: string
  readonly id: string
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

export const variantFields = {
  title: text,
  url: text,
  sku: text,
  price: money,
  inventory_quantity: number,
  image_url: text,
  backorders: text,
  visibility: text,
}

/** A variant of a product; a product has at least one. */
export interface VariantRow extends Row, StoredFields<typeof variantFields> {
  readonly store_id: string
  readonly product_id: string
  readonly id: string
  readonly created_at: Seconds
  readonly updated_at: Seconds
}

export const variants = defineTable<VariantRow>()('store_variants', {
  key: ['store_id', 'product_id', 'id'],
  indexes: { ofProduct: ['store_id', 'product_id'] },
  ownedBy: [[products, 'ofProduct']],
})

/** An image of a product. */
export interface ImageRow extends Row {
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

/** Returns the product that a path names. Throws a 404 if there is none. */
export function productOrThrow(tx: ReadTx, { store_id, product_id: id }: ProductPath): ProductRow {
  return tx.first(products.key, { store_id, id }) ?? refuseMissingInStore(tx, store_id, 'product', id)
}

export interface ProductPath {
  readonly store_id: string
  readonly product_id: string
}

/** Returns the variant that a path names. Throws a 404 if there is none. */
export function variantOrThrow(tx: ReadTx, path: ProductPath & { readonly variant_id: string }): VariantRow {
  const { store_id, product_id, variant_id: id } = path
  return tx.first(variants.key, { store_id, product_id, id }) ?? refuseMissing(`${describeProduct(tx, path)} has no variant`, id)
}

/** Returns the image that a path names. Throws a 404 if there is none. */
export function imageOrThrow(tx: ReadTx, path: ProductPath & { readonly image_id: string }): ImageRow {
  const { store_id, product_id, image_id: id } = path
  return tx.first(images.key, { store_id, product_id, id }) ?? refuseMissing(`${describeProduct(tx, path)} has no image`, id)
}

function describeProduct(tx: ReadTx, path: ProductPath): string {
  return `the product ${productOrThrow(tx, path).id.slice(0, 64)}`
}
