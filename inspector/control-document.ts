import { authorization, SERVER_URL } from './connection.ts'

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
