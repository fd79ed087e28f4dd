import type { OpenAPIV3_1 } from 'openapi-types'
import type { Contract } from '../../src/kernel/contract/openapi.ts'
import type { Route } from '../../src/kernel/contract/route.ts'
import type { Body } from '../mock.ts'

type Method = Lowercase<Route['method']>

/** An operation of a contract, with its provenance and the errors of its own. */
export type Operation = OpenAPIV3_1.OperationObject<{
  readonly 'x-errors'?: readonly string[]
  readonly 'x-provenance'?: 'documented' | 'assumed'
  readonly 'x-confidence'?: 'recorded' | 'high' | 'medium' | 'low'
}>

/** Finds the operation of a route in its contract; throws if it is missing. */
export function operationAt(document: Contract, { path, method }: Route): Operation {
  const operation: Operation | undefined = document.paths[path]?.[method.toLowerCase() as Method]
  if (!operation) throw new Error(`The contract has no ${method} ${path}.`)
  return operation
}

/** The content of a body that an operation reads. Its documents describe each body in place and in one type. */
export function requestContent({ requestBody }: Operation): OpenAPIV3_1.MediaTypeObject | undefined {
  return requestBody && 'content' in requestBody ? Object.values(requestBody.content)[0] : undefined
}

/** The JSON that an operation answers with a status. */
export function responseContent({ responses }: Operation, status: number): OpenAPIV3_1.MediaTypeObject | undefined {
  const response = responses?.[status]
  return response && 'content' in response ? response.content?.['application/json'] : undefined
}

/** A schema behind its references. */
export function resolveSchema(document: Contract, schema: Body): Body {
  const keys: string[] | undefined = schema?.$ref?.split('/').slice(1)
  return keys
    ? resolveSchema(
        document,
        keys.reduce((node: Body, key) => node[key], document),
      )
    : schema
}
