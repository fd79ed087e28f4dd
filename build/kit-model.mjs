// The contract of the control API as the kits for other languages need it: types with their fields, and for each part of a world the calls
// that it offers. build/kit-php.mjs and build/kit-java.mjs write it in their language.

/** @typedef {{ readonly [member: string]: any }} Schema */

/**
 * What a value is: `kind` says how it is written in a language, `of` is the type of items, `name` that of an object.
 *
 * @typedef {{ readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'duration' | 'names' | 'any' } | { readonly kind: 'list' | 'map', readonly of: Type } | { readonly kind: 'object', readonly name: string }} Type
 */

/** A field. The members of one `isBeside` stand beside the others in the JSON. @typedef {{ readonly name: string, readonly type: Type, readonly isRequired: boolean, readonly isNullable: boolean, readonly description: string, readonly values: readonly string[], readonly isBeside?: true }} Field */

/** @typedef {{ readonly name: string, readonly description: string, readonly fields: readonly Field[], readonly constants: Readonly<Record<string, string>>, isInput: boolean }} ObjectType */

/**
 * A call: its method in a kit, the parameters of its path besides the world, those of its query and the type of its body. `unwrap` names
 * the list in an answer that is a collection.
 *
 * @typedef {{ readonly method: string, readonly operation: string, readonly verb: string, readonly path: string, readonly summary: string, readonly pathParameters: readonly string[], readonly query: string | undefined, readonly body: string | undefined, readonly answer: Type | undefined, readonly unwrap: Field | undefined }} Call
 */

/** The parts of a world, and the methods by which kits call the operations of each. */
const PARTS = {
  worlds: {
    list: 'getWorlds',
    create: 'createWorld',
    get: 'getWorld',
    delete: 'deleteWorld',
    reset: 'resetWorld',
    fork: 'forkWorld',
  },
  clock: { get: 'getClock', update: 'updateClock', advance: 'advanceClock' },
  jobs: { list: 'getJobs', get: 'getJob' },
  settings: { get: 'getSettings', update: 'updateSettings' },
  snapshots: { list: 'getSnapshots', take: 'takeSnapshot', restore: 'restoreSnapshot', delete: 'deleteSnapshot' },
  state: { tables: 'getState', table: 'getTable', row: 'getRow' },
  faults: { list: 'getFaults', add: 'createFault', get: 'getFault', remove: 'deleteFault', clear: 'deleteFaults' },
  deliveryFaults: {
    list: 'getDeliveryFaults',
    add: 'createDeliveryFault',
    get: 'getDeliveryFault',
    remove: 'deleteDeliveryFault',
    clear: 'deleteDeliveryFaults',
  },
  outages: { list: 'getOutages', start: 'startOutage', end: 'endOutage' },
  requests: { list: 'getRequests', get: 'getRequest', clear: 'deleteRequests', check: 'verifyRequests' },
  deliveries: { list: 'getDeliveries', get: 'getDelivery', clear: 'deleteDeliveries', resend: 'resendDelivery' },
  emails: { list: 'getEmails', get: 'getEmail' },
  history: { why: 'getWhy', changes: 'getChanges', diff: 'getDiff' },
}

/**
 * The types, parts and triggers of the control API.
 *
 * @param {Schema} document the published contract
 */
