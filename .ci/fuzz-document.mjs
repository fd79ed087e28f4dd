// Makes a contract smaller for the fuzzer, which derives thousands of cases from a few large schemas, and does so wherever they are used.

/** @typedef {Record<string, any>} Json */

/**
 * For each contract, its largest schemas. The body of one operation has each of them whole; in all other bodies a part stands for it, since the
 * same code checks it there.
 * @type {Record<string, readonly { readonly schema: string, readonly wholeIn: string, readonly part: (schemas: Json) => Json }[]>}
 */
const LARGEST = {
  service: [{ schema: 'Condition', wholeIn: 'createSegment', part: () => ({ $ref: '#/components/schemas/VIPCondition' }) }],
  control: [
    { schema: 'Trigger', wholeIn: 'runTrigger', part: () => ({ $ref: '#/components/schemas/AccountDisable' }) },
    {
      schema: 'Settings',
      wholeIn: 'updateSettings',
      part: ({ Settings }) => ({
        type: 'object',
        additionalProperties: false,
        properties: { stats_cache: Settings.properties.stats_cache },
      }),
    },
  ],
}

const SCHEMAS = '#/components/schemas/'

/** The document that the fuzzer gets. @param {string} name of the contract @param {Json} document @returns {Json} */
export function fuzzDocument(name, document) {
  return (LARGEST[name] ?? []).reduce((smaller, { schema, wholeIn, part }) => {
    const { schemas } = smaller.components
    if (!schemas[schema]) throw new Error(`The contract ${name} has no schema ${schema}.`)
    return withPart(smaller, schema, wholeIn, part(schemas))
  }, document)
}

/** Replaces a schema in the bodies of all operations but one. @param {Json} document @param {string} schema @param {string} wholeIn @param {Json} part */
function withPart(document, schema, wholeIn, part) {
  const { schemas } = document.components
  /** Schemas with the part, beside those with the whole. @type {Json} */
  const copies = {}
  const inBodies = (/** @type {Json} */ operation) => {
    if (operation.operationId === wholeIn || !operation.requestBody) return operation
    return { ...operation, requestBody: reduced(operation.requestBody) }
  }
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([key, value]) => [key, value.operationId ? inBodies(value) : value])),
    ]),
  )
  return { ...document, paths, components: { ...document.components, schemas: { ...schemas, ...copies } } }

  /** @param {any} node @returns {any} */
  function reduced(node) {
    if (Array.isArray(node)) return node.map(reduced)
    if (typeof node !== 'object' || node === null) return node
    if (typeof node.$ref !== 'string')
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, reduced(value)]))
    const name = node.$ref.slice(SCHEMAS.length)
    if (name === schema) return part
    if (!leadsTo(name)) return node
    const copy = `${name}With${schema}Part`
    if (!(copy in copies)) {
      copies[copy] = {}
      copies[copy] = reduced(schemas[name])
    }
    return { ...node, $ref: SCHEMAS + copy }
  }

  /** Whether a schema refers to the one that is replaced. @param {string} from @param {Set<string>} [seen] @returns {boolean} */
  function leadsTo(from, seen = new Set()) {
    if (from === schema) return true
    if (seen.has(from)) return false
    seen.add(from)
    const names = [...JSON.stringify(schemas[from]).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
    return names.some((name) => leadsTo(name, seen))
  }
}
