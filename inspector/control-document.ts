import { authorization, SERVER_URL } from './connection.ts'
import { useLoad } from './load.ts'
import { isObject } from './schema.ts'

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

/** A method and the path of an operation, with its summary in the contract. */
export interface KnownOperation {
  readonly key: string
  readonly summary: string
}

/** Finds the summary of the operation that a call belongs to. */
export type SummaryOf = (method: string, path: string) => string | undefined

/** Finds summaries in a list of operations. */
export function summaryFinder(operations: readonly KnownOperation[]): SummaryOf {
  const patterns = operations.map(patternOf)
  return (method, path) => patterns.find(({ pattern }) => pattern.test(`${method} ${path}`))?.summary
}

function patternOf({ key, summary }: KnownOperation) {
  const pattern = key.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]*\}/g, '[^/]+')
  return { pattern: new RegExp(`^${pattern}$`), summary }
}

const WORLD = '/worlds/{world}'

/** The operations of the control API on a world. */
export function controlOperations(document: unknown): readonly KnownOperation[] {
  const paths = isObject(document) && isObject(document['paths']) ? document['paths'] : {}
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(`${WORLD}/`))
    .flatMap(([path, item]) =>
      Object.entries(isObject(item) ? item : {}).map(([method, operation]) => ({
        key: `${method.toUpperCase()} ${path.slice(WORLD.length)}`,
        summary: isObject(operation) ? String(operation['summary']) : '',
      })),
    )
}

/** Loads the summaries of the control API, for paths below the world. */
export function useControlSummaries(): SummaryOf | undefined {
  return useLoad('summaries of the control API', async () => summaryFinder(controlOperations(await controlDocument()))).data
}
