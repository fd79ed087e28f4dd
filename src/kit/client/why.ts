import type { QueryOf } from './contract.ts'

type WhyParameters = QueryOf<'getWhy'>

/** The kinds of things whose history can be requested. */
export type WhyEntity = NonNullable<WhyParameters['entity']>

/** The subject: a kind of thing and its id, or a path of the API. */
export type WhyQuery =
  | (Required<Pick<WhyParameters, 'entity' | 'id'>> & Pick<WhyParameters, 'list_id' | 'store_id'> & { readonly path?: never })
  | (Required<Pick<WhyParameters, 'path'>> & {
      readonly entity?: never
      readonly id?: never
      readonly list_id?: never
      readonly store_id?: never
    })
