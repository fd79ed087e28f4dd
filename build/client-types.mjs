// Generates the types of the control API for the client. What compiles with them is accepted, and what is accepted compiles: names are
// unions, and what our own code checks (`x-published`) is in the types.
import { clientNames } from './client-names.mjs'
import { oneTypeEach } from './published-schema.mjs'
import { operationsOf, resolved } from './spec.mjs'
import { printedTypes } from './types.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** @param {{ readonly service: Contract, readonly control: Contract, readonly public: Contract }} contracts */
export async function clientTypesOf({ service, control, public: pages }) {
  const names = clientNames(service, pages)
  const known = Object.fromEntries(Object.entries(names).map(([word, { name }]) => [word, name]))
  const contract = accepted(succeeding(withVariants(control)))
  const text = await printedTypes(contract, {
    transform: (schema) => {
      const word = schema['x-names']
      if (word !== undefined && !known[word])
        throw new Error(`The contract refers to the names ${word}, which are missing from build/client-names.mjs.`)
      return known[word]
    },
  })
  const declared = Object.values(names).map(({ name, says, type }) => `/** ${says} */\nexport type ${name} = ${type}\n`)
  return `${declared.join('\n')}\n${slim(text)}`
}

/** The contract without error responses, which a client throws for any operation. @param {Contract} contract */
function succeeding(contract) {
  const copy = structuredClone(contract)
  for (const { operation } of operationsOf(copy))
    for (const status of Object.keys(operation.responses)) if (!/^[23]/.test(status)) delete operation.responses[status]
  return copy
}

/** The contract with exact schemas: each admits all accepted values, and excludes other values as far as a type can.
 * @param {Contract} contract @returns {Contract} */
function accepted(contract) {
  for (const { operation } of operationsOf(contract)) {
    for (const parameter of operation.parameters ?? []) {
      const { schema, in: place } = /** @type {Json} */ (parameter)
      // A list in a query is text with commas, and so is a single value.
      if (place === 'query' && schema?.type === 'array') Object.assign(parameter, { schema: { anyOf: [schema.items, schema] } })
    }
  }
  return admitting(contract)
}

/** A schema of the accepted values, as far as a type can describe them. @param {any} node @returns {any} */
export function admitting(node) {
  if (Array.isArray(node)) return node.map(admitting)
  if (typeof node !== 'object' || node === null) return node
  const { format = node['x-published']?.format } = node
  if (format === 'iso-8601-duration' && !node['x-names'] && [node.type].flat().includes('string'))
    return admitting({ ...node, 'x-names': 'duration' })
  if (Array.isArray(node.type) && (node['x-names'] || !node.type.includes('null'))) return admitting(oneTypeEach(node))
  const ways = alternativesOf(node)
  if (ways) return { description: node.description, oneOf: ways.map(admitting) }
  const { enum: values } = node['x-published'] ?? {}
  const copy = Object.fromEntries(Object.entries(node).map(([key, each]) => [key, VALUES.has(key) ? each : admitting(each)]))
  return values ? { ...copy, enum: values } : copy
}

/** Keywords that hold values, not schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-published'])

/** An object of which different members are required, as one object for each way. Members that only other ways have are excluded.
 * @param {Json} node @returns {Json[] | undefined} */
function alternativesOf(node) {
  const { properties, 'x-published': published, ...rest } = node
  if (!properties) return undefined
  const { oneOf, anyOf } = published ?? {}
  const single = node.minProperties === 1 && node.maxProperties === 1
  const ways = single ? Object.keys(properties).map((name) => ({ required: [name] })) : (oneOf ?? anyOf)
  if (!ways?.every((/** @type {Json} */ { required }) => required)) return undefined
  const others = anyOf ? [] : ways.flatMap((/** @type {Json} */ { required }) => required)
  return ways.map((/** @type {Json} */ way) => ({
    ...rest,
    minProperties: undefined,
    description: undefined,
    required: [...(node.required ?? []), ...way.required],
    properties: Object.fromEntries(
      Object.entries({ ...properties, ...way.properties }).map(([name, each]) => [
        name,
        others.includes(name) && !way.required.includes(name) ? false : each,
      ]),
    ),
  }))
}

/** The contract with each object in which one member decides the schema of another as one alternative for each value. @param {Contract} contract */
function withVariants(contract) {
  const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => [
    name,
    schema['x-variants'] ? variantsOf(contract, schema) : schema,
  ])
  return { ...contract, components: { ...contract.components, schemas: Object.fromEntries(schemas) } }
}

/** An object in which the value of one member decides the schema of another. `x-variants` has `{ by, member, tag, untagged }`: the schemas of
 * `member` that have a constant `tag` belong to the value of `by` that equals it, and `untagged` has those without one by value.
 * @param {Contract} contract @param {Json} node @returns {Json} */
function variantsOf(contract, { 'x-variants': { by, member, tag, untagged }, ...node }) {
  const { [by]: value, [member]: decided, ...properties } = node.properties
  const schemas = new Map(taggedIn(contract, decided, tag))
  for (const [each, name] of Object.entries(untagged)) schemas.set(each, { $ref: `#/components/schemas/${name}` })
  const variants = value.enum.map((/** @type {string} */ each) => {
    const schema = schemas.get(each)
    if (!schema) throw new Error(`No schema of ${member} is for the ${by} ${each}.`)
    return {
      type: 'object',
      required: [by, member],
      properties: {
        [by]: { const: each, description: value.description },
        [member]: { ...schema, description: decided.description },
      },
    }
  })
  return { ...node, properties, oneOf: variants }
}

/** The alternatives of a schema that have a constant member, with its value. @param {Contract} contract @param {Json} schema
 * @param {string} tag @returns {[string, Json][]} */
function taggedIn(contract, schema, tag) {
  const { properties = {}, anyOf = [], oneOf = anyOf } = resolved(contract, schema)
  const value = properties[tag]?.const
  return value === undefined ? oneOf.flatMap((/** @type {Json} */ each) => taggedIn(contract, each, tag)) : [[value, schema]]
}

/** Removes types that no client needs: operations by path, and empty headers and cookies. @param {string} text */
function slim(text) {
  return `${text
    .replace(/^export interface paths \{\n(?: .*\n)*\}\n/m, '')
    .replaceAll(/^ +readonly (?:header|cookie)\?: never;\n/gm, '')
    .replaceAll(/^(?: {4})+/gm, (indent) => '  '.repeat(indent.length / 4))}\n`
}
