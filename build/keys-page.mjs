// Makes the reference page of every key of scenarios, faults and triggers, from their schemas.

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

const PREFIX = '#/components/schemas/'

/** The schemas of faults, which have a chapter of their own. */
const FAULTS = [
  'CreateFault',
  'FaultMatch',
  'FaultWhen',
  'FaultEffect',
  'FaultProblem',
  'FaultAnswer',
  'FaultMutation',
  'FaultHold',
  'CreateDeliveryFault',
  'DeliveryMatch',
  'DeliveryEffect',
]

/** Headings of schemas whose names are not words of the file. @type {Readonly<Record<string, string>>} */
const HEADINGS = {
  CreateFault: 'faults',
  FaultMatch: 'match',
  FaultWhen: 'when',
  FaultEffect: 'effect',
  FaultProblem: 'problem',
  FaultAnswer: 'answer',
  FaultHold: 'stuck',
  FaultMutation: 'mutate',
  CreateDeliveryFault: 'delivery_faults',
  DeliveryMatch: 'match of delivery faults',
  DeliveryEffect: 'effect of delivery faults',
}

/** @param {Contract} scenarios @param {Contract} control */
export function keysPage(scenarios, control) {
  const { schemas } = scenarios.components
  const order = reachable(schemas, 'Scenario').filter((name) => !FAULTS.includes(name) && !name.startsWith('Step_'))
  const sections = order.filter((name) => name === 'Scenario' || hasKeys(schemas[name] ?? {}))
  return [
    '# Keys of scenarios, faults and triggers',
    '',
    'Every key with its values. A `*` marks a required key. How scenarios are written is in the page about scenarios in `docs/`. The same faults and triggers are the bodies of `POST /_control/faults`,',
    '`POST /_control/delivery-faults` and `POST /_control/triggers`: see the [control API](control-api).',
    '',
    '- [Scenarios](#scenarios)',
    '- [Faults](#faults): `match`, `when`, `effect`, `answer`, `mutate`, `stuck`',
    '- [Triggers](#triggers)',
    '',
    '## Scenarios',
    '',
    'A data set below `fixtures/` has the keys from `account` to `oauth_clients`, and `description`. For the keys of `settings`, see',
    '[settings](settings).',
    ...sections.flatMap((name) => section(schemas, name)),
    '',
    '### timeline',
    '',
    'A step of the `timeline`: a trigger, when it fires, and how often.',
    '',
    ...tableOf(schemas, stepOf(schemas)),
    '',
    '## Faults',
    ...FAULTS.flatMap((name) => section(schemas, name)),
    '',
    '## Triggers',
    '',
    'In a step of the `timeline`, the keys of a trigger other than `trigger` are below `with`.',
    ...triggersOf(control),
    '',
  ].join('\n')
}

/** The schemas that one refers to, itself first, in the order in which they are first named. @param {Json} schemas @param {string} name */
function reachable(schemas, name) {
  /** @type {Set<string>} */
  const found = new Set()
  const waiting = [name]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (found.has(next) || next === 'Settings') continue
    found.add(next)
    // What faults refer to is in the chapters of faults and triggers.
    if (FAULTS.includes(next)) continue
    JSON.stringify(schemas[next], (key, value) => {
      if (key === '$ref') waiting.push(value.slice(PREFIX.length))
      return value
    })
  }
  return [...found]
}

/** @param {Json} schema */
function hasKeys(schema) {
  return Object.keys(schema.properties ?? {}).length > 0
}

/** @param {Json} schemas @param {string} name @returns {string[]} */
function section(schemas, name) {
  const schema = schemas[name]
  if (!schema) throw new Error(`There is no schema ${name}.`)
  const values = hasKeys(schema) ? [] : [`One of: ${kindOf(schemas, schema)}.`, '']
  return [
    '',
    `### ${headingOf(name)}`,
    '',
    ...(schema.description ? [sentence(schema.description), ''] : []),
    ...values,
    ...tableOf(schemas, schema),
  ]
}

/** The keys of a step of the timeline, whatever its trigger. @param {Json} schemas @returns {Json} */
function stepOf(schemas) {
  const steps = Object.entries(schemas).flatMap(([name, schema]) => (name.startsWith('Step_') ? [schema] : []))
  const properties = Object.assign({}, ...steps.map((step) => step.properties))
  const trigger = { type: 'string', description: 'The name of a [trigger](#triggers)' }
  const members = { type: 'object', description: 'The keys of the trigger' }
  return { required: ['at', 'trigger'], properties: { ...properties, trigger, with: members } }
}

/** @param {string} name */
function headingOf(name) {
  return HEADINGS[name] ?? name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
}

