// Reads the settings of a world, with types and defaults, from the control API's contract.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const PATHS = resolve(import.meta.dirname, '../spec/paths')

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** The schema of settings. @param {Contract} contract @returns {Json} */
export function settingsSchemaOf(contract) {
  const { Settings } = contract.components.schemas
  if (!Settings) throw new Error('The contract has no schema Settings.')
  return Settings
}

/** Each setting of a schema by its full name, with a dot for settings of a group. @param {Json} schema @returns {[string, Json][]} */
export function settingsIn(schema) {
  return Object.entries(schema.properties)
    .filter(([name]) => !name.includes('.'))
    .flatMap(([name, setting]) =>
      setting.type === 'object'
        ? Object.entries(setting.properties).map(([below, each]) => /** @type {[string, Json]} */ ([`${name}.${below}`, each]))
        : [/** @type {[string, Json]} */ ([name, setting])],
    )
}

/**
 * Adds the dotted names of grouped settings to the schema. Objects get a title, since generators of clients make the same name of a group and a
 * member as of the dotted name.
 * @param {Json} schema
 */
export function admitDots(schema) {
  for (const [name, { default: _default, ...setting }] of settingsIn(schema)) {
    if (!name.includes('.')) continue
    const isObject = [setting, ...(setting.anyOf ?? [])].some(({ type = '' }) => type.includes('object'))
    schema.properties[name] = isObject ? { title: `Dotted ${name.replaceAll(/[._]/g, ' ')}`, ...setting } : setting
  }
}

/** Admits only operationIds of the service and `*` as names in the setting `service_times.operations`. @param {Json} schema */
export function nameOperations({ properties }) {
  const files = readdirSync(PATHS).map((file) => readFileSync(resolve(PATHS, file), 'utf8'))
  const names = files.flatMap((text) => [...text.matchAll(/^ +operationId: (\w+)$/gm)].map(([, id = '']) => id))
  for (const operations of [properties.service_times.properties.operations, properties['service_times.operations']])
    operations.propertyNames = { type: 'string', enum: ['*', ...names.toSorted()] }
}

/** @param {Contract} contract */
export function settingsOf(contract) {
  const described = Object.fromEntries(
    settingsIn(settingsSchemaOf(contract)).map(([name, { type, default: byDefault }]) => [name, { type, default: byDefault }]),
  )
  return `/** Type and default of every setting of a world. */\nexport const settings = ${JSON.stringify(described, null, 2)} as const\n`
}
