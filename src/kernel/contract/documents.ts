import { lenient } from './lenient.ts'
import type { Contract } from './openapi.ts'

/** The contracts as OpenAPI documents, loaded when they are first read. */
export const documents = {
  service: async () => contractFrom((await import('./generated/service/openapi.json', { with: { type: 'json' } })).default),
  control: async () => contractFrom((await import('./generated/control/openapi.json', { with: { type: 'json' } })).default),
  public: async () => contractFrom((await import('./generated/public/openapi.json', { with: { type: 'json' } })).default),
}

/** The contracts that admit every answer, also to calls that select fields. */
export const lenientDocuments = {
  service: makeOnce(async () => lenient(await documents.service())),
  public: documents.public,
}

/** A contract as it was read from its file. The build writes OpenAPI documents; the compiler infers a type that is too narrow. */
export function contractFrom(file: object): Contract {
  return file as Contract
}

function makeOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}
