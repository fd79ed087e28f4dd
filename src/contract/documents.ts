import { lenient } from './lenient.ts'
import type { Contract } from './openapi.ts'

/** The contracts as OpenAPI documents, loaded when they are first read. */
export const documents = {
  service: async () => documentIn(await import('./generated/service/openapi.json', { with: { type: 'json' } })),
  control: async () => documentIn(await import('./generated/control/openapi.json', { with: { type: 'json' } })),
  public: async () => documentIn(await import('./generated/public/openapi.json', { with: { type: 'json' } })),
}

/** The contracts that admit every accepted request and every answer. */
export const lenientDocuments = {
  service: remembered(async () => lenient(await documents.service())),
  public: documents.public,
}

/** The build writes these files as OpenAPI documents; the compiler infers a type that is too narrow. */
function documentIn(module: { readonly default: object }): Contract {
  return module.default as Contract
}

function remembered<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}
