import { operations } from '../../kernel/contract/generated/client/operations.ts'
import type { Maildouble } from '../client/connect.ts'
import type { AnswerOf, OperationId } from '../client/contract.ts'
import { type CallInput, Transport } from '../client/transport.ts'

/** Calls an operation of the control API. By the contract, each argument is a parameter of its path, its query or a member of its body. */
export function callOperation<Id extends OperationId>(
  { target }: Maildouble,
  id: Id,
  world: string,
  given: object,
): Promise<AnswerOf<Id>> {
  const { method, path } = operations[id]
  const parts = Object.entries(given).filter(([name]) => name !== 'world')
  const inPath = parts.filter(([name]) => path.includes(`{${name}}`))
  const others = Object.fromEntries(parts.filter(([name]) => !path.includes(`{${name}}`)))
  const rest =
    method === 'GET' || method === 'DELETE' ? { query: others } : Object.keys(others).length > 0 ? { body: others } : {}
  const input: { readonly [part in keyof CallInput<Id>]?: object } = { path: Object.fromEntries(inPath), ...rest }
  // The names have been checked, and the server checks the values against the contract.
  return new Transport(target).call(id, world, input as CallInput<Id>)
}
