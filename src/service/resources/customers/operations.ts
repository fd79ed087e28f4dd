import { type Flawed, missingMessage, type Validators } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/objects.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { BodyChecks, Operations } from '../../rules/requests/operation.ts'
import { bodyOfNew, mistakesInNew } from '../../rules/requests/put.ts'
import { refuseReadOnlyStore, storeOrThrow } from '../../model/stores/store.ts'
import { customerOrThrow, customers } from '../../model/customers/customer.ts'
import { changeCustomer, CUSTOMER_FIELDS, makeCustomer, type NewCustomer, removeCustomer } from '../../rules/customers/make.ts'
import { customerView } from '../../rules/customers/view.ts'

export const customerOperations = {
  getCustomers: listRows({
    schema: 'CustomerCollection',
    rows(tx, path, { email_address }) {
      const { id: store_id } = storeOrThrow(tx, path)
      if (email_address === undefined) return tx.range(customers.inStore, { store_id })
      return tx.range(customers.byAddress, { store_id, email_key: email_address.toLowerCase() })
    },
    view: customerView,
    answer: (page, { store_id }) => ({ store_id, customers: page }),
  }),

  createCustomer({ tx, path, body, caller }) {
    return customerView(tx, makeCustomer(tx, storeOrThrow(tx, path), fieldsOfNew(body), caller))
  },

  getCustomer: ({ tx, path }) => customerView(tx, customerOrThrow(tx, path)),

  setCustomer({ tx, path, body, caller, checks }) {
    const store = storeOrThrow(tx, path)
    const { store_id, customer_id: id } = path
    const known = tx.first(customers.key, { store_id, id })
    if (known) return customerView(tx, changeCustomer(tx, known, pick(body, CUSTOMER_FIELDS), caller))
    const given = { ...body, id }
    const complete = bodyOfNew(checks, 'createCustomer', { opt_in_status: false, ...given }, newMistakes(checks, given))
    return customerView(tx, makeCustomer(tx, store, fieldsOfNew(complete), caller))
  },

  updateCustomer({ tx, path, body, caller }) {
    const { sms_phone_number: _ignored, ...fields } = pick(body, CUSTOMER_FIELDS)
    return customerView(tx, changeCustomer(tx, customerOrThrow(tx, path), fields, caller))
  },

  deleteCustomer({ tx, path }) {
    const customer = customerOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    removeCustomer(tx, storeOrThrow(tx, path), customer)
  },
} satisfies Partial<Operations>

export const customerBodyChecks = {
  setCustomer({ tx, path, body, checks }) {
    const { store_id, customer_id: id } = path
    return tx.first(customers.key, { store_id, id }) ? [] : newMistakes(checks, { ...body, id })
  },
} satisfies BodyChecks

/** Lists everything that is wrong with the body of a customer that a PUT creates. A missing address has an entry of its own. */
function newMistakes(checks: Validators, body: Flawed<ServiceSchemas['CreateCustomer']>): readonly FieldError[] {
  const mistakes = mistakesInNew(checks, 'createCustomer', { email_address: '', opt_in_status: false, ...body })
  if (body.email_address !== undefined) return mistakes
  return [...mistakes, { field: 'email_address', message: missingMessage(['email_address']) }]
}

function fieldsOfNew(body: ServiceSchemas['CreateCustomer']): NewCustomer {
  const { id, email_address } = body
  return { ...pick(body, CUSTOMER_FIELDS), id, email_address }
}
