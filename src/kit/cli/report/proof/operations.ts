import type { OpenAPIV3_1 } from 'openapi-types'
import type { Contract } from '../../../../kernel/contract/openapi.ts'
import { readSchemaName, describeSchemaPlaces, type SchemaOrReference, type Statements } from './schemas.ts'

type Reference = OpenAPIV3_1.ReferenceObject
type Parameter = OpenAPIV3_1.ParameterObject
type RequestBody = OpenAPIV3_1.RequestBodyObject
type Response = OpenAPIV3_1.ResponseObject

/** The names of places of an operation. */
export const PLACES = {
  call: 'call',
  parameter: (name: string): string => `parameter ${name}`,
  /** A field of the body by its JSON pointer. */
  field: (pointer: string): string => `field ${pointer}`,
  answer: (status: number | string): string => `answer ${status}`,
} as const

/** What the contract says about each of its operations: parameters, fields of the body, answers and errors. */
export function operationStatements(contract: Contract): Record<string, Statements> {
  const found: Record<string, Statements> = {}
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const method of METHODS) {
      const operation = item?.[method]
      if (!operation?.operationId) continue
      found[operation.operationId] = statementsFrom([
        [PLACES.call, `${method.toUpperCase()} ${path}`],
        ...[...(item?.parameters ?? []), ...(operation.parameters ?? [])].flatMap((each) => parameterPlaces(contract, each)),
        ...bodyPlaces(contract, operation.requestBody),
        ...Object.entries(operation.responses ?? {}).flatMap(([status, each]) => answerPlaces(contract, status, each)),
        ...errorPlaces(operation),
      ])
    }
  }
  return found
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** One text for each place. Alternatives of a body may say different things about one field. */
function statementsFrom(places: readonly (readonly [string, string])[]): Statements {
  const texts = new Map<string, Set<string>>()
  for (const [place, says] of places) texts.set(place, (texts.get(place) ?? new Set()).add(says))
  return Object.fromEntries([...texts].map(([place, said]) => [place, [...said].join('; or ')]))
}

function errorPlaces(operation: object): [string, string][] {
  const names: unknown = Reflect.get(operation, 'x-errors')
  return Array.isArray(names) ? [['errors', names.join(', ')]] : []
}

function parameterPlaces({ components }: Contract, given: Parameter | Reference): [string, string][] {
  const { name, in: place, required = false, schema } = resolveReference(given, components.parameters)
  if (place === 'header' || !schema) return []
  return describeSchemaPlaces(schema, { at: '', open: unopened, isRequired: required }).map(([at, says]) => [
    `${PLACES.parameter(name)}${at}`,
    says,
  ])
}

/** The fields of a body are listed one by one, since a caller relies on the fields that it sends. */
function bodyPlaces({ components }: Contract, given: RequestBody | Reference | undefined): [string, string][] {
  if (!given) return []
  return Object.entries(resolveReference(given, components.requestBodies).content).flatMap(([media, { schema }]) => {
    if (!schema) return []
    const seen = new Set<string>()
    const open = (each: SchemaOrReference): SchemaOrReference => {
      // A schema that holds itself is opened once.
      if (!('$ref' in each) || seen.has(each.$ref)) return each
      seen.add(each.$ref)
      return components.schemas[readSchemaName(each.$ref)] ?? {}
    }
    return describeSchemaPlaces(schema, { at: '', open }).map(([at, says]) => [
      at === '' ? `body ${media}` : PLACES.field(withoutCombinations(at)),
      says,
    ])
  })
}

/** A pointer to a field, whichever of several schemas names the field. */
function withoutCombinations(pointer: string): string {
  return pointer.replace(/\/\((?:allOf|anyOf|oneOf) \d+\)/g, '')
}

function answerPlaces({ components }: Contract, status: string, given: Response | Reference): [string, string][] {
  const bodies = Object.entries(resolveReference(given, components.responses).content ?? {}).flatMap(([media, { schema }]) => {
    const places = schema ? describeSchemaPlaces(schema, { at: '', open: unopened }) : []
    return places.map(([at, says]): [string, string] => [`${PLACES.answer(status)}${at}`, `${media}: ${says}`])
  })
  return bodies.length > 0 ? bodies : [[PLACES.answer(status), 'no body']]
}

/** The component that a reference names, or what stands there itself. */
function resolveReference<Part extends object>(
  given: Part | Reference,
  components: Readonly<Record<string, Part | Reference>> = {},
): Part {
  if (!('$ref' in given)) return given
  const found = components[readSchemaName(given.$ref)]
  if (!found) throw new Error(`The contract has no ${given.$ref}.`)
  return resolveReference(found, components)
}

function unopened(schema: SchemaOrReference): SchemaOrReference {
  return schema
}
