import type { components, operations } from './generated/public/types.ts'

export { routes, validators } from './generated/public/routes.ts'

/** The schemas of the contract of public pages, by name. */
export type PublicSchemas = components['schemas']

/** The operations of the contract of public pages, by operationId. */
export type PublicOperationId = keyof operations

type Filled<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>

export type PublicPathOf<Id extends PublicOperationId> = Filled<operations[Id]['parameters']['path']>

export type PublicQueryOf<Id extends PublicOperationId> = Filled<operations[Id]['parameters']['query']>

/** The JSON answer of an operation. */
export type PublicAnswerOf<Id extends PublicOperationId> = operations[Id]['responses'] extends {
  readonly 200: { readonly content: { readonly 'application/json': infer Answer } }
}
  ? Answer
  : never