export function kitModel(document) {
  const schemas = document['components'].schemas
  const operations = operationsIn(document)
  const loose = looseTypes(schemas)
  /** @type {Map<string, ObjectType>} */
  const types = new Map()

  const model = {
    parts: Object.entries(PARTS).map(([name, methods]) => ({
      name,
      calls: Object.entries(methods).map(([method, operation]) => callOf(method, operation)),
    })),
    triggers: /** @type {{ method: string, trigger: string, type: string }[]} */ (
      schemas.Trigger.oneOf.map((/** @type {Schema} */ { $ref }) => {
        const type = objectOf(nameIn($ref), schemas[nameIn($ref)])
        const { trigger = '' } = types.get(type)?.constants ?? {}
        return { method: camelCase(trigger.replaceAll('.', '_')), trigger, type }
      })
    ),
    triggered: typeOf({ $ref: '#/components/schemas/Triggered' }, '').type,
    listEvents: listEventsIn(schemas),
    types,
  }
  for (const { calls } of model.parts) for (const { query, body } of calls) for (const each of [query, body]) markInput(each)
  for (const { type } of model.triggers) markInput(type)
  return model

  /** @param {string} method @param {string} operation @returns {Call} */
  function callOf(method, operation) {
    const found = operations.get(operation)
    if (!found) throw new Error(`The kits call ${operation}, which the contract of the control API does not have.`)
    const { verb, path, definition } = found
    const ofQuery = (definition['parameters'] ?? []).filter((/** @type {Schema} */ each) => each['in'] === 'query')
    const answer = answerOf(definition)
    const type = answer && typeOf(answer, `${pascalCase(operation)}Answer`).type
    const collection = type?.kind === 'object' && type.name.endsWith('Collection') ? types.get(type.name) : undefined
    return {
      method,
      operation,
      verb: verb.toUpperCase(),
      path,
      summary: definition['summary'],
      pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'world'),
      query: ofQuery.length === 0 ? undefined : queryOf(`${pascalCase(operation)}Query`, ofQuery),
      body: bodyOf(definition),
      answer: type,
      unwrap: collection?.fields.find((field) => field.type.kind === 'list'),
    }
  }

  /** @param {Schema} definition @returns {string | undefined} */
  function bodyOf({ requestBody }) {
    const $ref = requestBody?.content['application/json']?.schema.$ref
    return $ref && objectOf(nameIn($ref), schemas[nameIn($ref)])
  }

  /** @param {string} name @param {readonly Schema[]} parameters */
  function queryOf(name, parameters) {
    const properties = Object.fromEntries(
      parameters.map(({ name: each, schema, description }) => [each, { description, ...schema }]),
    )
    const required = parameters.filter((each) => each['required']).map((each) => each['name'])
    return objectOf(name, { description: 'The parameters of a query.', properties, required })
  }

  /** Adds an object type, and the types of its fields. @param {string} name @param {Schema} schema @returns {string} its name */
  function objectOf(name, schema) {
    if (types.has(name)) return name
    /** @type {Field[]} */
    const fields = []
    /** @type {Record<string, string>} */
    const constants = {}
    types.set(name, { name, description: sentence(schema['description'] ?? name), fields, constants, isInput: false })
    const [beside] = Object.entries(/** @type {Record<string, string>} */ (schema['x-beside'] ?? {}))
    const shared = beside && schemas[beside[1]].properties
    for (const [each, property] of Object.entries(schema['properties'])) {
      if (shared && each in shared) continue
      // Settings can be named with dots as well, which only repeats those that are nested.
      if (each.includes('.')) continue
      const { type, isNullable, values, constant } = typeOf(property, name + pascalCase(each))
      if (constant !== undefined) constants[each] = constant
      else {
        const isRequired = !loose.has(name) && (schema['required']?.includes(each) ?? false)
        fields.push({ name: each, type, isRequired, isNullable, description: descriptionOf(property), values })
      }
    }
    if (beside) fields.push(besideOf(...beside))
    return name
  }

  /** A field for members of another type, all of which may be left out. @param {string} name @param {string} of @returns {Field} */
  function besideOf(name, of) {
    const type = /** @type {Type} */ ({ kind: 'object', name: objectOf(of, schemas[of]) })
    return {
      name,
      type,
      isRequired: false,
      isNullable: false,
      description: descriptionOf(schemas[of]),
      values: [],
      isBeside: true,
    }
  }

  /** @param {Schema} property @returns {string} */
  function descriptionOf({ description, $ref }) {
    return sentence(description ?? ($ref ? schemas[nameIn($ref)].description : '') ?? '')
  }

  /** @param {Schema} schema @param {string} hint the name of the type if it has none @returns {{ type: Type, isNullable: boolean, values: readonly string[], constant?: string }} */
  function typeOf(schema, hint) {
    if (schema['$ref']) {
      const name = nameIn(schema['$ref'])
      // A bundle is only kept and given back.
      return name === 'Bundle' ? plain({ kind: 'any' }) : typeOf(schemas[name], name)
    }
    if (schema['const'] !== undefined) return { ...plain({ kind: 'string' }), constant: schema['const'] }
    const members = schema['properties'] ? undefined : (schema['anyOf'] ?? schema['oneOf'])
    if (members) return unionOf(members, hint)
    const [word = 'any', ...others] = [schema['type'] ?? 'any'].flat().filter((each) => each !== 'null')
    const isNullable = [schema['type']].flat().includes('null')
    if (others.length > 0) {
      const type = /** @type {Type} */ ({ kind: schema['format'] === 'iso-8601-duration' ? 'duration' : 'any' })
      return { type, isNullable, values: [] }
    }
    const values = (schema['enum'] ?? []).filter((/** @type {unknown} */ value) => typeof value === 'string')
    return { type: plainType(word, schema, hint), isNullable, values }
  }

  /** @param {string} word @param {Schema} schema @param {string} hint @returns {Type} */
  function plainType(word, schema, hint) {
    if (word === 'array') return { kind: 'list', of: typeOf(schema['items'] ?? {}, `${hint}Item`).type }
    if (word === 'object') {
      if (schema['properties'] && schema['additionalProperties'] !== true) return { kind: 'object', name: objectOf(hint, schema) }
      const { additionalProperties } = schema
      return {
        kind: 'map',
        of: typeof additionalProperties === 'object' ? typeOf(additionalProperties, `${hint}Value`).type : { kind: 'any' },
      }
    }
    return { kind: /** @type {'string'} */ (['string', 'integer', 'number', 'boolean'].includes(word) ? word : 'any') }
  }

  /** @param {readonly Schema[]} members @param {string} hint */
  function unionOf(members, hint) {
    const isNullable = members.some(({ type }) => type === 'null')
    const others = members.filter(({ type }) => type !== 'null')
    const [first, second] = others
    if (first && !second) return { ...typeOf(first, hint), isNullable }
    /** @type {Type} */
    const type =
      others.some(({ format }) => format === 'iso-8601-duration') && others.length === 2
        ? { kind: 'duration' }
        : isText(first) && second?.['type'] === 'array' && others.length === 2
          ? { kind: 'names' }
          : { kind: 'any' }
    return { type, isNullable, values: [] }
  }

  /** @param {Schema | undefined} schema @returns {boolean} */
  function isText(schema) {
    return schema?.['type'] === 'string' || (schema?.['$ref'] !== undefined && isText(schemas[nameIn(schema['$ref'])]))
  }

  /** Marks a type that is sent, and the types in it. @param {string | undefined} name */
  function markInput(name) {
    const type = name === undefined ? undefined : types.get(name)
    if (!type || type.isInput) return
    type.isInput = true
    for (const field of type.fields) for (const each of namesIn(field.type)) markInput(each)
  }
}

