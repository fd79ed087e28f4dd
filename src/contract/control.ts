import type { components, operations } from './generated/control/types.ts'

export { routes, validators } from './generated/control/routes.ts'

/** The schemas of the control API's contract, by name. */
export type Schemas = components['schemas']

/** The operations of the control API's contract, by operationId. */
export type OperationId = keyof operations

type Filled<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>

export type PathOf<Id extends OperationId> = Filled<operations[Id]['parameters']['path']>

export type QueryOf<Id extends OperationId> = Filled<operations[Id]['parameters']['query']>

export type BodyOf<Id extends OperationId> = operations[Id] extends {
  readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } }
}
  ? Body
  : undefined

/** What an operation answers; nothing where the contract shows no body. */
export type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends
  | { readonly 200: { readonly content: { readonly 'application/json': infer Answer } } }
  | { readonly 201: { readonly content: { readonly 'application/json': infer Answer } } }
  ? Answer
  : void
