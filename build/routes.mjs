// Generates the route table of a contract: what the server needs to route, validate and describe calls.
import { linkSchemas, schemaName, schemaNames } from './schema-names.mjs'
import { operationsOf, resolved, tagsWithAllErrors } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** @param {Contract} contract */
export function routesOf(contract) {
  const routes = [...operationsOf(contract)].map((each) => route(contract, each)).toSorted(byPath)
  const links = Object.fromEntries(
    Object.entries(contract.components.schemas)
      .filter(([, schema]) => schema['x-links'])
      .map(([name, schema]) => [name, linksOf(name, schema['x-links'], routes)]),
  )
  const errors = Object.fromEntries(
    Object.entries(contract['x-errors'] ?? {}).map(([word, { status, title }]) => [word, { status, title }]),
  )
  const resources = [...new Set(routes.map((each) => each.resource))]
  const idsOf = (/** @type {string} */ resource) =>
    routes
      .filter((each) => each.resource === resource)
      .map(({ id }) => `'${id}'`)
      .join(' | ')
  return [
    `import type { LinkTarget, Route } from '../../route.ts'`,
    `import type { Validators } from '../../check.ts'\n`,
    `export const routes: readonly Route[] = ${JSON.stringify(routes)}\n`,
    `export const links = ${JSON.stringify(links)} satisfies { readonly [schema: string]: { readonly [rel: string]: LinkTarget } }\n`,
    `/** The operations of each resource. */`,
    `export interface OperationsOf {`,
    ...resources.map((resource) => `  readonly '${resource}': ${idsOf(resource)}`),
    `}\n`,
    `/** The resources that operations belong to. */`,
    `export type ResourceName = keyof OperationsOf\n`,
    `/** The validators of each resource, loaded on the first call to the resource. */`,
    `export const validators: { readonly [resource: string]: () => Promise<Validators> } = {`,
    ...resources.map((resource) => `  '${resource}': () => import('./validators/${resource}.js'),`),
    `}\n`,
    `export const errors = ${JSON.stringify(errors, null, 1)} as const\n`,
  ].join('\n')
}

/** Parameters that do not filter or sort a collection. */
const PAGING = new Set(['fields', 'exclude_fields', 'count', 'offset'])

/** @param {Contract} contract @param {{ path: string, method: string, item: Json, operation: Json }} found */
function route(contract, { path, method, item, operation }) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) => resolved(contract, each))
  const status = Number(Object.keys(operation.responses).find((code) => /^[23]/.test(code)))
  const answers = operation.responses[status].content ?? {}
  const [type] = Object.keys(answers)
  const answer = answers['application/json']?.schema
  const schema = answer && resolved(contract, answer)
  const isCollection = Boolean(schema?.properties?.total_items)
  const query = parameters.filter((each) => each.in === 'query').map(queryParameter)
  const texts = Object.keys(operation.requestBody?.content ?? {})
  return {
    id: operation.operationId,
    method,
    path,
    resource: operation.tags[0],
    status,
    ...(operation['x-status-setting'] ? { statusSetting: operation['x-status-setting'] } : {}),
    ...(operation['x-exists-when'] ? { existsWhen: operation['x-exists-when'] } : {}),
    body: operation.requestBody ? (operation.requestBody.required ? 'required' : 'optional') : 'none',
    ...(texts.includes('application/yaml') ? { texts } : {}),
    ...(operation['x-body-limit'] ? { bodyLimit: operation['x-body-limit'] } : {}),
    ...(type && type !== 'application/json' ? { answers: type } : {}),
    ...(operation['x-body-when'] ? { bodyWhen: operation['x-body-when'] } : {}),
    ...(operation.requestBody && tagsWithAllErrors(contract).has(operation.tags[0] ?? '') ? { allErrors: true } : {}),
    schemaName: schemaName(path),
    ...schemaNames({
      method,
      path,
      hasBody: Boolean(operation.requestBody),
      isCollection,
      hasAnswer: Boolean(answer),
      filters: query.some(({ name }) => !PAGING.has(name)),
    }),
    collection: isCollection,
    writes: Boolean(operation['x-writes']),
    ...('x-recorded' in operation ? { recorded: operation['x-recorded'] } : {}),
    ...(schema?.['x-dashboard'] ? { dashboard: schema['x-dashboard'] } : {}),
    query,
  }
}

/** @param {Json} parameter */
function queryParameter({ name, schema }) {
  const kind = schema.format === 'iso-8601' ? 'instant' : schema.type
  const { minimum, maximum, default: byDefault } = schema
  const accepted = schema.enum ?? schema.items?.enum
  return {
    name,
    kind,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(schema['x-above-maximum'] === 'cut' ? { cut: true } : {}),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    ...(accepted ? { accepted } : {}),
  }
}

/** A link is the name of an operation, or an operation with what the link shows otherwise.
 * @param {string} name @param {Json} links @param {Json[]} routes */
function linksOf(name, links, routes) {
  return Object.fromEntries(
    Object.entries(links).map(([rel, target]) => {
      const { operation, ...otherwise } = typeof target === 'string' ? { operation: target } : target
      const found = routes.find((each) => each.id === operation)
      if (!found)
        throw new Error(
          `The link ${rel} of ${name} leads to ${operation}, which is not an operation. Operations: ${routes.map((each) => each.id).join(', ')}`,
        )
      return [rel, { method: found.method, path: found.path, ...linkSchemas(found), ...otherwise }]
    }),
  )
}

/** Sorts fixed segments before parameters, so that the first match is the right one. @param {Json} a @param {Json} b */
function byPath(a, b) {
  const [left, right] = [a.path.replaceAll('{', '~'), b.path.replaceAll('{', '~')]
  return left < right ? -1 : left > right ? 1 : 0
}
