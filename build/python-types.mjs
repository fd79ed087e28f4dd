// Generates the types of the control API for Python: a TypedDict for each object, an alias for everything else.
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */
/** @typedef {Record<string, { name: string, says: string, type: string }>} Names */

/** Words that Python does not take as the name of a member of a class or of a parameter. */
const KEYWORDS = new Set([
  'from',
  'import',
  'class',
  'def',
  'global',
  'in',
  'is',
  'not',
  'or',
  'and',
  'pass',
  'with',
  'if',
  'else',
  'for',
])

const HEAD = `"""The objects of the control API, from its contract."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import NotRequired, TypeAlias, TypedDict
`

/** Whether a word can be a parameter or a member. @param {string} word */
export function isName(word) {
  return /^[a-z_]\w*$/i.test(word) && !KEYWORDS.has(word)
}

/** A name of an operation or a trigger in the way of Python. @param {string} name */
export function snakeCase(name) {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('.', '_')
}

/** A name of a type. @param {string} name */
export function pascalCase(name) {
  return name.replaceAll(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, (_, letter) => letter.toUpperCase()).replaceAll(/[^a-z0-9]/gi, '')
}

/** The module with all types. `names` are the types of names in \`x-names\`, as TypeScript.
 * @param {Contract} contract @param {Names} names */
export function pythonTypesOf(contract, names) {
  const types = new PythonTypes(names, contract.components.schemas)
  types.declareNames()
  for (const [name, schema] of Object.entries(contract.components.schemas)) types.declare(name, schema)
  for (const { name, trigger, schema } of triggersIn(contract)) {
    const { trigger: _, ...properties } = schema['properties']
    const required = schema['required'].filter((/** @type {string} */ each) => each !== 'trigger')
    types.declare(`${name}Parameters`, { type: 'object', properties, required, description: `The parameters of ${trigger}.` })
  }
  for (const { operation } of operationsOf(contract)) {
    const query = queryOf(operation)
    if (query.length > 0) types.declare(`${pascalCase(operation.operationId)}Query`, querySchema(operation.operationId, query))
  }
  return `${HEAD}\n${types.text}`
}

/**
 * The schemas of triggers, each with its name and the name of the trigger.
 *
 * @param {Contract} contract @returns {{ readonly name: string, readonly trigger: string, readonly schema: Json }[]}
 */
export function triggersIn({ components }) {
  /** @type {Record<string, Json>} */
  const schemas = components.schemas
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const trigger = schema['properties']?.trigger?.const
    return trigger === undefined ? [] : [{ name, trigger, schema }]
  })
}

/** The query parameters of an operation. @param {import('./spec.mjs').Operation} operation @returns {Json[]} */
export function queryOf({ parameters = [] }) {
  return parameters.filter((parameter) => 'in' in parameter && parameter.in === 'query')
}

/** @param {string} operation @param {Json[]} query @returns {Json} */
function querySchema(operation, query) {
  const properties = Object.fromEntries(
    query.map(({ name, description, schema }) => [
      name,
      // A list in a query is text with commas, and so is a single value.
      { ...(schema.type === 'array' ? { anyOf: [schema.items, schema] } : schema), description },
    ]),
  )
  return { type: 'object', properties, description: `The query of ${operation}.` }
}

class PythonTypes {
  /** @type {string[]} */
  #declared = []
  /** The names of objects inside of other ones. A setting of a group has two names, and one type. @type {Set<string>} */
  #nested = new Set()
  /** @type {Names} */
  #names
  /** @type {Contract['components']['schemas']} */
  #schemas

  /** @param {Names} names @param {Contract['components']['schemas']} schemas */
  constructor(names, schemas) {
    this.#names = names
    this.#schemas = schemas
  }

  get text() {
    return this.#declared.join('\n\n')
  }

