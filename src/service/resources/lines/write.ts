import { missingMessage } from '../../../kernel/contract/check.ts'
import { pick } from '../../../kernel/support/pick.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../answers/errors.ts'
import { makeProduct, type NewProduct } from '../products/make.ts'
import { products, variants } from '../products/product.ts'
import { idIn } from '../requests/client-id.ts'
import { moneyIn } from '../requests/money.ts'
import { storeOrThrow } from '../stores/store.ts'
import { type LineOwner, type LineRow, lines } from './line.ts'

/** The members of a line in a body, besides its id. */
export interface LineMembers {
  readonly product_id?: string | undefined
  readonly product_variant_id?: string | undefined
  readonly quantity?: number | undefined
  readonly price?: number | string | undefined
  readonly discount?: number | string | undefined
}

/** A complete line in a body. New lines of orders may bring their product. */
export interface NewLine {
  readonly id: string
  readonly product_id: string
  readonly product_variant_id: string
  readonly quantity: number
  readonly price: number | string
  readonly discount?: number | string | undefined
  readonly product?: NewProduct | undefined
}

/** A line in the body of a change: of a line, or a new one. */
export type LineEntry = LineMembers & { readonly id?: string | undefined }

/** An entry, and the id of the line that it changes or adds. */
export type NamedEntry = LineMembers & { readonly id: string }

/** Adds lines to a cart or an order. Throws 400 for the first one whose id is taken, or whose product or variant is unknown. */
export function addLines(tx: Tx, owner: LineOwner, given: readonly NewLine[]): void {
  for (const line of given) addLine(tx, owner, line)
}

/**
 * Adds a line to a cart or an order, and the product that a line of an order brings, if the store does not have it. Throws 400 if its id is taken, or if its
 * product or variant is unknown.
 */
export function addLine(tx: Tx, owner: LineOwner, given: NewLine): LineRow {
  const { id, product_id, product_variant_id, quantity, price, discount = 0 } = given
  if (tx.first(lines.key, { ...owner, id })) throw errors.idTaken('A line')
  const { store_id } = owner
  if (given.product && owner.owner === 'order' && !tx.first(products.key, { store_id, id: product_id }))
    makeProduct(tx, storeOrThrow(tx, store_id), given.product)
  checkVariant(tx, { store_id, product_id, product_variant_id })
  return tx.insert(lines, {
    ...owner,
    id,
    product_id,
    product_variant_id,
    quantity,
    price: moneyIn(price),
    discount: owner.owner === 'cart' ? 0 : moneyIn(discount),
    last_known: undefined,
  })
}

/** Throws 400 if a new line of an order brings an unknown product with another id than its `product_id`. */
export function checkNestedProducts(tx: Tx, store_id: string, given: readonly NewLine[]): void {
  const mistakes = given.flatMap((line, place) => nestedProductMistakes(tx, store_id, line, `lines.item:${place}.product.id`))
  if (mistakes.length > 0) throw errors.invalid(...mistakes)
}

/** What is wrong with the id of the product that a line of an order brings. */
export function nestedProductMistakes(tx: Tx, store_id: string, { product, product_id }: NewLine, field: string): FieldError[] {
  if (!product || idIn(product.id) === product_id || tx.first(products.key, { store_id, id: product_id })) return []
  return [{ field, message: 'Value must equal the product_id of the line.' }]
}

/**
 * Finds the lines that the entries of a change are about: those with their ids, or those with their products and variants. Throws 400 with every
 * entry that names no line, or that would add an incomplete one.
 */
export function nameEntries(tx: Tx, owner: LineOwner, entries: readonly LineEntry[]): NamedEntry[] {
  const known = tx.range(lines.of, owner).all()
  const ids = new Set(known.map(({ id }) => id))
  const mistakes: FieldError[] = []
  const named = entries.map((given, place) => {
    const entry = pick(given, MEMBERS)
    const field = `lines.item:${place}`
    if (entry.id === undefined) {
      const same = known.filter((line) => isSameVariant(line, entry))
      if (same.length !== 1)
        mistakes.push({ field, message: `An id is needed: ${same.length} lines have this product and variant.` })
      return { ...entry, id: same[0]?.id ?? '' }
    }
    const missing = ids.has(entry.id) ? [] : missingIn(entry)
    if (missing.length > 0) mistakes.push({ field, message: missingMessage(missing) })
    ids.add(entry.id)
    return { ...entry, id: entry.id }
  })
  if (mistakes.length > 0) throw errors.invalid(...mistakes)
  return named
}

/**
 * Changes and adds lines; the others stay. Returns whether anything has changed. Throws 400 for the first line with an unknown product or variant.
 */
export function mergeLines(tx: Tx, owner: LineOwner, entries: readonly NamedEntry[]): boolean {
  let hasChanged = false
  for (const entry of entries) {
    const line = tx.first(lines.key, { ...owner, id: entry.id })
    const after = line ? changeLine(tx, line, entry) : isComplete(entry) ? addLine(tx, owner, entry) : undefined
    if (after !== line) hasChanged = true
  }
  return hasChanged
}

/** Changes a line. Returns it as it was if nothing changes. Throws 400 if its new product or variant is unknown. */
export function changeLine(tx: Tx, line: LineRow, given: LineMembers): LineRow {
  const { product_id = line.product_id, product_variant_id = line.product_variant_id, quantity = line.quantity } = given
  const isOther = product_id !== line.product_id || product_variant_id !== line.product_variant_id
  if (isOther) checkVariant(tx, { store_id: line.store_id, product_id, product_variant_id })
  return tx.amend(lines, line, {
    product_id,
    product_variant_id,
    quantity,
    price: given.price === undefined ? line.price : moneyIn(given.price),
    discount: given.discount === undefined || line.owner === 'cart' ? line.discount : moneyIn(given.discount),
    last_known: isOther ? undefined : line.last_known,
  })
}

/** Removes a line. Throws 400 if it is the last one of its cart or order. */
export function removeLine(tx: Tx, line: LineRow): void {
  const { store_id, owner, owner_id } = line
  if (tx.range(lines.of, { store_id, owner, owner_id }).count === 1)
    throw errors.badRequest(`The line ${line.id} is the last one of the ${owner}. Delete the ${owner} itself.`)
  tx.remove(lines, line)
}

type Variant = Pick<LineRow, 'store_id' | 'product_id' | 'product_variant_id'>

/** Throws 400 if a product or its variant is unknown. Clients match on these phrases. */
function checkVariant(tx: Tx, { store_id, product_id, product_variant_id }: Variant): void {
  if (!tx.first(products.key, { store_id, id: product_id }))
    throw errors.badRequest('There is no product with the provided ID in the account for this list.')
  if (!tx.first(variants.key, { store_id, product_id, id: product_variant_id }))
    throw errors.badRequest('There is no product with the provided variant ID in the account for this list.')
}

const MEMBERS = ['id', 'product_id', 'product_variant_id', 'quantity', 'price', 'discount'] as const

const REQUIRED = ['id', 'product_id', 'product_variant_id', 'quantity', 'price'] as const

function missingIn(entry: LineEntry): readonly string[] {
  return REQUIRED.filter((name) => entry[name] === undefined)
}

function isComplete(entry: LineEntry): entry is NewLine {
  return missingIn(entry).length === 0
}

function isSameVariant(line: LineRow, { product_id, product_variant_id }: LineEntry): boolean {
  return line.product_id === product_id && line.product_variant_id === product_variant_id
}