/** @param {Contract} control @returns {string[]} */
function triggersOf(control) {
  const { schemas } = control.components
  const mapping = Object.entries(schemas['Trigger']?.discriminator?.mapping ?? {})
  return mapping.flatMap(([trigger, reference]) => {
    /** @type {Json} */
    const whole = schemas[String(reference).slice(PREFIX.length)] ?? {}
    const { trigger: _name, ...properties } = whole.properties
    const schema = { ...whole, properties }
    return ['', `### ${trigger}`, '', sentence(whole.description), '', ...tableOf(schemas, schema)]
  })
}

/** @param {Json} schemas @param {Json} schema @returns {string[]} */
function tableOf(schemas, schema) {
  const required = new Set(schema.required ?? [])
  const rows = Object.entries(schema.properties ?? {})
    // A setting of a group is written with a dot as well.
    .filter(([name]) => !name.includes('.'))
    .flatMap(([name, member]) => rowsOf(schemas, name, member, required.has(name)))
  return rows.length === 0 ? [] : ['| Key | Values | |', '|---|---|---|', ...rows]
}

/** The row of a key, and the rows of its members in the schema itself. @param {Json} schemas @param {string} name @param {Json} member
 * @param {boolean} isRequired @returns {string[]} */
function rowsOf(schemas, name, member, isRequired) {
  const whole = resolved(schemas, member)
  const text = member.description ?? whole.description ?? ''
  // A named schema has a section of its own.
  const own = member.$ref && hasKeys(whole) ? {} : whole
  const below = own.items?.properties ? own.items : own.properties ? own : undefined
  const needed = new Set(below?.required ?? [])
  return [
    `| \`${name}\`${isRequired ? ' *' : ''} | ${cell(kindOf(schemas, member))} | ${cell(text)} |`,
    ...Object.entries(below?.properties ?? {}).flatMap(([each, inner]) =>
      rowsOf(schemas, `${name}.${each}`, inner, needed.has(each)),
    ),
  ]
}

/** The values that a schema allows, for a person. @param {Json} schemas @param {Json} schema @returns {string} */
function kindOf(schemas, schema) {
  const name = schema.$ref?.slice(PREFIX.length)
  if (name !== undefined) {
    if (name === 'Settings') return '[settings](settings)'
    if (name === 'Trigger') return '[trigger](#triggers)'
    const target = schemas[name] ?? {}
    if (target.oneOf && target.discriminator?.propertyName === 'trigger') return '[step](#timeline)'
    if (hasKeys(target)) {
      const link = `[${headingOf(name)}](#${headingOf(name).toLowerCase().replaceAll(' ', '-')})`
      const others = kindOf(schemas, {
        ...target,
        properties: undefined,
        type: [target.type].flat().filter((type) => type !== 'object'),
      })
      return others === '' ? link : `${others} or ${link}`
    }
    return kindOf(schemas, target)
  }
  const { enum: values, const: value, type, format, items, minimum, maximum } = schema
  if (values) return values.map((/** @type {unknown} */ each) => `\`${each}\``).join(', ')
  if (value !== undefined) return `\`${value}\``
  if (schema.oneOf || schema.anyOf)
    return (schema.oneOf ?? schema.anyOf).map((/** @type {Json} */ each) => kindOf(schemas, each)).join(' or ')
  const range =
    minimum === undefined && maximum === undefined
      ? ''
      : ` ${minimum ?? ''} to ${maximum ?? ''}`.replace(/ to $/, ' or more').replace(/^ {2}to/, ' up to')
  const hasRange = Math.abs(minimum ?? 0) < 1e12 && Math.abs(maximum ?? 0) < 1e12
  return [type]
    .flat()
    .filter((each) => each !== undefined)
    .map((each) => {
      if (format === 'iso-8601-duration' && each === 'string') return 'duration'
      if (each === 'string') return schema.then ? kindOf(schemas, schema.then) : (FORMATS[format] ?? 'text')
      if (each === 'array') return `list${items ? ` of ${kindOf(schemas, items)}` : ''}`
      if ((each === 'integer' || each === 'number') && hasRange) return `${each}${range}`
      if (each === 'object' && typeof schema.additionalProperties === 'object')
        return `object of ${kindOf(schemas, schema.additionalProperties)}`
      return each === 'boolean' ? 'true, false' : each
    })
    .join(' or ')
}

/** @type {Readonly<Record<string, string>>} */
const FORMATS = { 'http-url': 'URL', 'email-address': 'email address', 'iso-8601': 'instant', 'ip-address': 'IP address' }

/** @param {Json} schemas @param {Json} schema @returns {Json} */
function resolved(schemas, schema) {
  return schema.$ref ? resolved(schemas, schemas[schema.$ref.slice(PREFIX.length)] ?? {}) : schema
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()
}

/** @param {string} text */
function sentence(text) {
  const said = cell(text)
  const whole = said.charAt(0).toUpperCase() + said.slice(1)
  return /[.:]$/.test(whole) ? whole : `${whole}.`
}
