import type { Filled } from './route.ts'
import type { components, operations } from './generated/public/types.ts'

export { routes, validators } from './generated/public/routes.ts'

export type PublicSchemas = components['schemas']

export type PublicOperationId = keyof operations

export type PublicPathOf<Id extends PublicOperationId> = Filled<operations[Id]['parameters']['path']>

export type PublicQueryOf<Id extends PublicOperationId> = Filled<operations[Id]['parameters']['query']>

export type PublicAnswerOf<Id extends PublicOperationId> = operations[Id]['responses'] extends {
  readonly 200: { readonly content: { readonly 'application/json': infer Answer } }
}
  ? Answer
  : never
