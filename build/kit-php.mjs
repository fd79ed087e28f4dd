// Writes the types and calls of the control API in PHP, for kits/php: a readonly class for each type, and a class for each part of a world.
import { camelCase, kitModel, pascalCase } from './kit-model.mjs'

/** @typedef {import('./kit-model.mjs').Type} Type */
/** @typedef {import('./kit-model.mjs').Field} Field */
/** @typedef {import('./kit-model.mjs').ObjectType} ObjectType */
/** @typedef {import('./kit-model.mjs').Call} Call */

/** The folder of the classes, from the root of the repository. */
export const PHP_CONTRACT = 'kits/php/src/Contract'

/** The files, by their names in the folder. @param {import('./kit-model.mjs').Schema} document @returns {Readonly<Record<string, string>>} */
export function phpContract(document) {
  const { types, parts, triggers, listEvents } = kitModel(document)
  const queries = new Set(parts.flatMap(({ calls }) => calls.flatMap(({ query }) => query ?? [])))
  /** @type {Record<string, string>} */
  const files = {}
  for (const type of types.values()) if (!queries.has(type.name)) files[`${type.name}.php`] = classOf(type)
  for (const { name, calls } of parts) files[`Api/${pascalCase(name)}Api.php`] = partOf(name, calls, types)
  files['Api/TriggersApi.php'] = triggersOf(triggers, types)
  const events = listEvents.map((event) => `'${event}'`).join(', ')
  files['ListEvents.php'] = file(
    'Maildouble\\Contract',
    `/** The events that the webhook of a list can be registered for. */\nfinal class ListEvents\n{\n    public const ALL = [${events}];\n}\n`,
  )
  return files
}

/** @param {string} namespace @param {string} code */
function file(namespace, code) {
  return `<?php\n\n// Made from the contract of the control API by \`npm run kits\`.\n\ndeclare(strict_types=1);\n\nnamespace ${namespace};\n\n${code}`
}

/** @param {ObjectType} type @returns {string} */
function classOf({ name, description, fields, constants, isInput }) {
  const all = sorted(fields)
  const parameters = all.map(
    (field) => `        public ${phpType(field)} $${camelCase(field.name)}${isOptional(field) ? ' = null' : ''},\n`,
  )
  const reads = all.map((field) => `            ${camelCase(field.name)}: ${readOf(field)},\n`)
  const writes = [
    ...Object.entries(constants).map(([key, value]) => `            '${key}' => '${value}',\n`),
    ...all.map(({ name: each, isBeside }) =>
      isBeside
        ? `            ...(array) $this->${camelCase(each)}?->jsonSerialize(),\n`
        : `            '${each}' => $this->${camelCase(each)},\n`,
    ),
  ]
  const serializable = isInput ? ' implements \\JsonSerializable' : ''
  const serialize = isInput
    ? `\n    public function jsonSerialize(): object\n    {\n        return (object) array_filter([\n${writes.join('')}        ], static fn (mixed $value): bool => $value !== null);\n    }\n`
    : ''
  return file(
    'Maildouble\\Contract',
    `/** ${comment(description)} */\nfinal readonly class ${name}${serializable}\n{\n    /**\n${docsOf(all)}     */\n    public function __construct(\n${parameters.join('')}    ) {\n    }\n\n` +
      `    /** @param array<string, mixed> $data */\n    public static function fromArray(array $data): self\n    {\n        return new self(\n${reads.join('')}        );\n    }\n${serialize}}\n`,
  )
}

/** @param {string} name @param {readonly Call[]} calls @param {ReadonlyMap<string, ObjectType>} types @returns {string} */
function partOf(name, calls, types) {
  const isOfWorlds = name === 'worlds'
  const methods = calls.map((call) => methodOf(call, types, isOfWorlds))
  const uses = [...new Set(calls.flatMap((call) => usesOf(call, types)))].toSorted()
  const world = isOfWorlds ? '' : ', private string $world'
  return file(
    'Maildouble\\Contract\\Api',
    `${uses.map((each) => `use Maildouble\\Contract\\${each};\n`).join('')}use Maildouble\\Transport;\n\n/** The operations of the control API about ${name}. */\nclass ${pascalCase(name)}Api\n{\n    public function __construct(private Transport $transport${world})\n    {\n    }\n${methods.join('')}}\n`,
  )
}

