import { onDemand } from '../../../kernel/world/on-demand.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { Manifest } from '../../rules/manifest.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { emit } from '../../rules/resource-events.ts'
import { storeOrThrow, stores } from '../../model/stores/store.ts'
import { orders } from '../../model/orders/order.ts'

// Most worlds have no store.
const notifications = onDemand(() => import('./notifications.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).orderOperations,
  checkPath: async () => (await import('../../rules/stores/path.ts')).checkStorePath,
  checkBody: async () => (await import('./operations.ts')).orderBodyChecks,
  // An order needs a store, so a world without stores needs no notifications.
  modules: { jobs: {}, rows: [{ table: stores, modules: [notifications] }] },
  reactions: {
    'order.changed': (tx, event) => {
      if (!event.quiet) notifications().notifyCustomer(tx, event)
    },
    'member.deleted': (tx, { member }) => releaseContact(tx, member),
  },
} satisfies Manifest

/** Leaves the orders of a permanently deleted member without a contact. */
function releaseContact(tx: Tx, { contact_id }: MemberRow): void {
  for (const before of tx.range(orders.ofContact, { contact_id }).all()) {
    const { former_customer: former } = before
    const former_customer = former && { ...former, contact_id: '' }
    const after = tx.put(orders, { ...before, contact_id: '', former_customer })
    emit(tx, 'order.changed', { store: storeOrThrow(tx, before), before, after })
  }
}
