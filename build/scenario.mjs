// The schema of scenario files as a contract of its own: what it takes over from the others stands in it.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { admitDots } from './settings.mjs'

const SPEC = resolve(import.meta.dirname, '../spec')
const FILE = 'scenario.schema.json'

/** @typedef {Record<string, any>} Json */

/** The schemas of scenarios and fixtures in the form of a contract without operations. @returns {Json} */
export function scenarioContract() {
  const { $defs, $schema: _dialect, title: _title, ...root } = read(FILE)
  /** @type {Json} */
  const schemas = {}
  const take = taker(schemas)
  for (const [name, schema] of Object.entries($defs)) schemas[name] = take(schema, FILE)
  schemas.Scenario = take(root, FILE)
  admitDots(schemas.Settings)
  for (const name of ['Scenario', 'Fixture']) schemas[name]['x-validator'] = 'validators'
  const info = { title: 'maildouble scenarios', version: '1' }
  return { openapi: '3.1.0', info, paths: {}, components: { schemas } }
}

/** The same as one JSON Schema that needs no other file. @param {Json} contract @returns {Json} */
export function publishedSchema(contract) {
  const { Scenario, ...$defs } = contract.components.schemas
  const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Scenario', ...Scenario, $defs }
  return JSON.parse(JSON.stringify(whole), (key, value) => {
    if (key === '$ref') return value.replace('#/components/schemas/', '#/$defs/')
    return key === 'discriminator' || key.startsWith('x-') ? undefined : value
  })
}

/**
 * Copies schemas so that all references lead into `schemas`, which receives what they lead to in other files. A slip in a
 * scenario must not pass silently, so objects of the contracts admit no members that they do not name.
 * @param {Json} schemas
 */
function taker(schemas) {
  /** @param {Json} schema @param {string} file @returns {Json} */
  const take = (schema, file) => {
    if (Array.isArray(schema)) return schema.map((each) => take(each, file))
    if (typeof schema !== 'object' || schema === null) return schema
    const copied = Object.entries(schema).flatMap(([key, value]) => {
      if (key === '$ref') return [[key, `#/components/schemas/${nameOf(value, file)}`]]
      if (key === 'discriminator') {
        const mapping = Object.entries(value.mapping).map(([each, to]) => [each, `#/components/schemas/${nameOf(to, file)}`])
        return [[key, { ...value, mapping: Object.fromEntries(mapping) }]]
      }
      return key === 'example' || key === 'default' || key.startsWith('x-') ? [] : [[key, take(value, file)]]
    })
    const copy = Object.fromEntries(copied)
    return copy.type === 'object' && copy.properties && copy.additionalProperties === undefined
      ? { ...copy, additionalProperties: false }
      : copy
  }
  /** @param {string} reference @param {string} file */
  const nameOf = (reference, file) => {
    const [path, pointer = ''] = reference.split('#')
    const target = path ? join(dirname(file), path) : file
    const words = pointer.split('/').filter((word) => !['', '$defs', 'properties', 'components', 'schemas'].includes(word))
    const name = words.join('_')
    if (target === FILE || schemas[name]) return name
    const found = pointer
      .slice(1)
      .split('/')
      .reduce((at, word) => at?.[word], read(target))
    if (!found) throw new Error(`${FILE} refers to ${reference}, which is not there.`)
    schemas[name] = {}
    schemas[name] = take(found, target)
    return name
  }
  return take
}

/** @type {Map<string, Json>} */
const files = new Map()

/** @param {string} file @returns {Json} */
function read(file) {
  const known = files.get(file) ?? parse(readFileSync(resolve(SPEC, file), 'utf8'))
  files.set(file, known)
  return known
}
