import type { QueryOf } from './contract.ts'

/** What is asked about: a thing by its kind and its id, or a path of the API. */
export type WhyQuery = QueryOf<'getWhy'>
