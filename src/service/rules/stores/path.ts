import type { ReadTx } from '../../../kernel/world/tx.ts'
import { cartOrThrow } from '../../model/carts/cart.ts'
import { customerOrThrow } from '../../model/customers/customer.ts'
import { asOwner, lineOrThrow } from '../../model/lines/line.ts'
import { orderOrThrow } from '../../model/orders/order.ts'
import type { PathCall } from '../../model/requests/call.ts'
import { imageOrThrow, productOrThrow, variantOrThrow } from '../../model/products/product.ts'
import { promoCodeOrThrow, promoRuleOrThrow } from '../../model/promos/promo.ts'
import { refuseReadOnlyStore, storeOrThrow } from '../../model/stores/store.ts'

/** Checks the path of a call about a store or something below it. Throws the 404 of the leftmost part that does not exist. */
export function checkStorePath(tx: ReadTx, { method, path }: PathCall): void {
  const { store_id } = path
  if (store_id === undefined) return
  storeOrThrow(tx, { store_id })
  checkBelowStore(tx, method === 'PUT', { ...path, store_id })
  if (method !== 'GET') refuseReadOnlyStore(tx, { store_id })
}

/** A PUT may name a customer, a product or a variant that does not exist. */
function checkBelowStore(tx: ReadTx, isPut: boolean, path: PathCall['path'] & { readonly store_id: string }): void {
  const { customer_id, product_id, variant_id, image_id, cart_id, order_id, line_id, promo_rule_id, promo_code_id } = path
  if (customer_id !== undefined && !isPut) customerOrThrow(tx, { ...path, customer_id })
  if (product_id !== undefined) {
    if (variant_id !== undefined || !isPut) productOrThrow(tx, { ...path, product_id })
    if (variant_id !== undefined && !isPut) variantOrThrow(tx, { ...path, product_id, variant_id })
    if (image_id !== undefined) imageOrThrow(tx, { ...path, product_id, image_id })
  }
  if (cart_id !== undefined) {
    const cart = cartOrThrow(tx, { ...path, cart_id })
    if (line_id !== undefined) lineOrThrow(tx, asOwner('cart', cart), line_id)
  }
  if (order_id !== undefined) {
    const order = orderOrThrow(tx, { ...path, order_id })
    if (line_id !== undefined) lineOrThrow(tx, asOwner('order', order), line_id)
  }
  if (promo_rule_id !== undefined) {
    promoRuleOrThrow(tx, { ...path, promo_rule_id })
    if (promo_code_id !== undefined) promoCodeOrThrow(tx, { ...path, promo_rule_id, promo_code_id })
  }
}
