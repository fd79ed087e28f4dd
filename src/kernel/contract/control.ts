import type { Filled } from './route.ts'
import type { components, operations } from './generated/control/types.ts'

export { routes, validators } from './generated/control/routes.ts'
export type { OperationsOf } from './generated/control/routes.ts'

/** The schemas of the control API's contract, by name. */
export type ControlSchemas = components['schemas']

export type ControlOperationId = keyof operations

export type ControlPathOf<Id extends ControlOperationId> = Filled<operations[Id]['parameters']['path']>

export type ControlQueryOf<Id extends ControlOperationId> = Filled<operations[Id]['parameters']['query']>

/** A body as text, exactly as sent, with its content type. */
export interface SentText {
  readonly type: string
  readonly text: string
}

export type ControlBodyOf<Id extends ControlOperationId> = operations[Id] extends {
  readonly requestBody?: { readonly content: { readonly 'application/yaml': unknown } }
}
  ? SentText
  : JsonOf<Id>

type JsonOf<Id extends ControlOperationId> = operations[Id] extends {
  readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } }
}
  ? Body
  : undefined

/** An answer that is not JSON. */
export class AnsweredText {
  readonly type: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>

  constructor(type: string, text: string, headers: Readonly<Record<string, string>> = {}) {
    this.type = type
    this.text = text
    this.headers = headers
  }
}

/** The answer of an operation: a stream of server-sent events, or a body; `void` if the contract has no body. */
export type ControlAnswerOf<Id extends ControlOperationId> = operations[Id]['responses'] extends {
  readonly 200: { readonly content: { readonly 'text/event-stream': unknown } }
}
  ? ReadableStream<Uint8Array>
  : JsonAnswerOf<Id> | TextAnswerOf<Id>

/** The answer as text, for operations that can answer `text/html` or `text/plain`. */
type TextAnswerOf<Id extends ControlOperationId> = operations[Id]['responses'] extends {
  readonly 200: { readonly content: { readonly 'text/html': unknown } | { readonly 'text/plain': unknown } }
}
  ? AnsweredText
  : never

type JsonAnswerOf<Id extends ControlOperationId> = operations[Id]['responses'] extends
  | { readonly 200: { readonly content: { readonly 'application/json': infer Answer } } }
  | { readonly 200: { readonly content: { readonly 'application/schema+json': infer Answer } } }
  | { readonly 201: { readonly content: { readonly 'application/json': infer Answer } } }
  ? Answer
  : void
