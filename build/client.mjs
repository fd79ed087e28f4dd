// What the client needs of the control contract: where its operations are. Their types stand in the same contract.
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** @param {Contract} contract */
export function clientOperationsOf(contract) {
  const lines = [...operationsOf(contract)].map(
    ({ path, method, operation }) => `  ${operation.operationId}: { method: '${method}', path: '${path}' },`,
  )
  return [`export const operations = {`, ...lines, `} as const\n`].join('\n')
}
