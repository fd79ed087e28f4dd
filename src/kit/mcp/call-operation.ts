import { operations } from '../../kernel/contract/generated/client/operations.ts'
import type { Maildouble } from '../client/connect.ts'
import type { AnswerOf, OperationId } from '../client/contract.ts'
import { type CallInput, Transport } from '../client/transport.ts'

/** The arguments of a tool as parts of a call. One that stands in the path and in the body is sent in both. */
export function splitArguments(path: string, given: object, isParameter: (name: string) => boolean) {
  const parts = Object.entries(given).filter(([name]) => name !== 'world')
  const isInPath = (name: string): boolean => path.includes(`{${name}}`)
  const pick = (is: (name: string) => boolean): { readonly [name: string]: unknown } =>
    Object.fromEntries(parts.filter(([name]) => is(name)))
  return {
    path: pick(isInPath),
    query: pick((name) => isParameter(name) && !isInPath(name)),
    body: pick((name) => !isParameter(name)),
  }
}

/** Calls an operation of the control API. By the contract, each argument is a parameter of its path, its query or a member of its body. */
export function callOperation<Id extends OperationId>(
  { target }: Maildouble,
  id: Id,
  world: string,
  given: object,
): Promise<AnswerOf<Id>> {
  const { method, path } = operations[id]
  const isQuery = method === 'GET' || method === 'DELETE'
  const { path: named, query, body } = splitArguments(path, given, (name) => isQuery || path.includes(`{${name}}`))
  const rest = isQuery ? { query } : Object.keys(body).length > 0 ? { body } : {}
  const input: { readonly [part in keyof CallInput<Id>]?: object } = { path: named, ...rest }
  // The names have been checked, and the server checks the values against the contract.
  return new Transport(target).call(id, world, input as CallInput<Id>)
}
