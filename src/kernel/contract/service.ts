import type { Filled } from './route.ts'
import type { components, operations } from './generated/service/types.ts'
import type { errors, ResourceName } from './generated/service/routes.ts'

export { filled as samples } from './generated/service/filled.ts'
export { errors as errorCatalogue, links, routes, validators } from './generated/service/routes.ts'

export type ServiceSchemas = components['schemas']

export type ServiceOperationId = keyof operations

/** The resources of the operations. */
export type { ResourceName }

/** The names of the errors in the catalogue. */
export type ErrorWord = keyof typeof errors

export type ServicePathOf<Id extends ServiceOperationId> = Filled<operations[Id]['parameters']['path']>

/** The query with defaults filled in. */
export type ServiceQueryOf<Id extends ServiceOperationId> = WithDefaults<Filled<operations[Id]['parameters']['query']>>

export type ServiceBodyOf<Id extends ServiceOperationId> = operations[Id] extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } }
}
  ? Body
  : operations[Id] extends { readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } } }
    ? Body | undefined
    : undefined

/** The answer of an operation; `void` if the contract has no body. */
export type ServiceAnswerOf<Id extends ServiceOperationId> = operations[Id]['responses'] extends {
  readonly 200: { readonly content: { readonly 'application/json': infer Answer } }
}
  ? Answer
  : void

type WithDefault =
  | 'count'
  | 'offset'
  | 'skip_merge_validation'
  | 'skip_duplicate_check'
  | 'include_cleaned'
  | 'include_transactional'
  | 'include_unsubscribed'

type WithDefaults<Query> = Omit<Query, WithDefault> & { readonly [Name in keyof Query & WithDefault]-?: NonNullable<Query[Name]> }
