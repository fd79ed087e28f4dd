import { missingMessage } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/pick.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../answers/errors.ts'
import { freezeLines } from '../lines/freeze.ts'
import { idIn } from '../requests/client-id.ts'
import { instantsIn } from '../requests/instants.ts'
import type { StoreRow } from '../stores/store.ts'
import { changeImage, makeImage } from './images.ts'
import { images, type ProductRow, products, variants } from './product.ts'
import { changeVariant, makeVariant } from './variants.ts'

export type NewProduct = ServiceSchemas['CreateProduct']

type ProductChange = Omit<ServiceSchemas['UpdateProduct'], 'id'>

const TEXTS = ['title', 'handle', 'url', 'description', 'type', 'vendor', 'image_url'] as const

/** Creates a product with its variants and images. Throws 400 if another product of the store has its id. */
export function makeProduct(tx: Tx, { id: store_id }: StoreRow, body: NewProduct): ProductRow {
  const id = idIn(body.id)
  if (tx.first(products.key, { store_id, id })) throw errors.idTaken('A product')
  const product = tx.insert(products, {
    store_id,
    id,
    handle: '',
    url: '',
    description: '',
    type: '',
    vendor: '',
    image_url: '',
    published_at_foreign: 0,
    ...fieldsIn(body),
    title: body.title,
  })
  for (const variant of body.variants) makeVariant(tx, product, variant)
  for (const image of body.images ?? []) makeImage(tx, product, image)
  return product
}

/** Changes a product. Variants and images are merged by their ids into those of the product. */
export function changeProduct(tx: Tx, product: ProductRow, body: ProductChange): ProductRow {
  const changed = tx.amend(products, product, fieldsIn(body))
  const incomplete = [...mergeVariants(tx, changed, body.variants ?? []), ...mergeImages(tx, changed, body.images ?? [])]
  if (incomplete.length > 0) throw errors.invalid(...incomplete)
  return changed
}

/** Deletes a product with its variants and images. Lines of carts and orders that name it stay. */
export function removeProduct(tx: Tx, product: ProductRow): void {
  const { store_id, id: product_id } = product
  freezeLines(tx, product)
  tx.removeAll(images.ofProduct, { store_id, product_id })
  tx.removeAll(variants.ofProduct, { store_id, product_id })
  tx.remove(products, product)
}

function fieldsIn(body: Partial<Omit<NewProduct, 'variants' | 'images'>>): Partial<Omit<ProductRow, 'seq' | 'store_id' | 'id'>> {
  return { ...pick(body, TEXTS), ...instantsIn(body, ['published_at_foreign']) }
}

/** Returns what is missing in new entries. */
function mergeVariants(tx: Tx, product: ProductRow, entries: NonNullable<ProductChange['variants']>): FieldError[] {
  const { store_id, id: product_id } = product
  const all = tx.range(variants.ofProduct, { store_id, product_id })
  const only = all.count === 1 ? all.first() : undefined
  return entries.flatMap((entry, index) => {
    const { id, title } = entry
    const known = id === undefined ? only : tx.first(variants.key, { store_id, product_id, id: idIn(id) })
    if (known) changeVariant(tx, known, entry)
    else if (id === undefined || title === undefined) return [missingIn(`variants.item:${index}`, { id, title })]
    else makeVariant(tx, product, { ...entry, id, title })
    return []
  })
}

/** Returns what is missing in new entries. */
function mergeImages(tx: Tx, product: ProductRow, entries: NonNullable<ProductChange['images']>): FieldError[] {
  const { store_id, id: product_id } = product
  const all = tx.range(images.ofProduct, { store_id, product_id })
  const only = all.count === 1 ? all.first() : undefined
  return entries.flatMap((entry, index) => {
    const { id, url } = entry
    const known = id === undefined ? only : tx.first(images.key, { store_id, product_id, id })
    if (known) changeImage(tx, known, entry)
    else if (id === undefined || url === undefined) return [missingIn(`images.item:${index}`, { id, url })]
    else makeImage(tx, product, { ...entry, id, url })
    return []
  })
}

function missingIn(field: string, needed: { readonly [name: string]: unknown }): FieldError {
  return { field, message: missingMessage(Object.keys(needed).filter((name) => needed[name] === undefined)) }
}
