import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { idIn } from '../../model/requests/client-id.ts'
import { type ImageRow, images, type ProductRow } from '../../model/products/product.ts'

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
