import { authorization, SERVER_URL } from './connection.ts'
import { isObject, type JsonSchema, resolved } from './schema.ts'

let loading: Promise<unknown> | undefined

/** The OpenAPI document of the control API, loaded once. */
export function controlDocument(): Promise<unknown> {
  return (loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  }))
}

async function load(): Promise<unknown> {
  const response = await fetch(`${SERVER_URL}/_control/openapi.json`, { headers: authorization() })
  if (!response.ok) throw new Error(`The server answered ${response.status} for the description of its control API.`)
  return response.json()
}

/** A schema of the control API by its name. */
export async function controlSchema(name: string): Promise<{ readonly schema: JsonSchema; readonly document: unknown }> {
  const document = await controlDocument()
  if (!isObject(document)) throw new Error('The server has no description of its control API.')
  return { schema: resolved({ $ref: `#/components/schemas/${name}` }, document), document }
}
