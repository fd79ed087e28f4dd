import {
  automationEmails,
  automationQueue,
  type AutomationRow,
  automations,
} from '../../src/service/model/automations/automation.ts'
import { automationOccasions, type OccasionRow } from '../../src/service/model/automations/occasion.ts'
import { carts } from '../../src/service/model/carts/cart.ts'
import { type EmailRow, emails } from '../../src/service/model/emails/email.ts'
import { lines } from '../../src/service/model/lines/line.ts'
import { mailings, idOfSource } from '../../src/service/model/mailings/mailing.ts'
import { type OrderRow, orders } from '../../src/service/model/orders/order.ts'
import { products } from '../../src/service/model/products/product.ts'
import { stores } from '../../src/service/model/stores/store.ts'
import type { Row, Table } from '../../src/kernel/world/table.ts'
import type { ReadTx } from '../../src/kernel/world/tx.ts'
import { SHOP_TYPES } from './automation-plans.ts'

/** The store of an email, and the workflow that sent it. */
interface StoreEmail {
  readonly store_id: string
  readonly workflow?: AutomationRow
  readonly email_id?: string
  /** What the contact entered for; missing if the contact entered by hand. */
  readonly occasion?: OccasionRow | undefined
}

/**
 * The laws of emails about stores, checked after each step of a walk. While a store syncs, no email goes out and no contact enters a workflow, and
 * these emails are not sent later either. Contacts enter a workflow only for what it is about.
 */
export class StoreMailLaws {
  readonly broken: string[] = []
  /** How many emails went out, by type of workflow or notification, and what a syncing store held back. */
  readonly seen = new Map<string, number>()
  /** The orders in the order in which they were placed, with their contacts at that time. */
  readonly #placed: Pick<OrderRow, 'seq' | 'store_id' | 'contact_id'>[] = []
  readonly #sentOnce = new Set<string>()

  check(before: ReadTx, after: ReadTx): void {
    this.#placed.push(...gained(before, after, orders))
    for (const email of gained(before, after, emails)) this.#checkEmail(before, after, email)
    for (const occasion of gained(before, after, automationOccasions)) this.#checkEntry(before, after, occasion)
    this.#countHeld(before, after)
  }

  #checkEmail(before: ReadTx, after: ReadTx, email: EmailRow): void {
    const found = storeEmail(after, email)
    if (!found) return
    const { store_id, workflow, occasion, email_id } = found
    if (before.first(stores.key, { id: store_id })?.is_syncing) this.#break('a syncing store has sent', email)
    if (email.notification) this.#checkNotification(before, after, email)
    this.#saw(workflow?.workflow_type ?? `notification ${email.notification?.kind}`)
    if (email.recipient?.status === 'transactional') this.#saw('to a transactional contact')
    if (!workflow || !occasion) return
    const { workflow_type } = workflow
    const { contact_id, about_id, seq } = occasion
    if (workflow_type === 'abandonedCart') {
      if (!after.first(carts.key, { store_id, id: about_id })) this.#break('a deleted cart has sent', email)
      const hasOrdered = this.#placed.some(
        (each) => each.store_id === store_id && each.contact_id === contact_id && each.seq > seq,
      )
      if (hasOrdered) this.#break('an order has not ended', email)
    } else if (workflow_type !== 'abandonedBrowse') {
      const name = `${email_id} ${contact_id}`
      if (this.#sentOnce.has(name)) this.#break('a contact got twice', email)
      this.#sentOnce.add(name)
    }
  }

  /** A notification goes out in the step in which its order gets the status, and in no other one. */
  #checkNotification(before: ReadTx, after: ReadTx, email: EmailRow): void {
    const { kind = 'confirmation', store_id = '', order_id: id = '' } = email.notification ?? {}
    const [now, then] = [after.first(orders.key, { store_id, id }), before.first(orders.key, { store_id, id })]
    if (!now || !asksFor(now, kind)) this.#break('the status of the order does not ask for', email)
    if (then && then.seq === now?.seq && asksFor(then, kind)) this.#break('the order had the status already of', email)
  }

  #checkEntry(before: ReadTx, after: ReadTx, occasion: OccasionRow): void {
    const { store_id, workflow_id, about_id, order_id } = occasion
    const workflow = after.first(automations.key, { id: workflow_id })
    if (!workflow) return
    if (before.first(stores.key, { id: store_id })?.is_syncing)
      this.#break('a contact entered while the store was syncing', occasion)
    if (workflow.store_id !== '' && workflow.store_id !== store_id) this.#break('a contact entered for another store', occasion)
    if (workflow.workflow_type === 'abandonedCart') {
      const cart = after.first(carts.key, { store_id, id: about_id })
      if (cart?.updated_at !== after.now || cart.checkout_url === '')
        this.#break('a contact entered although no cart had changed', occasion)
      return
    }
    if (workflow.workflow_type === 'abandonedBrowse') return
    const [now, then] = [after, before].map((tx) => tx.first(orders.key, { store_id, id: order_id }))
    if (!now || !counts(now) || (then?.seq === now.seq && counts(then)))
      this.#break('a contact entered although no order began to count', occasion)
    else if (!fits(after, workflow, now)) this.#break('a contact entered for an order that does not fit', occasion)
  }

  #countHeld(before: ReadTx, after: ReadTx): void {
    const isSyncing = (id: string) => before.first(stores.key, { id })?.is_syncing === true
    const isSent = (id: string) => before.first(automationEmails.key, { id })?.status === 'sending'
    for (const { store_id, email_id, next_send } of before.range(automationOccasions.key).all())
      if (isSent(email_id) && next_send <= after.now && isSyncing(store_id)) this.#saw('held: about')
    for (const { workflow_id, email_id, next_send } of before.range(automationQueue.key).all())
      if (
        isSent(email_id) &&
        next_send <= after.now &&
        isSyncing(before.first(automations.key, { id: workflow_id })?.store_id ?? '')
      )
        this.#saw('held: queued')
    for (const order of gained(before, after, orders))
      if (isSyncing(order.store_id) && asksFor(order, 'invoice')) this.#saw('held: notification')
    for (const { store_id, contact_id } of gained(before, after, orders))
      for (const occasion of before.range(automationOccasions.ofContact, { contact_id }).all())
        if (occasion.store_id === store_id && isSent(occasion.email_id) && isAboutCart(before, occasion))
          this.#saw('ended by an order')
  }

  #saw(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }

  #break(law: string, what: object): void {
    this.broken.push(`${law}: ${JSON.stringify(what)}`)
  }
}

