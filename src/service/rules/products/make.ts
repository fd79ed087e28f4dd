import { type Flawed, missingMessage } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors, refuseInvalid } from '../../model/errors.ts'
import { freezeLines } from './freeze-lines.ts'
import { idIn } from '../../model/requests/client-id.ts'
import { makeReader } from '../collections/readers-and-views.ts'
import { instantMistakes } from '../requests/instants.ts'
import { findInstants, makeBlank } from '../../model/fields.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import {
  images,
  productFields,
  type ProductRow,
  products,
  variants,
  variantFields,
  type VariantRow,
  type ImageRow,
} from '../../model/products/product.ts'
import { removeWithOwned } from '../remove-owned.ts'

export type NewVariant = ServiceSchemas['CreateProductVariant']

type VariantChange = Omit<ServiceSchemas['UpdateProductVariant'], 'id'>

const readVariantFields = makeReader(variantFields)

// All fields of a row, so that all rows have one shape.
const BLANK_VARIANT = { store_id: '', product_id: '', id: '', ...makeBlank(variantFields), created_at: 0, updated_at: 0 }

/** Creates a variant. Throws 400 if another variant of the product has its id. */
export function makeVariant(tx: Tx, { store_id, id: product_id }: ProductRow, body: NewVariant): VariantRow {
  const id = idIn(body.id)
  if (tx.first(variants.key, { store_id, product_id, id })) throw errors.idTaken('A variant')
  return tx.insert(variants, {
    ...BLANK_VARIANT,
    ...readVariantFields(body),
    store_id,
    product_id,
    id,
    created_at: tx.now,
    updated_at: tx.now,
  })
}

/** Changes a variant. Returns it as it was if nothing changes. */
export function changeVariant(tx: Tx, variant: VariantRow, body: VariantChange): VariantRow {
  const changed = tx.amend(variants, variant, readVariantFields(body))
  return changed === variant ? variant : tx.amend(variants, changed, { updated_at: tx.now })
}

/** Deletes a variant. Throws 400 if it is the last one of its product. */
export function removeVariant(tx: Tx, product: ProductRow, variant: VariantRow): void {
  const { store_id, id: product_id } = product
  if (tx.range(variants.ofProduct, { store_id, product_id }).count === 1) {
    throw errors.badRequest(
      `${variant.id} is the last variant of the product ${product_id}, which needs one. Delete the product itself instead.`,
    )
  }
  freezeLines(tx, product, variant)
  tx.remove(variants, variant)
}

/** The body of a new product. Texts that it leaves out are empty. */
export type NewProduct = Pick<ServiceSchemas['CreateProduct'], 'id' | 'title' | 'variants'> &
  Partial<ServiceSchemas['CreateProduct']>

type ProductChange = Omit<ServiceSchemas['UpdateProduct'], 'id'>

const readProductFields = makeReader(productFields)
const BLANK_PRODUCT = makeBlank(productFields)
const INSTANTS = findInstants(productFields)

/** Creates a product with its variants and images. Throws 400 if another product of the store has its id. */
export function makeProduct(tx: Tx, { id: store_id }: StoreRow, body: NewProduct): ProductRow {
  const id = idIn(body.id)
  if (tx.first(products.key, { store_id, id })) throw errors.idTaken('A product')
  const product = tx.insert(products, { store_id, id, ...BLANK_PRODUCT, ...readProductFields(body) })
  for (const variant of body.variants) makeVariant(tx, product, variant)
  for (const image of body.images ?? []) makeImage(tx, product, image)
  return product
}

/** Changes a product. Variants and images are merged by their ids into those of the product. */
export function changeProduct(tx: Tx, product: ProductRow, body: ProductChange): ProductRow {
  refuseInvalid(mistakesInProductChange(tx, product, body))
  const changed = tx.amend(products, product, readProductFields(body))
  mergeVariants(tx, changed, body.variants ?? [])
  mergeImages(tx, changed, body.images ?? [])
  return changed
}

