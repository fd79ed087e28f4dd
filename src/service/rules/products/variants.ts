import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { freezeLines } from './freeze-lines.ts'
import { idIn } from '../../model/requests/client-id.ts'
import { compileReader } from '../collections/compile-fields.ts'
import { makeBlank } from '../../model/fields.ts'
import { type ProductRow, variantFields, type VariantRow, variants } from '../../model/products/product.ts'

export type NewVariant = ServiceSchemas['CreateProductVariant']

type VariantChange = Omit<ServiceSchemas['UpdateProductVariant'], 'id'>

const readVariantFields = compileReader(variantFields)

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
