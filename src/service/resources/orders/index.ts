import { onDemand } from '../../../kernel/world/on-demand.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { lines } from '../../model/lines/line.ts'
import type { Manifest } from '../../rules/manifest.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { emit } from '../../rules/resource-events.ts'
import { type StoreRow, storeOrThrow, stores } from '../../model/stores/store.ts'
import { attributionText, orders } from '../../model/orders/order.ts'

// Most worlds have no order, so this is loaded on demand to keep startup fast.
const notifications = onDemand(() => import('./notifications.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).orderOperations,
  checkPath: async () => (await import('./path.ts')).checkOrderPath,
  checkBody: async () => (await import('./operations.ts')).orderBodyChecks,
  preparations: {},
  jobs: {},
  // Each order is of a store, which was there before.
  modules: { jobs: {}, rows: [{ table: stores, modules: [notifications] }] },
  entities: [
    { word: 'order', tables: ['store_orders'], ids: ['id'], parameters: ['order_id'], name: 'id', explain: attributionText },
  ],
  secrets: [],
  removeFor: { list: [], member: [dropContact] },
  reactions: {
    'order.changed': (tx, event) => {
      if (!event.quiet) notifications().notifyCustomer(tx, event)
    },
    'store.deleted': (tx, { store }) => dropOrdersOf(tx, store),
  },
} satisfies Manifest

/** Leaves the orders of a permanently deleted member without a contact. */
function dropContact(tx: Tx, { contact_id }: MemberRow): void {
  for (const before of tx.range(orders.ofContact, { contact_id }).all()) {
    const { former_customer: former } = before
    const former_customer = former && { ...former, contact_id: '' }
    const after = tx.put(orders, { ...before, contact_id: '', former_customer })
    emit(tx, 'order.changed', { store: storeOrThrow(tx, before.store_id), before, after })
  }
}

function dropOrdersOf(tx: Tx, { id: store_id }: StoreRow): void {
  tx.removeAll(lines.of, { store_id, owner: 'order' })
  tx.removeAll(orders.inStore, { store_id })
}
