// What of a contract calls can meet, and which assumptions they lean on in doing so: a small part of the contract, one text
// an operation, so that only what is called has to be read.
import { contentOf, operationsOf, resolved } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */
/** @typedef {{ at: string, leans?: number[], values?: (string | number)[], valueLeans?: number[][] }} Member */

/** The assumption about all errors of the service. */
const CATALOGUE = 'errors.catalogue'

/** @param {Contract} contract */
export function outlinesOf(contract) {
  const ids = Object.keys(contract['x-assumptions'])
  const outlines = [...operationsOf(contract)].map((found) => [
    found.operation.operationId,
    JSON.stringify(outline(contract, ids, found)),
  ])
  const refusal = { schema: { $ref: '#/components/schemas/ProblemDocument' }, 'x-assumption': CATALOGUE, deep: true }
  const refusals = ids.includes(CATALOGUE) ? leansOf(contract, refusal).map((id) => ids.indexOf(id)) : []
  return [
    '/** The assumptions of the contract, in the order of the numbers that stand for them below. */',
    `export const assumptions: readonly string[] = ${JSON.stringify(ids)}\n`,
    '/** What each refusal by a word of the error catalogue leans on. */',
    `export const refusals: readonly number[] = ${JSON.stringify(refusals)}\n`,
    '/** The errors that calls of any operation can meet, or calls that lead to none. */',
    `export const common: readonly string[] = ${JSON.stringify(commonErrors(contract))}\n`,
    '/** The outline of each operation, as JSON. */',
    `export const outlines: { readonly [operation: string]: string } = {`,
    ...outlines.map(([id, text]) => `  ${id}: ${JSON.stringify(text)},`),
    `}\n`,
  ].join('\n')
}

/** These come only when a call asks for them by header, and so can never be met. */
const ON_REQUEST = new Set([
  'ComplianceRelated',
  'InternalServerError',
  'InvalidAction',
  'RequestedFieldsInvalid',
  'WrongDatacenter',
])

/** Errors that no operation names as its own. @param {Contract} contract @returns {string[]} */
function commonErrors(contract) {
  const named = new Set([...operationsOf(contract)].flatMap(({ operation }) => operation['x-errors'] ?? []))
  return Object.entries(contract['x-errors'] ?? {})
    .filter(([word, { everywhere }]) => (everywhere || !named.has(word)) && !ON_REQUEST.has(word))
    .map(([word]) => word)
}

/** @param {Contract} contract @param {string[]} ids @param {{ item: Json, operation: Json }} found */
function outline(contract, ids, { item, operation }) {
  const numbers = (/** @type {Iterable<string>} */ names) =>
    [...new Set(names)].map((name) => ids.indexOf(name)).toSorted((a, b) => a - b)
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) => resolved(contract, each))
  const own = parameters.filter((each) => each.in !== 'query').flatMap((each) => leansOf(contract, each))
  const body = contentOf(operation.requestBody)?.schema
  // Under another setting another schema decides about the body.
  const other = operation['x-body-when'] && { $ref: `#/components/schemas/${operation['x-body-when'].schema}` }
  const answers = Object.entries(operation.responses).filter(([, response]) => !response['x-words'])
  return {
    leans: numbers([operation['x-assumption'], ...(operation['x-relies-on'] ?? []), ...own].filter(Boolean)),
    answers: answers.map(([status, response]) => ({
      status: Number(status),
      leans: numbers(leansOf(contract, { ...response, deep: true })),
    })),
    errors: operation['x-errors'] ?? [],
    parameters: parameters.filter((each) => each.in === 'query').map((each) => member(each.name, [each])),
    body: body ? numbers(leansOf(contract, body)) : [],
    ...(other ? { otherwise: numbers(leansOf(contract, other)) } : {}),
    fields: body ? fieldsOf([body, ...(other ? [other] : [])], '') : [],
  }

  /** @param {string} at @param {Json[]} nodes @returns {Member} */
  function member(at, nodes) {
    const values = new Map(nodes.flatMap((each) => valuesOf(contract, each)))
    const leans = numbers(nodes.flatMap((each) => leansOf(contract, each)))
    return {
      at,
      ...(leans.length > 0 ? { leans } : {}),
      ...(values.size > 0 ? { values: [...values.keys()] } : {}),
      ...([...values.values()].some(Boolean) ? { valueLeans: [...values.values()].map((id) => numbers(id ? [id] : [])) } : {}),
    }
  }

  /** The members of a body, the outer ones first. @param {Json[]} schemas @param {string} above @returns {Member[]} */
  function fieldsOf(schemas, above) {
    /** @type {Map<string, Json[]>} */
    const members = new Map()
    for (const schema of schemas.flatMap((each) => partsOf(contract, each))) {
      for (const [name, child] of Object.entries(schema.properties ?? {})) {
        if (/[~/]/.test(name)) throw new Error(`The name ${name} cannot stand in a pointer as it is.`)
        members.set(name, [...(members.get(name) ?? []), child])
      }
    }
    return [...members].flatMap(([name, nodes]) => {
      const at = `${above}/${name}`
      const items = nodes.flatMap((each) => partsOf(contract, each)).flatMap((each) => itemsOf(each))
      return [member(at, nodes), ...fieldsOf(nodes, at), ...fieldsOf(items, `${at}/*`)]
    })
  }
}

/** The schemas of the items of an array. @param {Json} schema @returns {Json[]} */
function itemsOf({ items }) {
  if (!items) return []
  return [items, ...(items['x-item-schema'] ? [{ $ref: `#/components/schemas/${items['x-item-schema']}` }] : [])]
}

/** A schema and all alternatives and parts of it. @param {Contract} contract @param {Json} node @returns {Json[]} */
function partsOf(contract, node) {
  const schema = resolved(contract, node)
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [schema, ...parts.flatMap((/** @type {Json} */ each) => partsOf(contract, each))]
}

/** The values that a parameter or a field can have, each with its assumption. @param {Contract} contract @param {Json} node
 * @returns {[string | number, string | undefined][]} */
function valuesOf(contract, node) {
  return partsOf(contract, node.schema ?? node).flatMap((part) => {
    const { enum: values, 'x-enum-assumptions': ids } = part
    if (values)
      return values.filter((/** @type {any} */ each) => each !== null).map((/** @type {any} */ each) => [each, ids?.[each]])
    return part.items ? valuesOf(contract, part.items) : []
  })
}

/** The assumptions of a node; those of its members as well where it is `deep`, and else without them, since they are leaned
 * on by themselves. @param {Contract} contract @param {Json} root @returns {string[]} */
function leansOf(contract, root) {
  /** @type {Set<string>} */
  const found = new Set()
  const followed = new Set()
  /** @param {any} node */
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    for (const id of [node['x-assumption'], ...(node['x-relies-on'] ?? [])]) if (id) found.add(id)
    if (node['$ref']) {
      if (!followed.has(node['$ref'])) visit(resolved(contract, node))
      followed.add(node['$ref'])
      return
    }
    if (root.deep) for (const id of Object.values(node['x-enum-assumptions'] ?? {})) found.add(String(id))
    for (const [key, child] of Object.entries(node)) {
      if (key === 'example' || key === 'examples' || key.startsWith('x-')) continue
      // The members of a map are no nodes themselves: one of them may be called as a keyword is.
      if (key === 'properties') Object.values(root.deep ? child : {}).forEach(visit)
      else if (key !== 'items' || root.deep || !child.properties) visit(child)
    }
  }
  visit(root)
  return [...found]
}
