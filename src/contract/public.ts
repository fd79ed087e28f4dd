import type { components, operations } from './generated/public/types.ts'

export { routes, validators } from './generated/public/routes.ts'

/** The schemas of the contract of public pages, by name. */
export type Schemas = components['schemas']

/** The operations of the contract of public pages, by operationId. */
export type OperationId = keyof operations

type Filled<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>

export type PathOf<Id extends OperationId> = Filled<operations[Id]['parameters']['path']>

export type QueryOf<Id extends OperationId> = Filled<operations[Id]['parameters']['query']>

/** The JSON answer of an operation. */
export type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends {
  readonly 200: { readonly content: { readonly 'application/json': infer Answer } }
}
  ? Answer
  : never
