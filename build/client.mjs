// Generates the method and path of each operation of the control API, for the client.
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */

/** @param {Contract} contract */
export function clientOperationsOf(contract) {
  const lines = [...operationsOf(contract)].map(
    ({ path, method, operation }) => `  ${operation.operationId}: { method: '${method}', path: '${path}' },`,
  )
  return [`export const operations = {`, ...lines, `} as const\n`].join('\n')
}
