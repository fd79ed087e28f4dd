// Reads the contracts in spec/ and makes one document of each: references bundled, errors expanded, examples completed, provenance on
// every node.
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundleFromString, createConfig } from '@redocly/openapi-core'
import { parse, stringify } from 'yaml'
import { admitDots, nameOperations, settingsSchemaOf } from './settings.mjs'

const SPEC = resolve(import.meta.dirname, '../spec')

/** @typedef {import('openapi-types').OpenAPIV3_1.OperationObject} OperationObject */
/** @typedef {import('openapi-types').OpenAPIV3_1.PathItemObject} PathItemObject */
/** A part of a contract, with its keywords and extensions by their names. @typedef {Record<string, any>} Json */
/** An operation, with its extensions. @typedef {Omit<OperationObject, 'operationId' | 'tags' | 'responses'> & { operationId: string, tags: string[],
 * responses: Record<string, Json>, [extension: `x-${string}`]: any }} Operation */
/** A contract as it is gathered here, with its extensions. @typedef {Omit<import('../src/kernel/contract/openapi.ts').Contract, 'components' | 'x-assumptions'> & {
 * components: import('openapi-types').OpenAPIV3_1.ComponentsObject & { schemas: Record<string, Json> }, [extension: `x-${string}`]: any }} Contract */

/** @param {string} file */
const readYaml = (file) => parse(readFileSync(resolve(SPEC, file), 'utf8'), { merge: true })

/** Merges the maps in all files of a folder of spec/. @param {string} folder @returns {Json} */
function readAll(folder) {
  return Object.assign(
    {},
    ...readdirSync(resolve(SPEC, folder))
      .toSorted()
      .map((file) => readYaml(`${folder}/${file}`)),
  )
}

/** The service's contract. @returns {Promise<Contract>} */
export async function serviceContract() {
  const root = readYaml('openapi.yaml')
  for (const file of readdirSync(resolve(SPEC, 'paths')).toSorted()) {
    for (const path of Object.keys(readYaml(`paths/${file}`))) {
      root.paths[path] = { $ref: `paths/${file}#/${path.replaceAll('~', '~0').replaceAll('/', '~1')}` }
    }
  }
  root.components.schemas = { ProblemDocument: { $ref: 'schemas/common.yaml#/ProblemDocument' } }
  for (const file of readdirSync(resolve(SPEC, 'schemas')).toSorted()) {
    for (const [name, schema] of Object.entries(readYaml(`schemas/${file}`))) {
      if (schema['x-validator']) root.components.schemas[name] = { $ref: `schemas/${file}#/${name}` }
    }
  }
  const document = await gather(root, 'openapi.yaml')
  document['x-errors'] = readYaml('errors.yaml')
  completeExamples(document)
  expandErrors(document)
  for (const { method, operation } of operationsOf(document)) {
    if (method === 'GET') operation.security = [...(document.security ?? []), { apikey: [] }]
    operation.parameters?.forEach(publishAsRead)
  }
  Object.values(document.components.parameters ?? {}).forEach(publishAsRead)
  return withProvenance(document)
}

/** Publishes what the service reads in a query: a value above the maximum as the maximum. @param {Json} parameter */
function publishAsRead(parameter) {
  const { in: place, schema } = parameter
  if (place !== 'query') return
  if (schema['x-above-maximum']) schema['x-published'] = { maximum: undefined }
  if (schema.type !== 'boolean') return
  parameter.description += '. `true` and `1` in any case mean true, everything else means false'
}

/** maildouble's own problems, by part and status. @returns {Json} */
export const ownErrors = () => readYaml('own-errors.yaml')

/** The answers of the edge, by their names. @returns {Json} */
export const edgeAnswers = () => readYaml('edge-answers.yaml')

/** The tags whose operations list everything that is wrong with a body. @param {Contract} contract @returns {ReadonlySet<string>} */
export function tagsWithAllErrors(contract) {
  const tags = /** @type {Json[]} */ (contract.tags ?? [])
  return new Set(tags.filter((tag) => tag['x-reports-all-errors']).map(({ name }) => name))
}

/** The tables of a world in words, by group. @returns {Record<string, Record<string, string>>} */
export const tableWords = () => readYaml('tables.yaml')

/** The control API's contract. @returns {Promise<Contract>} */
export async function controlContract() {
  const document = inlineMembers(await gatherAreas('control'))
  admitDots(settingsSchemaOf(document))
  nameOperations(settingsSchemaOf(document))
  closeRequests(document)
  return document
}

