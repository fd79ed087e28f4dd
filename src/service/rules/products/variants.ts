import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { freezeLines } from './freeze-lines.ts'
import { idIn } from '../requests/client-id.ts'
import { asIs, compileReader, money } from '../collections/fields.ts'
import { type ProductRow, type VariantRow, variants } from '../../model/products/product.ts'

export type NewVariant = ServiceSchemas['CreateProductVariant']

type VariantChange = Omit<ServiceSchemas['UpdateProductVariant'], 'id'>

/** The fields that calls set, in the order of answers. */
export const variantFields = {
  title: asIs,
  url: asIs,
  sku: asIs,
  price: money,
  inventory_quantity: asIs,
  image_url: asIs,
  backorders: asIs,
  visibility: asIs,
} as const

const readVariantFields = compileReader<VariantRow>()(variantFields)

/** Creates a variant. Throws 400 if another variant of the product has its id. */
export function makeVariant(tx: Tx, { store_id, id: product_id }: ProductRow, body: NewVariant): VariantRow {
  const id = idIn(body.id)
  if (tx.first(variants.key, { store_id, product_id, id })) throw errors.idTaken('A variant')
  return tx.insert(variants, {
    store_id,
    product_id,
    id,
    url: '',
    sku: '',
    price: 0,
    inventory_quantity: 0,
    image_url: '',
    backorders: '',
    visibility: '',
    ...readVariantFields(body),
    title: body.title,
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
