import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import type { Money } from '../requests/money.ts'
import { carts } from '../carts/cart.ts'
import { orders } from '../orders/order.ts'

/** A line of a cart or an order: a quantity of a variant. */
export interface LineRow extends Row {
  readonly store_id: string
  readonly owner: 'cart' | 'order'
  /** The id of the cart or the order. */
  readonly owner_id: string
  readonly id: string
  readonly product_id: string
  readonly product_variant_id: string
  readonly quantity: number
  readonly price: Money
  /** 0 in carts. */
  readonly discount: Money
  /** What the line shows of a product or variant that was deleted; `undefined` while both exist. */
  readonly last_known:
    | {
        readonly product_title: string
        /** The vendor of the product, or its type if it had none. */
        readonly product_category: string
        readonly product_variant_title: string
        readonly image_url: string
      }
    | undefined
}

export const lines = defineTable<LineRow>()('store_lines', {
  key: ['store_id', 'owner', 'owner_id', 'id'],
  indexes: { of: ['store_id', 'owner', 'owner_id'], ofProduct: ['store_id', 'product_id', 'product_variant_id'] },
  ownedBy: [
    [carts, 'of', { owner: 'cart' }],
    [orders, 'of', { owner: 'order' }],
  ],
})

/** The cart or the order that lines belong to. */
export type LineOwner = Pick<LineRow, 'store_id' | 'owner' | 'owner_id'>

/** A cart or an order as the owner of its lines. */
export function asOwner(
  owner: LineRow['owner'],
  { store_id, id }: { readonly store_id: string; readonly id: string },
): LineOwner {
  return { store_id, owner, owner_id: id }
}

/** The lines of a cart or an order. */
export function findLines(tx: ReadTx, owner: LineOwner): LineRow[] {
  return tx.range(lines.of, owner).all()
}

/** Returns a line of a cart or an order. Throws a 404 if there is none. */
export function lineOrThrow(tx: ReadTx, owner: LineOwner, id: string): LineRow {
  const line = tx.first(lines.key, { ...owner, id })
  return line ?? refuseMissing(`the ${owner.owner} ${owner.owner_id.slice(0, 64)} has no line`, id)
}
