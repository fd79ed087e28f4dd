import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { customers } from '../../model/customers/customer.ts'
import { members, type MemberRow } from '../../model/members/member.ts'
import type { OrderRow } from '../../model/orders/order.ts'
import { contactSums, isCounted, type Sum } from '../../model/orders/sums.ts'
import { type ProductRow, products } from '../../model/products/product.ts'
import { omit, omitFrom } from '../../rules/omissions.ts'
import type { ResourceEvents } from '../../rules/resource-events.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { type AutomationRow, automations, findOpenWorkflows, type WorkflowType } from '../../model/automations/automation.ts'
import { type OccasionContext, enterAbout } from '../../rules/automations/enter.ts'
import { automationOccasions, type OccasionRow } from '../../model/automations/occasion.ts'
import { removeOccasion, endOccasion, restartWait } from '../../rules/automations/queue.ts'
import { archive } from '../../rules/automations/states.ts'
import type { CartRow } from '../../model/carts/cart.ts'
import { asOwner, findLines } from '../../model/lines/line.ts'
import { lineText } from '../../rules/lines/view.ts'
import type { Money } from '../../model/requests/money.ts'
import { moneyText } from '../../rules/requests/money.ts'

/** The workflows of a type that take contacts of a store. */
function findWorkflowsOfType(tx: ReadTx, store: StoreRow, type: WorkflowType): AutomationRow[] {
  return findOpenWorkflows(tx, store).filter(({ workflow_type }) => workflow_type === type)
}

/** A cart with an address to check out begins the wait for the email about it, and each change begins it anew. A deleted cart ends it. */
export function cartChanged(tx: Tx, { store, before, after }: ResourceEvents['cart.changed']): void {
  const cart = after ?? before
  if (!cart) return
  const customer = tx.first(customers.key, { store_id: store.id, id: cart.customer_id })
  const contact = tx.first(members.key, { contact_id: customer?.contact_id ?? '' })
  for (const occasion of occasionsAboutCart(tx, store, cart.id))
    if (!after || occasion.contact_id !== contact?.contact_id)
      endOccasion(tx, occasion, `The cart ${cart.id} ${after ? 'has another customer' : 'was deleted'}.`)
  if (!after) return
  const workflows = findWorkflowsOfType(tx, store, 'abandonedCart')
  if (!contact) {
    for (const workflow of workflows)
      omitFrom(tx, workflow, '', `The customer ${cart.customer_id} of the store ${store.id} is no contact of the list.`)
    return
  }
  endBrowsing(tx, store, contact, new Set(findLines(tx, asOwner('cart', after)).map(({ product_id }) => product_id)))
  const tags = cartTags(tx, store, after)
  for (const workflow of workflows) {
    const key = { workflow_id: workflow.id, contact_id: contact.contact_id, about_id: after.id }
    if (after.checkout_url === '') {
      omit(tx, {
        code: 'cart_without_url',
        list_id: store.list_id,
        contact_id: contact.contact_id,
        workflow_id: workflow.id,
        store_id: store.id,
        cart_id: cart.id,
      })
      continue
    }
    const known = tx.first(automationOccasions.key, key)
    if (known && before) {
      restartWait(tx, workflow, known, tags)
      continue
    }
    if (known) removeOccasion(tx, known)
    enterAbout(tx, workflow, contact, { store, about_id: after.id, tags })
  }
}

/**
 * An order ends the waits for emails about carts and viewed products. If it counts, its contact enters the workflows about purchases that were open
 * when it was made.
 */
export function orderChanged(tx: Tx, { store, before, after }: ResourceEvents['order.changed']): void {
  if (!after) return
  const contact = tx.first(members.key, { contact_id: after.contact_id })
  const bought = findLines(tx, asOwner('order', after)).map(({ product_id }) => product_id)
  if (!before) {
    for (const occasion of cartsEndedBy(tx, store, after))
      endOccasion(tx, occasion, `The contact has placed the order ${after.id}.`)
    if (contact) endBrowsing(tx, store, contact, new Set(bought))
  }
  const all = findOpenWorkflows(tx, store).filter(({ id }) => after.workflows.includes(id))
  const open = BUYING.flatMap((type) => all.filter(({ workflow_type }) => workflow_type === type))
  const skip = (reason: string): void => {
    for (const workflow of open) omitFrom(tx, workflow, after.contact_id, reason)
  }
  if (before && isCounted(tx, before)) return
  if (!contact) return skip(`The customer of the order ${after.id} is no contact of the list.`)
  if (!isCounted(tx, after))
    return skip(`The order ${after.id} does not count yet: its financial status is "${after.financial_status}".`)
  const goods = [...new Set(bought)].flatMap((id) => tx.first(products.key, { store_id: store.id, id }) ?? [])
  const about: OccasionContext = { store, order_id: after.id, tags: orderTags(tx, store, after) }
  const purchases = contactSums(tx, contact.contact_id)
  for (const workflow of open) {
    const found = fitOrder(workflow, purchases, goods)
    if (typeof found === 'string') omitFrom(tx, workflow, contact.contact_id, found)
    else enterAbout(tx, workflow, contact, found ? { ...about, tags: { ...about.tags, ...productTags(found) } } : about)
  }
}