/** Our own API refuses unknown members everywhere, so also those of the service's schemas in its requests. @param {Contract} document */
function closeRequests(document) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {any} node */
  const close = (node) => {
    if (Array.isArray(node)) return node.forEach(close)
    if (typeof node !== 'object' || node === null) return
    if (node.type === 'object' && node.properties) node.additionalProperties ??= false
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref') close(value)
      else if (!seen.has(value)) close(resolved(document, (seen.add(value), node)))
    }
  }
  for (const { operation } of operationsOf(document)) close(contentOf(operation.requestBody)?.schema)
}

/**
 * Replaces references to members of schemas, such as `CreateOrder/properties/lines`, by the schema of the member: the bundle has named it like the member,
 * and generators of clients would make a type of that name. @param {Contract} document @returns {Contract}
 */
function inlineMembers(document) {
  const { schemas } = document.components
  const isMember = (/** @type {string} */ name) => !/^[A-Z]/.test(name)
  /** @param {any} node @returns {any} */
  const inlined = (node) => {
    if (Array.isArray(node)) return node.map(inlined)
    if (typeof node !== 'object' || node === null) return node
    const name = typeof node.$ref === 'string' ? node.$ref.replace('#/components/schemas/', '') : ''
    if (Object.hasOwn(schemas, name) && isMember(name)) {
      const { $ref: _, ...beside } = node
      return inlined({ ...schemas[name], ...beside })
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inlined(value)]))
  }
  const copy = inlined(document)
  for (const name of Object.keys(copy.components.schemas)) if (isMember(name)) delete copy.components.schemas[name]
  return copy
}

/** The contract of the sign-in, signed files and pages, which need no API key. @returns {Promise<Contract>} */
export async function publicContract() {
  const document = await gatherAreas('public')
  // If a whole area is assumed, its tag says so.
  for (const { operation } of operationsOf(document)) {
    const tag = /** @type {Json[]} */ (document.tags).find(({ name }) => name === operation.tags[0])
    if (tag?.['x-assumption']) operation['x-assumption'] ??= tag['x-assumption']
  }
  return withProvenance(document)
}

/** A contract with a root and one file per area, which has `paths` and the `schemas` they refer to. @param {string} name */
async function gatherAreas(name) {
  const root = readYaml(`${name}.yaml`)
  root.paths ??= {}
  for (const file of readdirSync(resolve(SPEC, name)).toSorted()) {
    for (const path of Object.keys(readYaml(`${name}/${file}`).paths)) {
      root.paths[path] = { $ref: `${name}/${file}#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}` }
    }
  }
  const document = await gather(root, `${name}.yaml`)
  document.components.schemas ??= {}
  return document
}

/** @param {Json} root @param {string} file @returns {Promise<Contract>} */
async function gather(root, file) {
  const { bundle, problems } = await bundleFromString({
    source: stringify(root),
    absoluteRef: resolve(SPEC, file),
    config: await createConfig({}),
  })
  const errors = problems.filter((problem) => problem.severity === 'error')
  if (errors.length > 0) {
    throw new Error(errors.map((problem) => `${problem.location[0]?.source.absoluteRef}: ${problem.message}`).join('\n'))
  }
  // A node with an alias in YAML would be one object in two places.
  return /** @type {Contract} */ (JSON.parse(JSON.stringify(bundle.parsed)))
}

/** Adds provenance and the assumptions that the document names. @param {Contract} document @returns {Contract} */
function withProvenance(document) {
  const text = JSON.stringify(document)
  const named = Object.entries(readAll('assumptions')).filter(([id]) => text.includes(JSON.stringify(id)))
  document['x-assumptions'] = Object.fromEntries(named)
  markProvenance(document)
  checkReliance(document)
  return document
}

/** The methods of a path item. @type {readonly ('get' | 'post' | 'put' | 'patch' | 'delete')[]} */
const METHODS_OF_ITEM = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation of a document. @param {Contract} document */
export function* operationsOf(document) {
  for (const [path, item = {}] of Object.entries(document.paths)) {
    for (const method of METHODS_OF_ITEM) {
      const operation = item[method]
      if (operation) yield { path, method: method.toUpperCase(), item, operation: /** @type {Operation} */ (operation) }
    }
  }
}

/** The content of a body, which has exactly one content type. @param {Json | undefined} body @returns {Json | undefined} */
export function contentOf(body) {
  return /** @type {Json | undefined} */ (Object.values(body?.content ?? {})[0])
}

/** Adds to the examples of bodies and answers what they lack: required members whose properties have an example. @param {Contract} document */
export function completeExamples(document) {
  for (const { operation } of operationsOf(document)) {
    for (const body of [operation.requestBody, ...Object.values(operation.responses)]) {
      const content = body && contentOf(body)
      if (content?.schema && content.example !== undefined) content.example = completed(document, content.schema, content.example)
    }
  }
}

