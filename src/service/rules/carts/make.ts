import type { Flawed } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors, refuseInvalid } from '../../model/errors.ts'
import { embeddedCustomer } from '../customers/make.ts'
import { asOwner } from '../../model/lines/line.ts'
import { addLines, entryMistakes, mergeLines } from '../orders/write-lines.ts'
import { checkCampaign } from '../stores/campaign-check.ts'
import { idIn } from '../../model/requests/client-id.ts'
import type { Caller } from '../../model/requests/call.ts'
import { emit } from '../resource-events.ts'
import { listOfStoreOrThrow, type StoreRow } from '../../model/stores/store.ts'
import { makeBlank } from '../../model/fields.ts'
import { makeReader } from '../collections/readers-and-views.ts'
import { cartFields, type CartRow, carts } from '../../model/carts/cart.ts'

const readCartFields = makeReader(cartFields)

export type NewCart = ServiceSchemas['CreateCart']

/** The body of a change of a cart. */
export type CartChange = Omit<ServiceSchemas['UpdateCart'], 'id'>

/**
 * Creates a cart with its lines, its customer and the customer's contact. Throws if the id is taken, the customer cannot be saved, a line names an
 * unknown product, or the campaign is unknown.
 */
export function makeCart(tx: Tx, store: StoreRow, body: NewCart, by: Caller, created_at: Seconds = tx.now): CartRow {
  const { id, customer, lines } = body
  const key = { store_id: store.id, id: idIn(id) }
  listOfStoreOrThrow(tx, store)
  if (tx.first(carts.key, key)) throw errors.idTaken('A cart')
  const { id: customer_id } = embeddedCustomer(tx, store, customer, by, readCartRules(tx))
  addLines(tx, asOwner('cart', key), lines)
  checkCampaign(tx, store, body.campaign_id ?? '')
  const cart = tx.insert(carts, {
    ...BLANK_CART,
    ...readCartFields(body),
    ...key,
    customer_id,
    created_at,
    updated_at: created_at,
  })
  emit(tx, 'cart.changed', { store, before: undefined, after: cart })
  return cart
}

/** A cart before anything is set. It has all fields of a row, so that all rows have one shape. */
export const BLANK_CART: Omit<CartRow, 'seq'> = Object.freeze({
  store_id: '',
  id: '',
  customer_id: '',
  ...makeBlank(cartFields),
  created_at: 0,
  updated_at: 0,
})

/** Changes a cart and merges its lines. Returns the cart as it was if nothing changes. Throws like `makeCart`. */
export function changeCart(tx: Tx, store: StoreRow, cart: CartRow, body: CartChange, by: Caller): CartRow {
  const { customer } = body
  refuseInvalid(findCartMistakes(tx, cart, body))
  const customer_id = customer ? embeddedCustomer(tx, store, customer, by, readCartRules(tx)).id : cart.customer_id
  const hasOtherLines = mergeLines(tx, asOwner('cart', cart), body.lines ?? [])
  if (body.campaign_id !== undefined) checkCampaign(tx, store, body.campaign_id, [cart.campaign_id])
  const changed = tx.amend(carts, cart, { ...readCartFields(body), customer_id })
  return changed === cart && !hasOtherLines ? cart : touchCart(tx, store, cart, changed)
}

/** Lists what no schema can tell about a change of a cart. */
export function findCartMistakes(tx: ReadTx, cart: CartRow, { lines }: Flawed<CartChange>): FieldError[] {
  return entryMistakes(tx, asOwner('cart', cart), lines ?? [])
}

/** Notes that a cart, or one of its lines, has changed. */
export function touchCart(tx: Tx, store: StoreRow, before: CartRow, changed: CartRow = before): CartRow {
  const after = tx.put(carts, { ...changed, updated_at: tx.now })
  emit(tx, 'cart.changed', { store, before, after })
  return after
}

function readCartRules(tx: ReadTx): { readonly mustBeOnList: boolean } {
  return { mustBeOnList: tx.settings.commerce.cart_contact === 'require' }
}