/** Workflows that contacts enter for an order, in their order. */
const BUYING: readonly WorkflowType[] = ['purchaseFollowup', 'productFollowup', 'categoryFollowup', 'bestCustomers']

/** The product for which an order fits a workflow, if it is about one; or why the order does not fit. */
function fitOrder(
  { workflow_type, purchase }: AutomationRow,
  sums: Sum,
  goods: readonly ProductRow[],
): ProductRow | string | undefined {
  switch (workflow_type) {
    case 'purchaseFollowup':
      return purchase?.first_only && sums.orders !== 1 ? 'It follows up on first orders only.' : undefined
    case 'productFollowup':
      return goods.find(({ id }) => purchase?.product_id === id) ?? `The order has no product ${purchase?.product_id ?? ''}.`
    case 'categoryFollowup': {
      const category = purchase?.category.toLowerCase()
      return (
        goods.find(({ vendor }) => category === vendor.toLowerCase()) ??
        `The order has no product of ${purchase?.category ?? ''}.`
      )
    }
    default:
      return purchase && sums.orders >= purchase.orders && sums.spent >= purchase.spent
        ? undefined
        : 'The contact is not among the best customers.'
  }
}

/** A contact who looks at a product waits for the email about it, once for each product. */
export function productViewed(tx: Tx, { store, product, member }: ResourceEvents['product.viewed']): void {
  const { contact_id } = member
  for (const workflow of findWorkflowsOfType(tx, store, 'abandonedBrowse')) {
    const key = { workflow_id: workflow.id, contact_id, about_id: product.id }
    if (tx.first(automationOccasions.key, key)) {
      omitFrom(tx, workflow, contact_id, `The contact has looked at the product ${product.id} before.`)
      continue
    }
    enterAbout(tx, workflow, member, { store, about_id: product.id, tags: productTags(product) })
  }
}

/** The workflows of a store end with it. */
export function storeDeleted(tx: Tx, { store }: ResourceEvents['store.deleted']): void {
  for (const workflow of tx.range(automations.byStore, { store_id: store.id }).all())
    if (workflow.status !== 'archived') archive(tx, workflow)
}

function occasionsAboutCart(tx: ReadTx, store: StoreRow, cart_id: string): OccasionRow[] {
  const all = tx.range(automationOccasions.about, { store_id: store.id, about_id: cart_id }).all()
  return all.filter((occasion) => isOfType(tx, occasion, 'abandonedCart'))
}

function isOfType(tx: ReadTx, { workflow_id: id }: OccasionRow, type: WorkflowType): boolean {
  return tx.first(automations.key, { id })?.workflow_type === type
}

/** The carts that an order ends: its own, and those of its contact in the store. */
function cartsEndedBy(tx: ReadTx, store: StoreRow, { cart_id, contact_id }: OrderRow): OccasionRow[] {
  const own = cart_id === '' ? [] : occasionsAboutCart(tx, store, cart_id)
  const all = contact_id === '' ? [] : tx.range(automationOccasions.ofContact, { contact_id }).all()
  const others = all.filter((each) => each.store_id === store.id && isOfType(tx, each, 'abandonedCart'))
  return [...own.filter((each) => each.contact_id !== contact_id), ...others]
}

/** A contact who puts products into a cart, or buys them, gets no email about having viewed them. */
function endBrowsing(tx: Tx, store: StoreRow, { contact_id }: MemberRow, product_ids: ReadonlySet<string>): void {
  for (const occasion of tx.range(automationOccasions.ofContact, { contact_id }).all()) {
    const isOver = occasion.store_id === store.id && product_ids.has(occasion.about_id)
    if (isOver && isOfType(tx, occasion, 'abandonedBrowse'))
      endOccasion(tx, occasion, `The product ${occasion.about_id} was put into a cart or bought.`)
  }
}

type Tags = OccasionRow['tags']

/** The values of the merge tags about a cart. */
function cartTags(tx: ReadTx, store: StoreRow, cart: CartRow): Tags {
  return { ...soldTags(tx, store, 'CART', cart), 'CART:URL': cart.checkout_url }
}

/** The values of the merge tags about an order. */
function orderTags(tx: ReadTx, store: StoreRow, order: OrderRow): Tags {
  return { ...soldTags(tx, store, 'ORDER', order), 'ORDER:NUMBER': order.id }
}

/** The values of the merge tags about a product. */
function productTags({ title, url }: ProductRow): Tags {
  return { 'PRODUCT:TITLE': title, 'PRODUCT:URL': url }
}

function soldTags(tx: ReadTx, store: StoreRow, word: 'CART' | 'ORDER', owner: CartRow | OrderRow): Tags {
  const price = (amount: Money): string => moneyText(amount, store.money_format, owner.currency_code)
  const sold = findLines(tx, asOwner(word === 'CART' ? 'cart' : 'order', owner))
  return {
    [`${word}:LINES`]: sold.map((line) => lineText(tx, line, price)).join('\n'),
    [`${word}:TOTAL`]: price(owner.order_total),
  }
}
