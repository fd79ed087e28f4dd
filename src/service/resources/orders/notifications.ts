import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { customerOrThrow } from '../../model/customers/customer.ts'
import { emailBody, type Paragraph } from '../../model/emails/email.ts'
import { sendEmail } from '../../rules/emails/send.ts'
import { asOwner, findLines } from '../../model/lines/line.ts'
import { lineText } from '../../rules/lines/view.ts'
import { lists } from '../../model/lists/list.ts'
import { members, type MemberStatus } from '../../model/members/member.ts'
import { omit } from '../../rules/omissions.ts'
import type { ResourceEvents } from '../../rules/resource-events.ts'
import { moneyText } from '../../rules/requests/money.ts'
import type { NotificationKind, StoreRow } from '../../model/stores/store.ts'
import { orderOrThrow, type OrderRow, orders } from '../../model/orders/order.ts'

/** Sends the notifications that are due after a change of an order: each kind once. */
export function notifyCustomer(tx: Tx, { store, before, after, quiet = false }: ResourceEvents['order.changed']): void {
  if (!after) return
  if (quiet) return omit(tx, { code: 'quiet', list_id: store.list_id, contact_id: after.contact_id })
  const known = before ? chooseNotifications(before) : []
  for (const kind of chooseNotifications(after)) {
    const order = orderOrThrow(tx, { store_id: store.id, order_id: after.id })
    if (known.includes(kind) || order.notified.includes(kind)) continue
    const obstacle = obstacleTo(tx, store, order, kind)
    if (obstacle !== undefined) {
      const { list_id, id: store_id } = store
      omit(tx, { code: 'no_order_notification', list_id, contact_id: order.contact_id, store_id, notification: kind, obstacle })
      continue
    }
    tx.put(orders, { ...order, notified: [...order.notified, kind] })
    send(tx, store, order, kind)
  }
}

/** The kinds that the statuses of an order ask for, the one of its financial status first. */
function chooseNotifications({ financial_status, fulfillment_status, cancelled_at_foreign }: OrderRow): NotificationKind[] {
  const kinds: (NotificationKind | undefined)[] = [
    FINANCIAL.get(financial_status.toLowerCase()),
    cancelled_at_foreign > 0 ? 'cancellation' : undefined,
    fulfillment_status.toLowerCase() === 'shipped' ? 'shipping' : undefined,
  ]
  return [...new Set(kinds)].filter((kind) => kind !== undefined)
}

const FINANCIAL: ReadonlyMap<string, NotificationKind> = new Map([
  ['pending', 'confirmation'],
  ['paid', 'invoice'],
  ['refunded', 'refund'],
  ['cancelled', 'cancellation'],
])

/** Contacts whom no notification reaches. */
const UNREACHED: ReadonlySet<MemberStatus> = new Set(['cleaned', 'archived'])

/** What keeps a notification from the contact of an order; `undefined` if the contact gets it. */
function obstacleTo(tx: ReadTx, store: StoreRow, { contact_id }: OrderRow, kind: NotificationKind) {
  if (!(store.notifications ?? tx.settings.commerce.order_notifications).includes(kind)) return 'off'
  if (store.is_syncing) return 'syncing'
  const contact = contact_id === '' ? undefined : tx.first(members.key, { contact_id })
  return !contact || UNREACHED.has(contact.status) ? 'contact' : undefined
}

const SUBJECTS: { readonly [Kind in NotificationKind]: string } = {
  confirmation: 'Order confirmation',
  invoice: 'Invoice',
  shipping: 'Shipping confirmation',
  refund: 'Refund confirmation',
  cancellation: 'Order cancellation',
}

function send(tx: Tx, store: StoreRow, order: OrderRow, kind: NotificationKind): void {
  const { email_address: to } = order.former_customer ?? customerOrThrow(tx, order)
  const { id: order_id, order_total, currency_code } = order
  const { id: store_id, name, email_address, list_id } = store
  const price = (amount: number): string => moneyText(amount, store.money_format, currency_code)
  const bought = findLines(tx, asOwner('order', order))
  const from = email_address || (tx.first(lists.key, { id: list_id })?.campaign_defaults.from_email ?? '')
  sendEmail(tx, {
    kind: 'order_notification',
    to,
    code: '',
    subject: `${SUBJECTS[kind]}: ${name}, order ${order_id}`,
    notification: { kind, store_id, order_id, from },
    ...emailBody(
      `${SUBJECTS[kind]} of ${name} for the order ${order_id}.`,
      ...bought.map((line) => lineText(tx, line, price)),
      `Total: ${price(order_total)}`,
      ...makeLink('Your order', order.order_url),
      ...describeTracking(order),
    ),
  })
}

function describeTracking({ tracking_carrier, tracking_number, tracking_url }: OrderRow): Paragraph[] {
  const parcel = [tracking_carrier, tracking_number].filter((part) => part !== '').join(' ')
  return [...(parcel === '' ? [] : [`Tracking: ${parcel}`]), ...makeLink('Track the parcel', tracking_url)]
}

function makeLink(words: string, href: string): Paragraph[] {
  return href === '' ? [] : [{ words, href }]
}
