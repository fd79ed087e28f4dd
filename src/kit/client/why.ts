import type { QueryOf } from './contract.ts'

type Query = QueryOf<'getWhy'>

/** The kinds of things whose history can be requested. */
export type WhyEntity = NonNullable<Query['entity']>

/** The subject: a kind of thing and its id, or a path of the API. */
export type WhyQuery =
  | (Required<Pick<Query, 'entity' | 'id'>> & Pick<Query, 'list_id' | 'store_id'> & { readonly path?: never })
  | (Required<Pick<Query, 'path'>> & {
      readonly entity?: never
      readonly id?: never
      readonly list_id?: never
      readonly store_id?: never
    })