/** @param {Call} call @param {ReadonlyMap<string, ObjectType>} types @returns {readonly string[]} */
function usesOf({ answer, unwrap, body, query }, types) {
  const fields = [body, query].flatMap((name) => types.get(name ?? '')?.fields ?? [])
  const given = fields.flatMap(({ type }) => (type.kind === 'object' ? [type.name] : []))
  return [
    ...namesOf(unwrap ? unwrap.type : answer),
    ...given,
    ...(body ? [body] : []),
    ...(unwrap && answer ? namesOf(answer) : []),
  ]
}

/** @param {Type | undefined} type @returns {readonly string[]} */
function namesOf(type) {
  if (type?.kind === 'object') return [type.name]
  return type?.kind === 'list' || type?.kind === 'map' ? namesOf(type.of) : []
}

/** @param {Call} call @param {ReadonlyMap<string, ObjectType>} types @param {boolean} isOfWorlds @returns {string} */
function methodOf(call, types, isOfWorlds) {
  const { method, operation, verb, path, summary, pathParameters, query, body, answer, unwrap } = call
  const ofQuery = types.get(query ?? '')?.fields ?? []
  const ofBody = types.get(body ?? '')?.fields ?? []
  const ofPath = isOfWorlds && path.includes('{world}') ? ['world', ...pathParameters] : pathParameters
  const given = sorted([...ofBody, ...ofQuery])
  const parameters = [
    ...ofPath.map(
      (each) => `${each.endsWith('_id') && each !== 'request_id' && each !== 'job_id' ? 'int' : 'string'} $${camelCase(each)}`,
    ),
    ...given.map((field) => `${phpType(field)} $${camelCase(field.name)}${isOptional(field) ? ' = null' : ''}`),
  ]
  const sent = [
    `'${verb}'`,
    pathOf(path, isOfWorlds),
    ...(ofQuery.length > 0
      ? [`query: [${ofQuery.map((field) => `'${field.name}' => $${camelCase(field.name)}`).join(', ')}]`]
      : []),
    ...(body
      ? [
          `body: new ${body}(${sorted(ofBody)
            .map(({ name }) => `${camelCase(name)}: $${camelCase(name)}`)
            .join(', ')})`,
        ]
      : []),
  ]
  const sending = `$this->transport->call(${sent.join(', ')})`
  const { type, code, doc } = answerIn(answer, unwrap, sending)
  const docs = docsOf(given)
  const lines = [
    `     * ${comment(summary)}. (${operation})\n`,
    ...(docs ? ['     *\n', docs] : []),
    ...(doc ? [`     *\n     * @return ${doc}\n`] : []),
  ]
  return `\n    /**\n${lines.join('')}     */\n    public function ${method}${signature(parameters, type)}\n        ${code};\n    }\n`
}

/** The parameters, the type and the brace after the name of a method. @param {readonly string[]} parameters @param {string} type */
function signature(parameters, type) {
  const line = parameters.join(', ')
  return line.length < 90 ? `(${line}): ${type}\n    {` : `(\n        ${parameters.join(',\n        ')},\n    ): ${type} {`
}

/** @param {Type | undefined} answer @param {Field | undefined} unwrap @param {string} sending */
function answerIn(answer, unwrap, sending) {
  if (!answer) return { type: 'void', code: sending, doc: '' }
  if (unwrap && answer.kind === 'object')
    return {
      type: 'array',
      code: `return ${answer.name}::fromArray(${sending})->${camelCase(unwrap.name)}`,
      doc: docType(unwrap.type),
    }
  if (answer.kind === 'object') return { type: answer.name, code: `return ${answer.name}::fromArray(${sending})`, doc: '' }
  return { type: 'array', code: `return ${sending}`, doc: docType(answer) }
}

/** @param {string} path @param {boolean} isOfWorlds */
function pathOf(path, isOfWorlds) {
  const parts = path.split(/(\{\w+\})/).filter(Boolean)
  return parts
    .map((part) => {
      if (!part.startsWith('{')) return `'${part}'`
      const name = part.slice(1, -1)
      return `rawurlencode(${name === 'world' && !isOfWorlds ? '$this->world' : `(string) $${camelCase(name)}`})`
    })
    .join(' . ')
}

