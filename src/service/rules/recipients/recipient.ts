import type { Tx } from '../../../kernel/world/tx.ts'
import { recipients, campaigns } from '../../model/campaigns/campaign.ts'

/** Updates the address of a contact in the campaigns that it received. */
export function updateRecipientAddress(tx: Tx, contact_id: string, email_address: string, hash: string): void {
  for (const row of tx.range(recipients.byContact, { contact_id }).all()) tx.put(recipients, { ...row, email_address, hash })
}

/** Keeps the name of a deleted list in its campaigns. */
export function preserveListName(tx: Tx, list: { readonly id: string; readonly name: string }): void {
  for (const row of tx.range(campaigns.byList, { list_id: list.id }).all()) tx.put(campaigns, { ...row, list_name: list.name })
}
