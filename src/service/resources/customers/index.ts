import type { Tx } from '../../../kernel/world/tx.ts'
import type { Manifest } from '../../rules/manifest.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { customers } from '../../model/customers/customer.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).customerOperations,
  checkPath: async () => (await import('../../rules/stores/path.ts')).checkStorePath,
  checkBody: async () => (await import('./operations.ts')).customerBodyChecks,
  reactions: { 'member.deleted': (tx, { member }) => releaseContact(tx, member) },
} satisfies Manifest

/** Leaves the customers of a permanently deleted member without a contact. */
function releaseContact(tx: Tx, { contact_id }: MemberRow): void {
  for (const customer of tx.range(customers.ofContact, { contact_id }).all()) tx.put(customers, { ...customer, contact_id: '' })
}
