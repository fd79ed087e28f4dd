// Makes a contract smaller for the fuzzer, which derives thousands of cases from a few large schemas, and does so wherever they are used.

/** @typedef {Record<string, any>} Json */

/**
 * For each contract, its largest schemas. The body of one operation has each of them, with every third of its alternatives or members; in all other
 * bodies a part stands for it, since the same code checks it there.
 * @type {Record<string, readonly { readonly schema: string, readonly keptIn: string, readonly part: (schemas: Json) => Json }[]>}
 */
const LARGEST = {
  service: [{ schema: 'Condition', keptIn: 'createSegment', part: () => ({ $ref: '#/components/schemas/VIPCondition' }) }],
  control: [
    { schema: 'Trigger', keptIn: 'runTrigger', part: () => ({ $ref: '#/components/schemas/AccountDisable' }) },
    {
      schema: 'Settings',
      keptIn: 'updateSettings',
      part: ({ Settings }) => ({
        type: 'object',
        additionalProperties: false,
        properties: { stats_cache: Settings.properties.stats_cache },
      }),
    },
  ],
}

/** Parameters of nearly every operation of the service that reads: only these operations keep them, since the same code reads them everywhere. */
const SHARED = new Set(
  ['fields', 'exclude_fields', 'count', 'optional_count', 'offset', 'sort_dir'].map((each) => `#/components/parameters/${each}`),
)
const KEEP_SHARED = new Set(['getLists', 'getMembers', 'getBatches', 'getOrders', 'getReports'])

const SCHEMAS = '#/components/schemas/'

/** The document that the fuzzer gets. @param {string} name of the contract @param {Json} document @returns {Json} */
export function fuzzDocument(name, document) {
  const smaller = (LARGEST[name] ?? []).reduce((whole, { schema, keptIn, part }) => {
    const { schemas } = whole.components
    if (!schemas[schema]) throw new Error(`The contract ${name} has no schema ${schema}.`)
    const elsewhere = withPart(whole, schema, part(schemas), (id) => id !== keptIn)
    return withPart(elsewhere, schema, everyThird(schemas[schema]), (id) => id === keptIn)
  }, document)
  const operations = new Set(
    Object.values(document.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)),
  )
  const unknown = name === 'service' ? [...KEEP_SHARED].filter((each) => !operations.has(each)) : []
  if (unknown.length > 0) throw new Error(`The contract has no operation ${unknown.join(', ')}.`)
  return name === 'service'
    ? withOperations(smaller, (operation, method) => withFlatBody(smaller, withoutShared(operation), method))
    : smaller
}

/**
 * Leaves out most operations: every `share`th stays, and those that have what was left out of the others.
 * @param {string} name of the contract @param {Json} document @param {number} share @returns {Json}
 */
export function withEveryNthOperation(name, document, share) {
  const kept = new Set([...KEEP_SHARED, ...(LARGEST[name] ?? []).map(({ keptIn }) => keptIn)])
  let position = 0
  const isKept = (/** @type {Json} */ { operationId }) => position++ % share === 0 || kept.has(operationId)
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).filter(([, value]) => !value.operationId || isKept(value))),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

/** Changes all operations. @param {Json} document @param {(operation: Json, method: string) => Json} change @returns {Json} */
function withOperations(document, change) {
  const changeItem = (/** @type {Json} */ item) =>
    Object.fromEntries(Object.entries(item).map(([key, value]) => [key, value.operationId ? change(value, key) : value]))
  return {
    ...document,
    paths: Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, changeItem(item)])),
  }
}

/** Leaves out the shared parameters of all but a few operations. @param {Json} operation @returns {Json} */
function withoutShared(operation) {
  if (KEEP_SHARED.has(operation.operationId) || !operation.parameters) return operation
  return { ...operation, parameters: operation.parameters.filter((/** @type {Json} */ { $ref }) => !SHARED.has($ref)) }
}

/**
 * Leaves out the optional objects and lists of the body of a change: the body of the `POST` beside it has them, and the same code checks them.
 * @param {Json} document @param {Json} operation @param {string} method @returns {Json}
 */
function withFlatBody(document, operation, method) {
  const resolve = (/** @type {Json} */ schema) =>
    schema.$ref ? document.components.schemas[schema.$ref.slice(SCHEMAS.length)] : schema
  const media = operation.requestBody?.content?.['application/json']
  if ((method !== 'patch' && method !== 'put') || !media) return operation
  const body = resolve(media.schema)
  if (!body.properties) return operation
  const isFlat = (/** @type {[string, Json]} */ [name, schema]) => {
    const { type } = resolve(schema)
    return (body.required ?? []).includes(name) || (typeof type === 'string' && type !== 'object' && type !== 'array')
  }
  const schema = { ...body, properties: Object.fromEntries(Object.entries(body.properties).filter(isFlat)) }
  const content = { 'application/json': { ...media, schema } }
  return { ...operation, requestBody: { ...operation.requestBody, content } }
}

/** Every third alternative of a choice, or every third member of an object. @param {Json} schema @returns {Json} */
function everyThird({ discriminator, ...schema }) {
  const isThird = (/** @type {unknown} */ _, /** @type {number} */ index) => index % 3 === 0
  if (!schema.oneOf) return { ...schema, properties: Object.fromEntries(Object.entries(schema.properties).filter(isThird)) }
  const oneOf = schema.oneOf.filter(isThird)
  const kept = new Set(oneOf.map((/** @type {Json} */ { $ref }) => $ref))
  const mapping = Object.fromEntries(Object.entries(discriminator.mapping ?? {}).filter(([, ref]) => kept.has(ref)))
  return { ...schema, oneOf, discriminator: { ...discriminator, mapping } }
}

/**
 * Replaces a schema in the bodies of some operations.
 * @param {Json} document @param {string} schema @param {Json} part @param {(id: string) => boolean} isReplacedIn
 */
function withPart(document, schema, part, isReplacedIn) {
  const { schemas } = document.components
  /** Schemas with the part, beside those with the whole. @type {Json} */
  const copies = {}
  const share = isReplacedIn('') ? 'Part' : 'Third'
  const inBodies = (/** @type {Json} */ operation) => {
    if (!isReplacedIn(operation.operationId) || !operation.requestBody) return operation
    return { ...operation, requestBody: reduced(operation.requestBody) }
  }
  const { paths } = withOperations(document, inBodies)
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
    const copy = `${name}With${share}Of${schema}`
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
