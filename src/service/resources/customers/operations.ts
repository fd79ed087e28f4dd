import { checkWholeSchema, missingMessage } from '../../../kernel/contract/check.ts'
import { pick } from '../../../kernel/support/pick.ts'
import { Defect, type FieldError } from '../../../kernel/world/errors.ts'
import { errors } from '../answers/errors.ts'
import { linksOf } from '../answers/links.ts'
import type { Call, Operations } from '../requests/operation.ts'
import { pageOf } from '../requests/paging.ts'
import { refuseReadOnly, storeOrThrow } from '../stores/store.ts'
import { customerOrThrow, customers } from './customer.ts'
import { changeCustomer, CUSTOMER_FIELDS, makeCustomer, removeCustomer } from './make.ts'
import { customerView } from './view.ts'

export const customerOperations = {
  getCustomers({ tx, path, query }) {
    const { id: store_id } = storeOrThrow(tx, path.store_id)
    const { email_address } = query
    const found =
      email_address === undefined
        ? tx.range(customers.inStore, { store_id })
        : tx.range(customers.byAddress, { store_id, email_key: email_address.toLowerCase() })
    return {
      store_id,
      customers: pageOf(found, query).map((customer) => customerView(tx, customer)),
      total_items: found.count,
      _links: linksOf(tx, 'CustomerCollection', { store_id }),
    }
  },

  createCustomer({ tx, path, body, caller }) {
    const { id, email_address } = body
    const fields = { ...pick(body, CUSTOMER_FIELDS), id, email_address }
    return customerView(tx, makeCustomer(tx, storeOrThrow(tx, path.store_id), fields, caller))
  },

  getCustomer({ tx, path }) {
    return customerView(tx, customerOrThrow(tx, storeOrThrow(tx, path.store_id).id, path.customer_id))
  },

  setCustomer(call) {
    const { tx, path, body, caller } = call
    const store = storeOrThrow(tx, path.store_id)
    const id = path.customer_id
    const fields = pick(body, CUSTOMER_FIELDS)
    const known = tx.first(customers.key, { store_id: store.id, id })
    if (known) return customerView(tx, changeCustomer(tx, known, fields, caller))
    const { email_address } = body
    const problems = idProblems(call)
    if (email_address === undefined)
      throw errors.invalid(...problems, { field: 'email_address', message: missingMessage(['email_address']) })
    if (problems.length > 0) throw errors.invalid(...problems)
    return customerView(tx, makeCustomer(tx, store, { ...fields, id, email_address }, caller))
  },

  updateCustomer({ tx, path, body, caller }) {
    const customer = customerOrThrow(tx, storeOrThrow(tx, path.store_id).id, path.customer_id)
    const { sms_phone_number: _ignored, ...fields } = pick(body, CUSTOMER_FIELDS)
    return customerView(tx, changeCustomer(tx, customer, fields, caller))
  },

  deleteCustomer({ tx, path }) {
    const store = storeOrThrow(tx, path.store_id)
    const customer = customerOrThrow(tx, store.id, path.customer_id)
    refuseReadOnly(store)
    removeCustomer(tx, store, customer)
  },
} satisfies Partial<Operations>

/** What is wrong with the id in the path of a new customer. */
function idProblems({ checks, path }: Call<'setCustomer'>): readonly FieldError[] {
  const isId = checks['ShortClientId']
  if (!isId) throw new Defect('The contract has no check of the id of a customer.')
  return checkWholeSchema(isId, path.customer_id).map(({ message }) => ({ field: 'id', message }))
}
