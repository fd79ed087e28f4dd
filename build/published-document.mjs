// Generates the published form of a contract: an OpenAPI document with standard keywords for our own formats, checks and links.
import { keywordsOf } from './formats.mjs'
import { operationsOf, resolved } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** @param {Contract} contract @returns {Contract} */
export function publishedDocument(contract) {
  const document = withKeywords(contract)
  for (const { item, operation } of operationsOf(document)) {
    const links = responseLinksOf(contract, item, operation)
    const success = Object.keys(operation.responses).find((status) => status.startsWith('2'))
    const response = success && operation.responses[success]
    if (response && Object.keys(links).length > 0) response.links = links
  }
  return document
}

/**
 * Returns a copy in which every format is followed by equivalent keywords. `x-published` holds keywords for readers of the document
 * only: our own code checks them, with better error messages. `x-schema` in it names a schema of the contract.
 * @param {any} node @returns {any}
 */
function withKeywords(node) {
  if (Array.isArray(node)) return node.map(withKeywords)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      if (VALUES.has(key)) return [[key, value]]
      if (key === 'x-published') return Object.entries(withKeywords(value))
      if (key === 'x-schema') return [['$ref', `#/components/schemas/${value}`]]
      if (key === 'format' && typeof value === 'string') return [[key, value], ...Object.entries(keywordsOf(value))]
      return [[key, withKeywords(value)]]
    }),
  )
}

/** Keywords that hold values, not schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** The links of an answer, and those of the first record of a collection, as OpenAPI links.
 * @param {Contract} contract @param {Json} item @param {Json} operation @returns {Json} */
function responseLinksOf(contract, item, operation) {
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
  if (!answer) return {}
  const schema = resolved(contract, answer.schema)
  const sent = parametersOf(contract, item, operation)
  const records = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const items = property.items && resolved(contract, property.items)
    return items ? linksOf(contract, items, sent, `/${name}/0`, `${name}.0.`) : []
  })
  return Object.fromEntries([...linksOf(contract, schema, sent, '', ''), ...records])
}

/** @param {Contract} contract @param {Json} schema @param {string[]} sent names of path parameters of the call @param {string} at the
 * pointer to the record in the answer @param {string} prefix @returns {[string, Json][]} */
function linksOf(contract, schema, sent, at, prefix) {
  const operations = new Map([...operationsOf(contract)].map((each) => [each.operation.operationId, each]))
  return Object.entries(schema['x-links'] ?? {}).flatMap(([rel, operationId]) => {
    // A link to something that maildouble does not implement names no operation.
    const target = operations.get(operationId)
    if (!target) return []
    const parameters = parametersOf(contract, target.item, target.operation).map((name) => [
      `path.${name}`,
      valueOf(name, schema, sent, at),
    ])
    if (parameters.some(([, value]) => value === undefined)) return []
    return [[`${prefix}${rel}`, { operationId, parameters: Object.fromEntries(parameters) }]]
  })
}

/** Members of records with the value of a path parameter, if their name differs. @type {Record<string, string>} */
const MEMBER_OF = {
  subscriber_hash: 'email_id',
  interest_category_id: 'category_id',
  domain_name: 'domain',
  connected_site_id: 'foreign_id',
}

/** The runtime expression for the value of a path parameter in a link. @param {string} name @param {Json} schema @param {string[]} sent
 * @param {string} at @returns {string | undefined} */
function valueOf(name, schema, sent, at) {
  const isOwn = at !== '' || !sent.includes(name)
  const member = [name, MEMBER_OF[name], 'id'].find((each) => each && schema.properties?.[each])
  if (isOwn && member && (member !== 'id' || !sent.includes(name))) return `$response.body#${at}/${member}`
  return sent.includes(name) ? `$request.path.${name}` : undefined
}

/** The names of the path parameters of an operation. @param {Contract} contract @param {Json} item @param {Json} operation @returns {string[]} */
function parametersOf(contract, item, operation) {
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    .map((each) => resolved(contract, each))
    .filter((each) => each.in === 'path')
    .map((each) => each.name)
}
