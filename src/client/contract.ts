import type { components, operations } from '../contract/generated/client/types.ts'

/** What the control API takes and answers, by the names of its contract. */
export type Schemas = components['schemas']

/** The operations of the control API, by operationId. */
export type OperationId = keyof operations

type Filled<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>

/** What stands in the path of an operation. */
export type PathOf<Id extends OperationId> = Filled<operations[Id]['parameters']['path']>

/** What an operation can be asked for behind the question mark. */
export type QueryOf<Id extends OperationId> = Filled<operations[Id]['parameters']['query']>

/** What is sent to an operation. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } }
}
  ? Body
  : undefined

/** What an operation answers; nothing where its contract shows none. */
export type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends
  | { readonly 200: { readonly content: { readonly 'application/json': infer Answer } } }
  | { readonly 200: { readonly content: { readonly 'application/schema+json': infer Answer } } }
  | { readonly 201: { readonly content: { readonly 'application/json': infer Answer } } }
  ? Answer
  : undefined
