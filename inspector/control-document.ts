import { asObject, isObject } from '../src/kernel/support/is-object.ts'
import type { Schemas } from '../src/kit/client/contract.ts'
import { authorization, call, SERVER_URL } from './connection.ts'
import { type Loaded, once, useLoad } from './load.ts'

/** The OpenAPI document of the control API. */
export const controlDocument = once(async (): Promise<unknown> => {
  const response = await fetch(`${SERVER_URL}/_control/openapi.json`, { headers: authorization() })
  if (!response.ok) throw new Error(`The server answered ${response.status} for the description of its control API.`)
  return response.json()
})

/** The operations of the service, and everything that faults can be made of. */
export const faultSchemas = once(() => call('getFaultSchemas'))

export function useFaultSchemas(): Loaded<Schemas['FaultSchemas']> {
  return useLoad('schemas of faults', faultSchemas)
}

/** A method and the path of an operation, with its summary in the contract. */
interface KnownOperation {
  readonly key: string
  readonly summary: string
}

/** Finds the summary of the operation that a call belongs to. */
export type SummaryOf = (method: string, path: string) => string | undefined

/** Finds summaries in a list of operations. */
function summaryFinder(operations: readonly KnownOperation[]): SummaryOf {
  const patterns = operations.map(({ key, summary }) => {
    const pattern = key.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]*\}/g, '[^/]+')
    return { pattern: new RegExp(`^${pattern}$`), summary }
  })
  return (method, path) => patterns.find(({ pattern }) => pattern.test(`${method} ${path}`))?.summary
}

const WORLD = '/worlds/{world}'

/** The operations of the control API on a world. */
function controlOperations(document: unknown): readonly KnownOperation[] {
  const paths = asObject(asObject(document)['paths'])
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(`${WORLD}/`))
    .flatMap(([path, item]) =>
      Object.entries(asObject(item)).map(([method, operation]) => ({
        key: `${method.toUpperCase()} ${path.slice(WORLD.length)}`,
        summary: isObject(operation) ? String(operation['summary']) : '',
      })),
    )
}

export function useServiceSummaries(): SummaryOf | undefined {
  return useLoad('summaries of the service', async () => {
    const { operations } = await faultSchemas()
    return summaryFinder(
      operations.map(({ contract, method, path, summary }) => ({
        key: `${method} ${contract === 'service' ? '/3.0' : ''}${path}`,
        summary,
      })),
    )
  }).data
}

/** Loads the summaries of the control API, for paths below the world. */
export function useControlSummaries(): SummaryOf | undefined {
  return useLoad('summaries of the control API', async () => summaryFinder(controlOperations(await controlDocument()))).data
}