/** The events that the webhook of a list can be registered for. @param {Readonly<Record<string, Schema>>} schemas @returns {readonly string[]} */
export function listEventsIn({ WebhookPayload, ...schemas }) {
  const events = WebhookPayload?.['oneOf'].map(
    (/** @type {Schema} */ { $ref }) => schemas[nameIn($ref)]?.['properties'].type.const,
  )
  return events.filter((/** @type {string} */ event) => event !== 'batch_operation_completed')
}

/** The objects in a type. @param {Type} type @returns {readonly string[]} */
export function namesIn(type) {
  if (type.kind === 'object') return [type.name]
  return type.kind === 'list' || type.kind === 'map' ? namesIn(type.of) : []
}

/** @param {Type} type */
function plain(type) {
  return { type, isNullable: false, values: [] }
}

/**
 * The types of which every field may be left out: those whose members also stand beside others, and the items of their lists that are changes there.
 * @param {Readonly<Record<string, Schema>>} schemas @returns {ReadonlySet<string>}
 */
function looseTypes(schemas) {
  const besides = Object.values(schemas).flatMap(({ 'x-beside': beside = {}, properties }) =>
    Object.values(beside).map((of) => ({ of, properties })),
  )
  return new Set(
    besides.flatMap(({ of, properties }) => [
      of,
      ...Object.entries(/** @type {Record<string, Schema>} */ (schemas[of]?.['properties'])).flatMap(([name, { $ref }]) =>
        $ref && $ref !== properties[name]?.$ref && schemas[nameIn($ref)]?.['type'] === 'array' ? [`${nameIn($ref)}Item`] : [],
      ),
    ]),
  )
}

/** @param {Schema} document */
function operationsIn(document) {
  /** @type {Map<string, { verb: string, path: string, definition: Schema }>} */
  const found = new Map()
  for (const [path, methods] of Object.entries(document['paths']))
    for (const [verb, definition] of Object.entries(methods))
      if (definition.operationId) found.set(definition.operationId, { verb, path, definition })
  return found
}

/** The schema of the JSON of a successful answer. @param {Schema} definition @returns {Schema | undefined} */
function answerOf({ responses }) {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return success?.content?.['application/json']?.schema
}

/** @param {string} $ref */
function nameIn($ref) {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

/** @param {string} text */
function sentence(text) {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** @param {string} name snake_case */
export function camelCase(name) {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())
}

/** @param {string} name snake_case or camelCase */
export function pascalCase(name) {
  const text = camelCase(name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
