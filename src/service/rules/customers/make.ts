import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/objects.ts'
import type { Tx, ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { carts } from '../../model/carts/cart.ts'
import { removeCart } from './remove-cart.ts'
import { ADDRESS_TEXTS, BLANK_ADDRESS } from '../requests/address.ts'
import type { Caller } from '../../model/requests/call.ts'
import { listOfStoreOrThrow, type StoreRow } from '../../model/stores/store.ts'
import { contactFor, optIn, findCustomerContact, refuseImport, restoreContact } from './contact.ts'
import { findNames, makeBlank, type StoredFields } from '../../model/fields.ts'
import { type CustomerAddress, customerFields, type CustomerRow, customers } from '../../model/customers/customer.ts'
import { missingMessage } from '../../../kernel/contract/check.ts'
import { memberAt } from '../../model/members/member.ts'
import { moneyIn } from '../../model/requests/money.ts'
import { emit } from '../resource-events.ts'
import { orders } from '../../model/orders/order.ts'
import { customerSums } from '../../model/orders/sums.ts'

type AddressInput = ServiceSchemas['CustomerAddressInput']

/** The fields of a new customer: an id, an address, and optionally others. */
export type NewCustomer = Pick<CustomerRow, 'id' | 'email_address'> &
  Partial<StoredFields<typeof customerFields> & Pick<CustomerRow, 'created_at' | 'updated_at'>> & {
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

/** Maximum number of characters of an id. */
const ID_MAX = 50

/**
 * Saves the customer of a cart or an order: a known one is changed, an unknown one is made. An archived contact comes back. With `mustBeOnList`,
 * an address that is not on the list is refused.
 */
export function embeddedCustomer(
  tx: Tx,
  store: StoreRow,
  given: ServiceSchemas['EmbeddedCustomer'],
  by: Caller,
  { mustBeOnList = false }: { readonly mustBeOnList?: boolean } = {},
): CustomerRow {
  const { id, email_address } = given
  if ([...id].length > ID_MAX) throw errors.notFound(`the store ${store.id} has no customer ${id.slice(0, 64)}`)
  const known = tx.first(customers.key, { store_id: store.id, id })
  const { sms_phone_number: _ignored, ...changes } = pick(given, CUSTOMER_FIELDS)
  if (known) {
    const contact = findCustomerContact(tx, known)
    const changed = changeCustomer(tx, known, changes, by)
    if (mustBeOnList && (!contact || contact.archived)) throw notFoundInAudience(known.email_address)
    restoreContact(tx, changed, by)
    return changed
  }
  const list = listOfStoreOrThrow(tx, store)
  if (email_address === undefined)
    throw errors.invalid({ field: 'customer.email_address', message: missingMessage(['email_address']) })
  refuseImport(tx, list, email_address)
  const member = memberAt(tx, list, email_address)
  if (mustBeOnList && (!member || member.archived)) throw notFoundInAudience(email_address)
  return makeCustomer(tx, store, { ...pick(given, CUSTOMER_FIELDS), id, email_address }, by)
}

function notFoundInAudience(address: string) {
  return errors.badRequest(`The contact ${address} was not found in audience.`)
}

/** Keeps a customer that is about to be deleted in its orders, with its sums. The orders still count for the contact. */
function keepFormerCustomer(tx: Tx, { seq: _seq, ...customer }: CustomerRow): void {
  const { orders_count, total_spent } = customerSums(tx, customer.store_id, customer.id)
  const former_customer = { ...customer, orders_count, total_spent: moneyIn(total_spent) }
  for (const order of findCustomerOrders(tx, customer)) tx.put(orders, { ...order, former_customer })
}

/** Gives a new customer the orders of a deleted one with the same id. They count for the contact of the new customer from now on. */
function relinkOrders(tx: Tx, store: StoreRow, customer: CustomerRow): void {
  const { contact_id } = customer
  for (const before of findCustomerOrders(tx, customer)) {
    const after = tx.put(orders, { ...before, former_customer: undefined, contact_id })
    emit(tx, 'order.changed', { store, before, after })
  }
}

function findCustomerOrders(tx: ReadTx, { store_id, id: customer_id }: Pick<CustomerRow, 'store_id' | 'id'>) {
  return tx.range(orders.ofCustomer, { store_id, customer_id }).all()
}
