// Generates what the client needs of the contracts: the method and path of each operation of the control API, and the types of webhooks.
import { contentOf, operationsOf } from './spec.mjs'
import { printedTypes } from './types.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** @param {Contract} contract */
export function clientOperationsOf(contract) {
  const lines = [...operationsOf(contract)].map(
    ({ path, method, operation }) => `  ${operation.operationId}: { method: '${method}', path: '${path}' },`,
  )
  return [`export const operations = {`, ...lines, `} as const\n`].join('\n')
}

/** The types of the payloads that webhooks deliver, by event. @param {Contract} contract */
export async function webhookTypesOf(contract) {
  const names = Object.entries(contract.webhooks ?? {}).map(([event, item]) => {
    const { schema } = contentOf(/** @type {Json} */ (item).post.requestBody) ?? {}
    return /** @type {const} */ ([event, schema.$ref.replace('#/components/schemas/', '')])
  })
  const schemas = Object.fromEntries(
    referenced(
      contract,
      names.map(([, name]) => name),
    ).map((name) => [name, contract.components.schemas[name]]),
  )
  const types = await printedTypes({ ...contract, paths: {}, webhooks: {}, components: { schemas } }, {})
  const payloads = names.map(([event, name]) => `  readonly ${event}: components['schemas']['${name}']`)
  return [
    types,
    '/** The payloads that webhooks deliver, by event. */',
    'export interface WebhookPayloads {',
    ...payloads,
    '}',
    '',
  ].join('\n')
}

/** The given schemas of a contract and those that they refer to. @param {Contract} contract @param {readonly string[]} names */
function referenced({ components }, names) {
  const found = new Set(names)
  for (const name of found)
    for (const [, other = ''] of JSON.stringify(components.schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      found.add(other)
  return [...found]
}
