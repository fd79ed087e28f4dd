import type { OpenAPIV3_1 } from 'openapi-types'
import { equal } from '../support/objects.ts'
import type { Contract } from './openapi.ts'

type Operation = OpenAPIV3_1.OperationObject
type Parameter = OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject
type Response = OpenAPIV3_1.ResponseObject
type LenientSchema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const SCHEMAS = '#/components/schemas/'
const PARAMETERS = '#/components/parameters/'

/**
 * The contract as validators need it: it admits every answer that the service gives. The strict contract describes complete answers only.
 */
export function lenient(strict: Contract): Contract {
  const { schemas } = strict.components
  const partials = new Partials(schemas)
  const paths = mapped(strict.paths, (item) => {
    if (!item) return item
    const operations = METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [[method, lenientOperation(operation, partials)] as const] : []
    })
    return { ...item, ...Object.fromEntries(operations) }
  })
  return {
    ...strict,
    info: { ...strict.info, description: `${strict.info.description ?? ''}\n${NOTE}` },
    paths,
    components: {
      ...strict.components,
      parameters: mapped(strict.components.parameters ?? {}, admitText),
      schemas: { ...schemas, ...partials.made },
    },
  }
}

const NOTE = `This document admits every answer that the service gives. Schemas whose names begin with
\`Partial\` describe answers to calls that take \`fields\` and \`exclude_fields\`: these can leave out any member. \`x-required\` lists the
members that an answer holds if neither parameter is sent. The strict document requires them.`

function lenientOperation(operation: Operation, partials: Partials): Operation {
  const { parameters = [], responses = {} } = operation
  return {
    ...operation,
    parameters: parameters.map(admitText),
    responses: parameters.some(isFields)
      ? mapped(responses, (response, status) =>
          status.startsWith('2') && 'content' in response ? partialResponse(response, partials) : response,
        )
      : responses,
  }
}

/** A query parameter that is a boolean takes any text: what is not true is false. */
function admitText<Given extends Parameter>(parameter: Given): Given {
  if ('$ref' in parameter || parameter.in !== 'query' || !parameter.schema || '$ref' in parameter.schema) return parameter
  const { type, ...schema } = parameter.schema
  return type === 'boolean' ? { ...parameter, schema: { ...schema, anyOf: [{ type }, { type: 'string' }] } } : parameter
}

function isFields(parameter: Parameter): boolean {
  return '$ref' in parameter && parameter.$ref === `${PARAMETERS}fields`
}

function partialResponse(response: Response, partials: Partials): Response {
  const content = mapped(response.content ?? {}, (media) =>
    media.schema ? { ...media, schema: partials.of(media.schema) } : media,
  )
  return { ...response, content }
}

/** Schemas of partial answers: like those of complete answers, but without required members. */
class Partials {
  readonly #schemas: Readonly<Record<string, OpenAPIV3_1.SchemaObject>>
  /** The partial schemas by their names. */
  readonly made: Record<string, OpenAPIV3_1.SchemaObject> = {}

  constructor(schemas: Readonly<Record<string, OpenAPIV3_1.SchemaObject>>) {
    this.#schemas = schemas
  }

  of(schema: LenientSchema): LenientSchema {
    return '$ref' in schema ? { ...schema, $ref: this.#named(schema.$ref) } : this.#partial(schema)
  }

  /** A reference to the partial form of a schema, or to the schema itself if it requires nothing. */
  #named(reference: string): string {
    const name = reference.slice(SCHEMAS.length)
    const schema = this.#schemas[name]
    const partialName = `Partial${name}`
    if (!schema) return reference
    if (!this.made[partialName]) {
      const partial = this.#partial(schema)
      if (equal(partial, schema)) return reference
      this.made[partialName] = partial
    }
    return SCHEMAS + partialName
  }

  #partial(schema: OpenAPIV3_1.SchemaObject): OpenAPIV3_1.SchemaObject {
    const { required, discriminator: _, oneOf, anyOf, allOf, properties, additionalProperties, ...rest } = schema
    // A partial value can match several alternatives.
    const alternatives = [...(anyOf ?? []), ...(oneOf ?? [])].map((each) => this.of(each))
    return {
      ...rest,
      ...('items' in rest && rest.items ? { items: this.of(rest.items) } : {}),
      ...(required ? { 'x-required': required } : {}),
      ...(alternatives.length > 0 ? { anyOf: alternatives } : {}),
      ...(allOf ? { allOf: allOf.map((each) => this.of(each)) } : {}),
      ...(properties ? { properties: mapped(properties, (each) => this.of(each)) } : {}),
      ...(typeof additionalProperties === 'object' ? { additionalProperties: this.of(additionalProperties) } : {}),
      ...(typeof additionalProperties === 'boolean' ? { additionalProperties } : {}),
    }
  }
}

function mapped<Value, Made>(
  record: Readonly<Record<string, Value>>,
  make: (value: Value, name: string) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value, name)]))
}