/** @param {Contract} document @param {Json} node @param {any} example @returns {any} */
function completed(document, node, example) {
  const { items, properties, required = [] } = resolved(document, node)
  if (Array.isArray(example)) return items ? example.map((each) => completed(document, items, each)) : example
  if (typeof example !== 'object' || example === null || !properties) return example
  const given = Object.entries(example).map(([name, value]) => {
    return [name, properties[name] ? completed(document, properties[name], value) : value]
  })
  const missing = required.filter((/** @type {string} */ name) => !(name in example) && properties[name]?.example !== undefined)
  if (missing.length === 0) return Object.fromEntries(given)
  // In the order in which answers have them.
  const all = {
    ...Object.fromEntries(given),
    ...Object.fromEntries(missing.map((/** @type {string} */ name) => [name, properties[name].example])),
  }
  return { ...Object.fromEntries(Object.keys(properties).flatMap((name) => (name in all ? [[name, all[name]]] : []))), ...all }
}

/** Adds responses for the errors of each operation and for the common errors. @param {Contract} document */
function expandErrors(document) {
  const catalogue = document['x-errors']
  for (const error of Object.values(catalogue)) {
    error['x-provenance'] = 'assumed'
    error['x-confidence'] = error.confidence
    delete error.confidence
  }
  for (const { operation } of operationsOf(document)) {
    const own = new Set(operation['x-errors'])
    for (const word of own) {
      if (!catalogue[word])
        throw new Error(`${operation.operationId} names the error ${word}, which is missing from spec/errors.yaml.`)
    }
    // In the order of the catalogue, so that operations with the same errors have the same responses.
    const words = Object.keys(catalogue).filter((word) => own.has(word) || catalogue[word].everywhere)
    for (const status of new Set(words.map((word) => catalogue[word].status))) {
      const group = words.filter((word) => catalogue[word].status === status)
      operation.responses[status] = {
        description: group.map((word) => `**${catalogue[word].title}**: ${catalogue[word].when}`).join('\n\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDocument' } } },
        'x-words': group,
        'x-assumption': 'errors.catalogue',
      }
    }
  }
}

const HOLDERS = new Set(['properties', 'responses', 'parameters', 'schemas', 'paths', 'x-errors'])

/** Adds `x-provenance` to every operation, parameter, schema, property and response. @param {Contract} document */
function markProvenance(document) {
  const assumptions = document['x-assumptions']
  /** @param {Json} node @param {string | undefined} inherited @param {boolean} marks whether this node is one that carries provenance */
  const visit = (node, inherited, marks) => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, inherited, marks))
    if (typeof node !== 'object' || node === null) return
    const id = node['x-assumption'] ?? inherited
    if (id && !assumptions[id]) throw new Error(`The assumption ${id} is used but missing from spec/assumptions.`)
    if (marks && !node.$ref) mark(node, id, assumptions)
    for (const [key, child] of Object.entries(node)) {
      if (key === 'example' || key === 'examples' || key.startsWith('x-')) continue
      if (HOLDERS.has(key) && !Array.isArray(child)) for (const each of Object.values(child)) visit(each, id, true)
      else visit(child, id, key === 'parameters' || METHODS.has(key))
    }
  }
  visit(
    { paths: document.paths, schemas: document.components.schemas, parameters: document.components.parameters ?? {} },
    undefined,
    false,
  )
}

/** Checks `x-relies-on`, which names assumptions about behaviour that has no node of its own. @param {Contract} document */
function checkReliance(document) {
  for (const { operation } of operationsOf(document)) {
    for (const id of operation['x-relies-on'] ?? []) {
      if (document['x-assumptions'][id]) continue
      throw new Error(`${operation.operationId} relies on ${id}, which is missing from spec/assumptions.`)
    }
  }
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** @param {Json} node @param {string | undefined} id @param {Json} assumptions */
function mark(node, id, assumptions) {
  node['x-provenance'] = id ? 'assumed' : 'documented'
  if (!id) return
  node['x-assumption'] = id
  node['x-confidence'] = assumptions[id].confidence
}

/** The node that a `$ref` leads to, or the node itself if it has none. @param {Contract} contract @param {Json} node @returns {Json} */
export function resolved(contract, node) {
  if (typeof node['$ref'] !== 'string') return node
  return node['$ref']
    .slice(2)
    .split('/')
    .reduce((/** @type {Json} */ at, key) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], contract)
}
