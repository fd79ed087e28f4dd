import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { flag, type StoredFields, text } from '../fields.ts'
import { refuseMissingInStore, stores } from '../stores/store.ts'

/** The address of a customer, with empty texts for what is unknown. */
export type CustomerAddress = ServiceSchemas['CustomerAddress']

/** The fields that calls set besides the address, in the order of answers. */
export const customerFields = {
  /** Never changes, even if the contact gets another address. */
  email_address: text,
  sms_phone_number: text,
  /** As it was sent last, whatever the status of the contact. */
  opt_in_status: flag,
  company: text,
  first_name: text,
  last_name: text,
}

/** A customer of a store, who is a contact of the store's list. */
export interface CustomerRow extends Row, StoredFields<typeof customerFields> {
  readonly store_id: string
  readonly id: string
  /** The contact on the store's list; empty after the contact was permanently deleted. */
  readonly contact_id: string
  /** Whether the contact became a member of the list by this customer. */
  readonly made_contact: boolean
  /** The address as it is compared: in lower case. */
  readonly email_key: string
  readonly address: CustomerAddress
  readonly created_at: Seconds
  readonly updated_at: Seconds
}

export const customers = defineTable<CustomerRow>()('store_customers', {
  key: ['store_id', 'id'],
  indexes: { inStore: ['store_id'], byAddress: ['store_id', 'email_key'], ofContact: ['contact_id'] },
  word: 'customer',
  parameters: ['customer_id'],
  shownBy: 'email_address',
  ownedBy: [[stores, 'inStore']],
})

/** Returns the customer that a path names. Throws a 404 if there is none. */
export function customerOrThrow(tx: ReadTx, { store_id, customer_id: id }: CustomerPath): CustomerRow {
  return tx.first(customers.key, { store_id, id }) ?? refuseMissingInStore(tx, store_id, 'customer', id)
}

interface CustomerPath {
  readonly store_id: string
  readonly customer_id: string
}
