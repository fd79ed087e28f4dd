// Generates the published form of a contract: an OpenAPI document with standard keywords for our own formats, checks and links.
import { keywordsOf } from './formats.mjs'
import { oneTypeEach } from './published-schema.mjs'
import { settingsSchemaOf } from './settings.mjs'
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
  shareErrors(document)
  if (document.components.schemas.Settings) patternDottedSettings(settingsSchemaOf(document))
  return document
}

/** Lists the values of a setting once, under the name in its group. Under its name with a dot they are a pattern, since generated clients
 * derive the same type name from both. @param {Json} schema */
function patternDottedSettings({ properties }) {
  for (const [name, { enum: values, ...setting }] of Object.entries(properties)) {
    if (name.includes('.') && values) properties[name] = { ...setting, pattern: `^(${values.join('|')})$` }
  }
}

/** Moves the error responses to the components, since most operations have the same ones: they would be a third of the document, and
 * generated clients would have a type for each. @param {Contract} document */
function shareErrors(document) {
  /** @type {Json} */
  const shared = {}
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!response['x-words']) continue
      const name = response['x-words'].join('Or')
      shared[name] = response
      operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  if (Object.keys(shared).length > 0) document.components.responses = { ...document.components.responses, ...shared }
}

/**
 * Returns a copy in which every format is followed by equivalent keywords. `x-published` holds keywords for readers of the document
 * only: our own code checks them, with better error messages. `x-schema` in it names a schema of the contract.
 * @param {any} node @returns {any}
 */
function withKeywords(node) {
  if (Array.isArray(node)) return node.map(withKeywords)
  if (typeof node !== 'object' || node === null) return node
  const published = Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      if (VALUES.has(key)) return [[key, value]]
      // Tells only where our own validators are.
      if (key === 'x-validator') return []
      if (key === 'x-published') return Object.entries(withKeywords(value))
      if (key === 'x-schema') return [['$ref', `#/components/schemas/${value}`]]
      if (key === 'format' && typeof value === 'string') return [[key, value], ...Object.entries(keywordsOf(value))]
      // Not every generator of clients reads schemas that are no objects, except under `additionalProperties`.
      if (key === 'properties') return [[key, mapped(value, (each) => (each === false ? { not: {} } : withKeywords(each)))]]
      return [[key, withKeywords(value)]]
    }),
  )
  // Most generators of clients read one type, or one type and null.
  const { type, anyOf } = published
  const isMixed = Array.isArray(type) && type.filter((each) => each !== 'null').length > 1
  return isMixed && !anyOf ? oneTypeEach(published) : published
}

/** @param {Json} record @param {(value: any) => any} make */
function mapped(record, make) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)]))
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
  return Object.entries(schema['x-links'] ?? {}).flatMap(([rel, link]) => {
    // A link with a path of its own leads to a part of what the operation answers.
    const operationId = link.path === undefined ? (link.operation ?? link) : undefined
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