/** @param {readonly { method: string, trigger: string, type: string }[]} triggers @param {ReadonlyMap<string, ObjectType>} types @returns {string} */
function triggersOf(triggers, types) {
  const methods = triggers.map(({ method, type }) => {
    const { description = '', fields = [] } = types.get(type) ?? {}
    const all = sorted(fields)
    const parameters = all.map((field) => `${phpType(field)} $${camelCase(field.name)}${isOptional(field) ? ' = null' : ''}`)
    const docs = docsOf(all)
    const given = all.map(({ name }) => `${camelCase(name)}: $${camelCase(name)}`).join(', ')
    return `\n    /**\n     * ${comment(description)}\n${docs ? `     *\n${docs}` : ''}     */\n    public function ${method}${signature(parameters, 'Triggered')}\n        return $this->run(new ${type}(${given}));\n    }\n`
  })
  const uses = [
    ...new Set([
      'Triggered',
      ...triggers.map(({ type }) => type),
      ...triggers.flatMap(({ type }) => fieldNames(types.get(type))),
    ]),
  ].toSorted()
  return file(
    'Maildouble\\Contract\\Api',
    `${uses.map((each) => `use Maildouble\\Contract\\${each};\n`).join('')}use Maildouble\\Transport;\n\n/** What other people do: subscribers, administrators and the outside world. */\nclass TriggersApi\n{\n    public function __construct(private Transport $transport, private string $world)\n    {\n    }\n${methods.join('')}\n    private function run(\\JsonSerializable $trigger): Triggered\n    {\n        return Triggered::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode($this->world) . '/triggers', body: $trigger));\n    }\n}\n`,
  )
}

/** @param {ObjectType | undefined} type @returns {readonly string[]} */
function fieldNames(type) {
  return type?.fields.flatMap((field) => (field.type.kind === 'object' ? [field.type.name] : [])) ?? []
}

/** Required ones first. @param {readonly Field[]} fields */
function sorted(fields) {
  return [...fields.filter((field) => !isOptional(field)), ...fields.filter(isOptional)]
}

/** @param {Field} field */
function isOptional({ isRequired }) {
  return !isRequired
}

/** @param {Field} field */
function phpType({ type, isRequired, isNullable }) {
  const words = NATIVE[type.kind] ?? (type.kind === 'object' ? type.name : 'array')
  if (words === 'mixed' || (isRequired && !isNullable)) return words
  return words.includes('|') ? `${words}|null` : `?${words}`
}

/** @type {Readonly<Record<string, string>>} */
const NATIVE = {
  string: 'string',
  integer: 'int',
  number: 'int|float',
  boolean: 'bool',
  duration: 'string|int|float',
  names: 'string|array',
  any: 'mixed',
}

/** @param {Type} type @returns {string} */
function docType(type) {
  if (type.kind === 'list') return `list<${docType(type.of)}>`
  if (type.kind === 'map') return `array<string, ${docType(type.of)}>`
  if (type.kind === 'names') return 'string|list<string>'
  return type.kind === 'object' ? type.name : (NATIVE[type.kind] ?? 'mixed')
}

/** @param {readonly Field[]} fields */
function docsOf(fields) {
  return fields
    .map((field) => {
      const words =
        field.values.length > 0 && field.type.kind === 'string'
          ? field.values.map((value) => `'${value}'`).join('|')
          : docType(field.type)
      const isNull = field.isNullable || isOptional(field)
      const type = isNull && words !== 'mixed' ? `${words}|null` : words
      return `     * @param ${type} $${camelCase(field.name)} ${comment(field.description)}`.trimEnd() + '\n'
    })
    .join('')
}

/** @param {Field} field @returns {string} */
function readOf({ name, type, isRequired, isNullable, isBeside }) {
  if (isBeside) return reading(type, '$data')
  const value = `$data['${name}']`
  const read = reading(type, value)
  if (isRequired && !isNullable) return read
  return read === value ? `${value} ?? null` : `isset(${value}) ? ${read} : null`
}

/** @param {Type} type @param {string} value @returns {string} */
function reading(type, value) {
  if (type.kind === 'object') return `${type.name}::fromArray(${value})`
  if ((type.kind === 'list' || type.kind === 'map') && type.of.kind === 'object')
    return `array_map(${type.of.name}::fromArray(...), ${value})`
  return value
}

/** @param {string} text */
function comment(text) {
  return text.replaceAll('*/', '* /')
}
