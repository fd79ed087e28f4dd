// Generates the index of the operations of a contract: the parts that calls can cover, and the assumptions behind each part. Entries are
// small and one text per operation, so that only the entries of called operations have to be parsed.
import { contentOf, operationsOf, resolved } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */
/** @typedef {{ at: string, leans?: number[], values?: (string | number)[], valueLeans?: number[][] }} Member */

/** The assumption about all errors of the service. */
const CATALOGUE = 'errors.catalogue'

/** @param {Contract} contract */
export function operationIndexOf(contract) {
  const ids = Object.keys(contract['x-assumptions'])
  const entries = [...operationsOf(contract)].map((found) => [
    found.operation.operationId,
    JSON.stringify(entryOf(contract, ids, found)),
  ])
  const refusal = { schema: { $ref: '#/components/schemas/ProblemDocument' }, 'x-assumption': CATALOGUE, deep: true }
  const refusals = ids.includes(CATALOGUE) ? assumptionsIn(contract, refusal).map((id) => ids.indexOf(id)) : []
  return [
    '/** The ids of the assumptions. Entries refer to them by index. */',
    `export const assumptions: readonly string[] = ${JSON.stringify(ids)}\n`,
    '/** The assumptions that every error of the catalogue relies on. */',
    `export const refusals: readonly number[] = ${JSON.stringify(refusals)}\n`,
    '/** The errors that a call of any operation can get, or a call that leads to no operation. */',
    `export const common: readonly string[] = ${JSON.stringify(commonErrors(contract))}\n`,
    '/** The entry of each operation, as JSON. */',
    `export const entries: { readonly [operation: string]: string } = {`,
    ...entries.map(([id, text]) => `  ${id}: ${JSON.stringify(text)},`),
    `}\n`,
  ].join('\n')
}

/** Errors that are answered only on request by header, and so are never covered. */
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
function entryOf(contract, ids, { item, operation }) {
  const numbers = (/** @type {Iterable<string>} */ names) =>
    [...new Set(names)].map((name) => ids.indexOf(name)).toSorted((a, b) => a - b)
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) => resolved(contract, each))
  const own = parameters.filter((each) => each.in !== 'query').flatMap((each) => assumptionsIn(contract, each))
  const body = contentOf(operation.requestBody)?.schema
  // With another setting, another schema applies to the body.
  const other = operation['x-body-when'] && { $ref: `#/components/schemas/${operation['x-body-when'].schema}` }
  const answers = Object.entries(operation.responses).filter(([, response]) => !response['x-words'])
  return {
    assumptions: numbers([operation['x-assumption'], ...(operation['x-relies-on'] ?? []), ...own].filter(Boolean)),
    answers: answers.map(([status, response]) => ({
      status: Number(status),
      assumptions: numbers(assumptionsIn(contract, { ...response, deep: true })),
    })),
    errors: operation['x-errors'] ?? [],
    parameters: parameters.filter((each) => each.in === 'query').map((each) => member(each.name, [each])),
    body: body ? numbers(assumptionsIn(contract, body)) : [],
    ...(other ? { otherwise: numbers(assumptionsIn(contract, other)) } : {}),
    fields: body ? fieldsOf([body, ...(other ? [other] : [])], '') : [],
  }

  /** @param {string} at @param {Json[]} nodes @returns {Member} */
  function member(at, nodes) {
    const values = new Map(nodes.flatMap((each) => valuesOf(contract, each)))
    const assumptions = numbers(nodes.flatMap((each) => assumptionsIn(contract, each)))
    return {
      at,
      ...(assumptions.length > 0 ? { assumptions } : {}),
      ...(values.size > 0 ? { values: [...values.keys()] } : {}),
      ...([...values.values()].some(Boolean)
        ? { valueAssumptions: [...values.values()].map((id) => numbers(id ? [id] : [])) }
        : {}),
    }
  }

  /** The members of a body, outer ones first. @param {Json[]} schemas @param {string} above @returns {Member[]} */
  function fieldsOf(schemas, above) {
    /** @type {Map<string, Json[]>} */
    const members = new Map()
    for (const schema of schemas.flatMap((each) => partsOf(contract, each))) {
      for (const [name, child] of Object.entries(schema.properties ?? {})) {
        if (/[~/]/.test(name)) throw new Error(`The name ${name} would have to be escaped in a JSON pointer.`)
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

/** A schema and all schemas combined in it. @param {Contract} contract @param {Json} node @returns {Json[]} */
function partsOf(contract, node) {
  const schema = resolved(contract, node)
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [schema, ...parts.flatMap((/** @type {Json} */ each) => partsOf(contract, each))]
}

/** The listed values of a parameter or field, each with its assumption. @param {Contract} contract @param {Json} node
 * @returns {[string | number, string | undefined][]} */
function valuesOf(contract, node) {
  return partsOf(contract, node.schema ?? node).flatMap((part) => {
    const { enum: values, 'x-enum-assumptions': ids } = part
    if (values)
      return values.filter((/** @type {any} */ each) => each !== null).map((/** @type {any} */ each) => [each, ids?.[each]])
    return part.items ? valuesOf(contract, part.items) : []
  })
}

/** The assumptions of a node. Those of its members are included only if it is `deep`, since members have entries of their
 * own. @param {Contract} contract @param {Json} root @returns {string[]} */
function assumptionsIn(contract, root) {
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
      // The keys of this map are names, not keywords.
      if (key === 'properties') Object.values(root.deep ? child : {}).forEach(visit)
      else if (key !== 'items' || root.deep || !child.properties) visit(child)
    }
  }
  visit(root)
  return [...found]
}
