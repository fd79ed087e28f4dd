import { missingMessage } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/pick.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { memberAt } from '../../model/members/member.ts'
import type { Caller } from '../../model/requests/caller.ts'
import { listOfStoreOrThrow, type StoreRow } from '../../model/stores/store.ts'
import { findCustomerContact, refuseImport, restoreContact } from './contact.ts'
import { type CustomerRow, customers } from '../../model/customers/customer.ts'
import { changeCustomer, CUSTOMER_FIELDS, makeCustomer } from './make.ts'

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
