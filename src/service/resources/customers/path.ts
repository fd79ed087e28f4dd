import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { PathCall } from '../../model/path-call.ts'
import { checkStorePath } from '../../rules/stores/path.ts'
import { customerOrThrow } from '../../model/customers/customer.ts'

/** Checks the path of a call about customers. PUT may name one that does not exist yet. */
export function checkCustomerPath(tx: ReadTx, call: PathCall): void {
  const { customer_id } = call.path
  checkStorePath(tx, call, (store_id) => {
    if (customer_id !== undefined && call.id !== 'setCustomer') customerOrThrow(tx, store_id, customer_id)
  })
}
