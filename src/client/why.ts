import type { QueryOf } from './contract.ts'

/** The subject: a kind of thing and its id, or a path of the API. */
export type WhyQuery = QueryOf<'getWhy'>