/** Lists what no schema can tell about the body of a new product. `at` is where it stands in the body of a call. */
export function mistakesInNewProduct(body: Flawed<Pick<NewProduct, 'published_at_foreign'>>, at = ''): FieldError[] {
  return instantMistakes(body, INSTANTS, at)
}

/** Lists what no schema can tell about a change of a product: which variants and images it would add although they are incomplete. */
export function mistakesInProductChange(tx: ReadTx, product: ProductRow, body: Flawed<ProductChange>): FieldError[] {
  const key = { store_id: product.store_id, product_id: product.id }
  return [
    ...mistakesInNewProduct(body),
    ...incompleteIn('variants', body.variants ?? [], tx.range(variants.ofProduct, key), ['id', 'title']),
    ...incompleteIn('images', body.images ?? [], tx.range(images.ofProduct, key), ['id', 'url']),
  ]
}

/** Deletes a product with its variants and images. Lines of carts and orders that name it stay. */
export function removeProduct(tx: Tx, product: ProductRow): void {
  freezeLines(tx, product)
  removeWithOwned(tx, products, product)
}

function mergeVariants(tx: Tx, product: ProductRow, entries: NonNullable<ProductChange['variants']>): void {
  const { store_id, id: product_id } = product
  const all = tx.range(variants.ofProduct, { store_id, product_id })
  const only = all.count === 1 ? all.first() : undefined
  for (const entry of entries) {
    const { id, title } = entry
    const known = id === undefined ? only : tx.first(variants.key, { store_id, product_id, id: idIn(id) })
    if (known) changeVariant(tx, known, entry)
    else if (id !== undefined && title !== undefined) makeVariant(tx, product, { ...entry, id, title })
  }
}

function mergeImages(tx: Tx, product: ProductRow, entries: NonNullable<ProductChange['images']>): void {
  const { store_id, id: product_id } = product
  const all = tx.range(images.ofProduct, { store_id, product_id })
  const only = all.count === 1 ? all.first() : undefined
  for (const entry of entries) {
    const { id, url } = entry
    const known = id === undefined ? only : tx.first(images.key, { store_id, product_id, id })
    if (known) changeImage(tx, known, entry)
    else if (id !== undefined && url !== undefined) makeImage(tx, product, { ...entry, id, url })
  }
}

type ProductEntry<Needed extends string> = { readonly [Name in Needed]?: string | null | undefined } & {
  readonly id?: string | number | null | undefined
}

/** Lists what is missing in entries that would be added. An entry without an id is merged if there is only one thing to merge it into. */
function incompleteIn<Needed extends string, Known extends { readonly id: string }>(
  name: 'variants' | 'images',
  entries: readonly (ProductEntry<Needed> | null)[],
  range: Range<Known>,
  needed: readonly (Needed | 'id')[],
): FieldError[] {
  if (entries.length === 0) return []
  const known = range.all()
  const ids = new Set(known.map(({ id }) => id))
  return entries.flatMap((entry, place) => {
    if (!entry || entry.id === null) return []
    const { id } = entry
    if (id === undefined ? known.length === 1 : ids.has(idIn(id))) return []
    if (id !== undefined) ids.add(idIn(id))
    const missing = needed.filter((each) => entry[each] === undefined)
    return missing.length === 0 ? [] : [{ field: `${name}.item:${place}`, message: missingMessage(missing) }]
  })
}

export type NewImage = ServiceSchemas['CreateProductImage']

/** Creates an image. Throws 400 if another image of the product has its id. */
export function makeImage(tx: Tx, { store_id, id: product_id }: ProductRow, { id, url, variant_ids = [] }: NewImage): ImageRow {
  if (tx.first(images.key, { store_id, product_id, id })) throw errors.idTaken('An image')
  return tx.insert(images, { store_id, product_id, id, url, variant_ids: variant_ids.map(idIn) })
}

/** Changes an image; `variant_ids` are replaced as a whole. */
export function changeImage(tx: Tx, image: ImageRow, change: Omit<ServiceSchemas['UpdateProductImage'], 'id'>): ImageRow {
  const { url = image.url, variant_ids = image.variant_ids } = change
  return tx.amend(images, image, { url, variant_ids: variant_ids.map(idIn) })
}
