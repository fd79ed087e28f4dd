import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/pick.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { carts } from '../../model/carts/cart.ts'
import { removeCart } from './remove-cart.ts'
import { keepFormerCustomer, relinkOrders } from './relink-orders.ts'
import { ADDRESS_TEXTS, BLANK_ADDRESS } from '../requests/address.ts'
import type { Caller } from '../../model/requests/caller.ts'
import { listOfStoreOrThrow, type StoreRow } from '../../model/stores/store.ts'
import { contactFor, optIn } from './contact.ts'
import { findNames, makeBlank, type Stored } from '../../model/fields.ts'
import { type CustomerAddress, customerFields, type CustomerRow, customers } from '../../model/customers/customer.ts'

type AddressInput = ServiceSchemas['CustomerAddressInput']

/** The fields of a new customer: an id, an address, and optionally others. */
export type NewCustomer = Pick<CustomerRow, 'id' | 'email_address'> &
  Partial<Stored<typeof customerFields> & Pick<CustomerRow, 'created_at' | 'updated_at'>> & {
    readonly address?: AddressInput | undefined
  }

/** The fields of a customer that a write can change; the address must be the same. */
export type CustomerChange = Partial<Omit<NewCustomer, 'id' | 'created_at' | 'updated_at'>>

/** The members of a body that are fields of a customer. */
export const CUSTOMER_FIELDS = [...findNames(customerFields), 'address'] as const

/**
 * Adds a customer to a store, with its contact on the store's list, and the orders of a deleted customer with its id. Throws 400 if the id is taken,
 * the address cannot be imported or the list was deleted.
 */
export function makeCustomer(tx: Tx, store: StoreRow, { address = {}, ...fields }: NewCustomer, by: Caller): CustomerRow {
  const { id, email_address, created_at = tx.now } = fields
  const list = listOfStoreOrThrow(tx, store)
  if (tx.first(customers.key, { store_id: store.id, id })) throw errors.idTaken('A customer')
  const person = { ...BLANK_CUSTOMER, ...fields, created_at }
  const { member, isNew } = contactFor(tx, store, list, person, by)
  const customer = tx.insert(customers, {
    ...person,
    store_id: store.id,
    contact_id: member.contact_id,
    made_contact: isNew,
    email_key: email_address.toLowerCase(),
    address: changeCustomerAddress(BLANK_ADDRESS, address),
    created_at,
    updated_at: fields.updated_at ?? created_at,
  })
  relinkOrders(tx, store, customer)
  return customer
}

/**
 * Changes a customer; one who opts in is subscribed, if the contact is transactional. Returns it as it was if nothing changes. Throws 400 for
 * another email address.
 */
export function changeCustomer(
  tx: Tx,
  customer: CustomerRow,
  { email_address = customer.email_address, address = {}, ...fields }: CustomerChange,
  by: Caller,
): CustomerRow {
  if (email_address.toLowerCase() !== customer.email_key)
    throw errors.badRequest('The email address of a customer may not be changed later.')
  const changed = tx.amend(customers, customer, { ...fields, address: changeCustomerAddress(customer.address, address) })
  if (changed === customer) return customer
  if (changed.opt_in_status && !customer.opt_in_status) optIn(tx, changed, by)
  return tx.put(customers, { ...changed, updated_at: tx.now })
}

/** Deletes a customer with its carts. Its orders keep it as last known, and the contact stays. */
export function removeCustomer(tx: Tx, store: StoreRow, customer: CustomerRow): void {
  const { store_id, id: customer_id } = customer
  keepFormerCustomer(tx, customer)
  tx.remove(customers, customer)
  for (const cart of tx.range(carts.ofCustomer, { store_id, customer_id }).all()) removeCart(tx, store, cart)
}

/** A customer before anything is set. It has all fields of a row, so that all rows have one shape. */
export const BLANK_CUSTOMER: Omit<CustomerRow, 'seq'> = Object.freeze({
  store_id: '',
  id: '',
  contact_id: '',
  made_contact: false,
  email_key: '',
  ...makeBlank(customerFields),
  address: BLANK_ADDRESS,
  created_at: 0,
  updated_at: 0,
})

function changeCustomerAddress(address: CustomerAddress, changes: AddressInput): CustomerAddress {
  return { ...address, ...pick(changes, ADDRESS_TEXTS) }
}
