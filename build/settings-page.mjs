// docs/settings.md: what can be set, from the control API's contract.
import { settingsIn, settingsSchemaOf } from './settings.mjs'

/** @param {import('./spec.mjs').Contract} contract */
export function settingsPage(contract) {
  const rows = settingsIn(settingsSchemaOf(contract)).map(
    ([name, { enum: values, default: byDefault, description, ...setting }]) => {
      const kind = values ? values.map((/** @type {string} */ value) => `\`${value}\``).join(', ') : kindOf(setting)
      return `| \`${name}\` | ${kind} | \`${byDefault}\` | \`MAILDOUBLE_${name.toUpperCase().replaceAll('.', '_')}\` | ${description} |`
    },
  )
  return [
    '# Settings of a world',
    '',
    'The same names stand in the `settings` of a scenario, in the bodies of `POST /_control/worlds` and',
    '`PATCH /_control/settings`, and in the environment of `maildouble serve`. A name with a dot is one of a group:',
    '`{"batch": {"phase": "PT1S"}}` and `{"batch.phase": "PT1S"}` say the same. In the environment, several values are separated',
    'by commas. A duration is one of ISO 8601, such as `PT5M`, or a number of milliseconds.',
    'This page is written by `npm run docs` from `spec/control.yaml`.',
    '',
    '| Setting | Values | Default | Environment | |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    'The world that `serve` starts takes any credential (`credentials: any`) unless told otherwise.',
    '',
  ].join('\n')
}

/** @param {Record<string, any>} setting @returns {string} */
function kindOf({ type, format, items }) {
  if (format === 'iso-8601-duration') return 'duration'
  return type === 'array' ? `several: ${kindOf(items)}` : type
}