/** The rows that a table has gained. A row that was removed and made again is a new one. */
function gained<R extends Row>(before: ReadTx, after: ReadTx, table: Table<R>): R[] {
  const known = new Set(
    before
      .range(table.key)
      .all()
      .map(({ seq }) => seq),
  )
  return after
    .range(table.key)
    .all()
    .filter(({ seq }) => !known.has(seq))
}

/** What an email is about, if it is about a store. */
function storeEmail(tx: ReadTx, { kind, notification, mailing_id, recipient, about }: EmailRow): StoreEmail | undefined {
  if (notification) return { store_id: notification.store_id }
  const mailing = kind === 'automation' ? tx.first(mailings.key, { id: mailing_id ?? '' }) : undefined
  const email_id = mailing ? idOfSource(mailing) : ''
  const workflow_id = tx.first(automationEmails.key, { id: email_id })?.workflow_id ?? ''
  const workflow = tx.first(automations.key, { id: workflow_id })
  if (!workflow || !SHOP_TYPES.includes(workflow.workflow_type)) return undefined
  const key = { workflow_id, contact_id: recipient?.contact_id ?? '', about_id: about?.id ?? '' }
  const occasion = about && tx.first(automationOccasions.key, key)
  return { store_id: occasion?.store_id ?? workflow.store_id, workflow, occasion, email_id }
}

function isAboutCart(tx: ReadTx, { workflow_id: id }: OccasionRow): boolean {
  return tx.first(automations.key, { id })?.workflow_type === 'abandonedCart'
}

/** Whether an order has the status for which a notification of a kind goes out. */
function asksFor(order: OrderRow, kind: string): boolean {
  const status = order.financial_status.toLowerCase()
  if (kind === 'shipping') return order.fulfillment_status.toLowerCase() === 'shipped'
  if (kind === 'cancellation') return status === 'cancelled' || order.cancelled_at_foreign > 0
  return status === { confirmation: 'pending', invoice: 'paid', refund: 'refunded' }[kind]
}

/** Whether an order counts by the default of `commerce.counts`. */
function counts({ cancelled_at_foreign }: OrderRow): boolean {
  return cancelled_at_foreign === 0
}

/** Whether the contact of an order may enter a workflow about purchases. */
function fits(tx: ReadTx, { workflow_type, purchase }: AutomationRow, { store_id, id, contact_id }: OrderRow): boolean {
  const own = tx.range(orders.ofContact, { contact_id }).all().filter(counts)
  const bought = tx
    .range(lines.of, { store_id, owner: 'order', owner_id: id })
    .all()
    .map(({ product_id }) => product_id)
  if (workflow_type === 'purchaseFollowup') return !purchase?.first_only || own.length === 1
  if (workflow_type === 'productFollowup') return bought.includes(purchase?.product_id ?? '')
  if (workflow_type === 'categoryFollowup')
    return bought.some((product_id) => {
      const product = tx.first(products.key, { store_id, id: product_id })
      return product?.vendor.toUpperCase() === purchase?.category.toUpperCase()
    })
  const spent = own.reduce((sum, { order_total }) => sum + order_total, 0)
  return own.length >= (purchase?.orders ?? 0) && spent >= (purchase?.spent ?? 0)
}
