import type { Filled } from '../../kernel/contract/route.ts'
import type { components, operations } from '../../kernel/contract/generated/client/types.ts'

export type {
  Duration,
  ProblemPreset,
  ScenarioName,
  ServiceOperation,
  WorldTable,
} from '../../kernel/contract/generated/client/types.ts'

/** The schemas of the control API by name. */
export type Schemas = components['schemas']

/** The operations of the control API, by operationId. */
export type OperationId = keyof operations

/** The path parameters of an operation. */
export type PathOf<Id extends OperationId> = Filled<operations[Id]['parameters']['path']>

/** The query parameters of an operation. */
export type QueryOf<Id extends OperationId> = Filled<operations[Id]['parameters']['query']>

/** The body of an operation. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } }
}
  ? Body
  : undefined

/** The answer of an operation; `undefined` if it has none. */
export type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends
  | { readonly 200: { readonly content: { readonly 'application/json': infer Answer } } }
  | { readonly 200: { readonly content: { readonly 'application/schema+json': infer Answer } } }
  | { readonly 201: { readonly content: { readonly 'application/json': infer Answer } } }
  ? Answer
  : undefined