  /** Declares the names that schemas refer to. */
  declareNames() {
    for (const { name, says, type } of Object.values(this.#names)) {
      const literals = literalsIn(type)
      if (literals) this.#declareAlias(name, literals, says)
    }
  }

  /** Declares a type. @param {string} name @param {Json} schema */
  declare(name, schema) {
    const isObject = schema.type === 'object' && schema.properties && !schema.oneOf
    if (isObject) this.#declareObject(name, schema)
    else this.#declareAlias(name, this.#typeOf(schema, `${name}Object`), schema.description)
  }

  /** An alias is quoted, since it may name types that are declared later. @param {string} name @param {string} type @param {string} description */
  #declareAlias(name, type, description) {
    const written = /^Literal\[[^\]]*\]$/.test(type) ? type : JSON.stringify(type)
    this.#declared.push(`${name}: TypeAlias = ${written}\n${documented({ description }, '')}`)
  }

  /** @param {string} name @param {Json} schema */
  #declareObject(name, { properties, required = [], description }) {
    const members = Object.entries(properties).map(([key, schema]) => ({
      key,
      schema,
      type: this.#typeOf(schema, name + pascalCase(key)),
      isRequired: required.includes(key),
    }))
    if (members.every(({ key }) => isName(key))) {
      const lines = members.map(
        ({ key, schema, type, isRequired }) =>
          `    ${key}: ${isRequired ? type : `NotRequired[${type}]`}\n${documented(schema, '    ')}`,
      )
      this.#declared.push(
        `class ${name}(TypedDict):\n${documented({ description: description ?? `${name}.` }, '    ')}\n${lines.join('')}`,
      )
      return
    }
    const lines = members.map(({ key, type, isRequired }) => {
      const quoted = JSON.stringify(type)
      return `    ${JSON.stringify(key)}: ${isRequired ? quoted : `NotRequired[${quoted}]`},\n`
    })
    this.#declared.push(`${name} = TypedDict(${JSON.stringify(name)}, {\n${lines.join('')}})\n${documented({ description }, '')}`)
  }

  /** The type of a schema. Declares the objects in it under names that begin with \`name\`. @param {Json} schema @param {string} name @returns {string} */
  #typeOf(schema, name) {
    if (schema.$ref) return schema.$ref.split('/').at(-1)
    if (schema.const !== undefined) return literal([schema.const])
    if (schema.enum) return literal(schema.enum)
    const ways = schema.oneOf ?? schema.anyOf
    if (ways && !schema.properties)
      return union(ways.map((/** @type {Json} */ each, /** @type {number} */ at) => this.#typeOf(each, `${name}${at + 1}`)))
    const kinds = [schema.type].flat()
    return union(kinds.map((kind) => this.#typeOfKind(kind, schema, name)))
  }

  /** @param {string | undefined} kind @param {Json} schema @param {string} name @returns {string} */
  #typeOfKind(kind, schema, name) {
    if (kind === 'string') return this.#namesIn(schema) ?? effectNames(schema) ?? 'str'
    if (kind === 'integer') return 'int'
    if (kind === 'number') return 'float'
    if (kind === 'boolean') return 'bool'
    if (kind === 'null') return 'None'
    if (kind === 'array') return `list[${schema.items ? this.#typeOf(schema.items, `${name}Item`) : 'Any'}]`
    if (kind !== 'object') return 'Any'
    if (schema.properties) {
      const own = name in this.#schemas ? `${name}Object` : name
      if (!this.#nested.has(own)) this.#declareObject(own, schema)
      this.#nested.add(own)
      return own
    }
    const { additionalProperties: values } = schema
    return `dict[str, ${typeof values === 'object' ? this.#typeOf(values, `${name}Value`) : 'Any'}]`
  }

  /** The name of the names that a text is one of. @param {Json} schema */
  #namesIn(schema) {
    const { name, type } = this.#names[schema['x-names']] ?? {}
    return literalsIn(type) && name
  }
}

/** The texts that a schema with a condition for texts admits. @param {Json} schema */
function effectNames(schema) {
  return schema.if?.type === 'string' && schema.then?.enum ? literal(schema.then.enum) : undefined
}

/** @param {readonly unknown[]} values */
function literal(values) {
  const others = values.filter((value) => value !== null)
  return union([`Literal[${others.map(pythonValue).join(', ')}]`, ...(others.length < values.length ? ['None'] : [])])
}

/** @param {unknown} value */
function pythonValue(value) {
  return value === true ? 'True' : value === false ? 'False' : JSON.stringify(value)
}

/** A union of names in TypeScript as a type of Python. Undefined if it is more than that. @param {string | undefined} type */
function literalsIn(type) {
  if (type === undefined || !/^'[\w.-]+'(?: \| '[\w.-]+')*$/.test(type)) return undefined
  return literal(type.split(' | ').map((word) => word.slice(1, -1)))
}

/** @param {readonly string[]} types */
function union(types) {
  return [...new Set(types)].join(' | ')
}

/** A description as a docstring. @param {Json} schema @param {string} indent */
function documented({ description }, indent) {
  if (!description) return ''
  const text = description.trim().replaceAll(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  return `${indent}"""${text.endsWith('"') ? `${text} ` : text}"""\n`
}
