// Makes the reference page of settings from the control API's contract.
import { settingsIn, settingsSchemaOf } from './settings.mjs'

/** @param {import('./spec.mjs').Contract} contract */
export function settingsPage(contract) {
  const kindOf = kinds(contract.components.schemas)
  const rows = settingsIn(settingsSchemaOf(contract)).map(
    ([name, { enum: values, default: byDefault, description, ...setting }]) => {
      const kind = values ? values.map((/** @type {string} */ value) => `\`${value}\``).join(', ') : kindOf(setting, name)
      const written = Array.isArray(byDefault) || typeof byDefault !== 'object' ? byDefault : JSON.stringify(byDefault)
      return `| \`${name}\` | ${kind} | \`${written}\` | \`MAILDOUBLE_${name.toUpperCase().replaceAll('.', '_')}\` | ${description} |`
    },
  )
  return [
    '# Settings of a world',
    '',
    'Use these names in the `settings` of a scenario, in the bodies of `POST /_control/worlds` and `PATCH /_control/settings`, and',
    'as environment variables of `maildouble serve`. A name with a dot belongs to a group: `{"batch": {"phase": "PT1S"}}` and',
    '`{"batch.phase": "PT1S"}` are equivalent. In an environment variable, separate several values with commas, and write an',
    'object as JSON. A duration is ISO 8601, such as `PT5M`, or a number of milliseconds.',
    '',
    'The environment variables hold for every new world of the server: they override the scenario, and the settings in the body of',
    '`POST /_control/worlds` override them.',
    '',
    '| Setting | Values | Default | Environment variable | |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    'The world that `serve` starts accepts any credential (`credentials: any`) by default.',
    '',
  ].join('\n')
}

/** Describes the kinds of settings in words. @param {Record<string, any>} schemas those that a setting may name */
function kinds(schemas) {
  return kindOf

  /** @param {Record<string, any>} setting @param {string} [name] @returns {string} */
  function kindOf(setting, name) {
    if (setting['$ref']) return kindOf(schemas[setting['$ref'].split('/').at(-1)], name)
    const { type, format, items, properties, additionalProperties } = setting['anyOf']?.[0] ?? setting
    if (format === 'iso-8601-duration') return 'duration'
    if (name === 'vocabulary') return 'words'
    if (type === 'array') return `list of ${kindOf(items)}`
    if (!type.includes('object')) return type
    if (!properties) return `object of ${kindOf(additionalProperties).replace(/^object/, 'objects')}`
    return `object: ${Object.entries(properties)
      .map(([member, each]) => `\`${member}\` (${kindOf(each)})`)
      .join(', ')}`
  }
}
