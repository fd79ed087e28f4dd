import { type Flawed, missingMessage } from '../../../kernel/contract/check.ts'
import { pick } from '../../../kernel/support/objects.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { makeProduct, type NewProduct, mistakesInNewProduct } from '../products/make.ts'
import { products, variants } from '../../model/products/product.ts'
import { idIn } from '../../model/requests/client-id.ts'
import { moneyIn } from '../../model/requests/money.ts'
import { storeOrThrow } from '../../model/stores/store.ts'
import { findLines, type LineOwner, type LineRow, lines } from '../../model/lines/line.ts'

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
    makeProduct(tx, storeOrThrow(tx, { store_id }), given.product)
  checkVariant(tx, { store_id, product_id, product_variant_id })
  const bought = { product_id, product_variant_id, quantity, price: moneyIn(price) }
  return tx.insert(lines, newLineRow(owner, id, { ...bought, discount: owner.owner === 'cart' ? 0 : moneyIn(discount) }))
}

/** The row of a new line, which gets its `seq` when it is inserted or loaded. */
export function newLineRow(
  { store_id, owner, owner_id }: LineOwner,
  id: string,
  bought: Pick<LineRow, 'product_id' | 'product_variant_id' | 'quantity' | 'price'> & Partial<Pick<LineRow, 'discount'>>,
): LineRow {
  const { product_id, product_variant_id, quantity, price, discount = 0 } = bought
  return {
    seq: 0,
    store_id,
    owner,
    owner_id,
    id,
    product_id,
    product_variant_id,
    quantity,
    price,
    discount,
    last_known: undefined,
  }
}

/** Lists what no schema can tell about new lines of an order. */
export function newLineMistakes(tx: ReadTx, store_id: string, given: readonly (Flawed<NewLine> | null)[]): FieldError[] {
  return given.flatMap((line, place) => (line ? nestedProductMistakes(tx, store_id, line, `lines.item:${place}.`) : []))
}

/** Lists what no schema can tell about the product that a new line of an order brings. `at` is where the line stands in the body of a call. */
export function nestedProductMistakes(
  tx: ReadTx,
  store_id: string,
  { product, product_id }: Flawed<NewLine>,
  at = '',
): FieldError[] {
  if (!product || typeof product_id !== 'string' || tx.first(products.key, { store_id, id: product_id })) return []
  const mistakes = mistakesInNewProduct(product, `${at}product.`)
  if (idIn(product.id ?? product_id) === product_id) return mistakes
  return [...mistakes, { field: `${at}product.id`, message: 'Value must equal the product_id of the line.' }]
}

/** Lists the entries of a change that name no line, or that would add an incomplete one. */
export function entryMistakes(tx: ReadTx, owner: LineOwner, entries: readonly (Flawed<LineEntry> | null)[]): FieldError[] {
  if (entries.length === 0) return []
  const known = findLines(tx, owner)
  const ids = new Set(known.map(({ id }) => id))
  return entries.flatMap((entry, place) => {
    if (!entry || entry.id === null) return []
    const field = `lines.item:${place}`
    if (entry.id === undefined) {
      if (entry.product_id === null || entry.product_variant_id === null) return []
      const same = known.filter((line) => isSameVariant(line, entry)).length
      return same === 1 ? [] : [{ field, message: `An id is needed: ${same} lines have this product and variant.` }]
    }
    const missing = ids.has(entry.id) ? [] : missingIn(entry)
    ids.add(entry.id)
    return missing.length === 0 ? [] : [{ field, message: missingMessage(missing) }]
  })
}

/**
 * Changes and adds lines; the others stay. An entry without an id changes the line with its product and variant. Returns whether anything has changed.
 * Throws 400 for the first line with an unknown product or variant.
 */
export function mergeLines(tx: Tx, owner: LineOwner, entries: readonly LineEntry[]): boolean {
  const known = entries.length === 0 ? [] : findLines(tx, owner)
  // An entry may give a line the product that another one names.
  const ids = entries.map((entry) => entry.id ?? known.find((line) => isSameVariant(line, entry))?.id ?? '')
  let hasChanged = false
  for (const [place, given] of entries.entries()) {
    const entry = pick(given, MEMBERS)
    const line = tx.first(lines.key, { ...owner, id: ids[place] ?? '' })
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
function checkVariant(tx: ReadTx, { store_id, product_id, product_variant_id }: Variant): void {
  if (!tx.first(products.key, { store_id, id: product_id })) throw errors.unknownInOrder('A product with the provided ID')
  if (!tx.first(variants.key, { store_id, product_id, id: product_variant_id }))
    throw errors.unknownInOrder('A product with the provided variant ID')
}

const MEMBERS = ['id', 'product_id', 'product_variant_id', 'quantity', 'price', 'discount'] as const

const REQUIRED = ['id', 'product_id', 'product_variant_id', 'quantity', 'price'] as const

function missingIn(entry: Flawed<LineEntry>): readonly string[] {
  return REQUIRED.filter((name) => entry[name] === undefined)
}

function isComplete(entry: LineEntry): entry is NewLine {
  return missingIn(entry).length === 0
}

function isSameVariant(line: LineRow, { product_id, product_variant_id }: Flawed<LineEntry>): boolean {
  return line.product_id === product_id && line.product_variant_id === product_variant_id
}
