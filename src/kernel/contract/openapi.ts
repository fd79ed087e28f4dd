import type { OpenAPIV3_1 } from 'openapi-types'

type Document = OpenAPIV3_1.Document

/** A contract as an OpenAPI document with all of its parts. Extensions begin with `x-`. */
export type Contract = Document &
  Required<Pick<Document, 'paths' | 'components' | 'tags'>> & {
    readonly components: Required<Pick<OpenAPIV3_1.ComponentsObject, 'schemas'>>
    readonly 'x-assumptions'?: {
      readonly [id: string]: { readonly confidence: 'high' | 'medium' | 'low'; readonly says: string }
    }
  }
