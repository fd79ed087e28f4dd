// Writes the types and calls of the control API in Java, for kits/java: a record for each type, with a builder for those that are sent, and
// a class for each part of a world.
import { camelCase, kitModel, pascalCase } from './kit-model.mjs'

/** @typedef {import('./kit-model.mjs').Type} Type */
/** @typedef {import('./kit-model.mjs').Field} Field */
/** @typedef {import('./kit-model.mjs').ObjectType} ObjectType */
/** @typedef {import('./kit-model.mjs').Call} Call */

/** The folder of the classes, from the root of the repository. */
export const JAVA_CONTRACT = 'kits/java/maildouble/src/main/java/io/github/maildouble/control'

const PACKAGE = 'io.github.maildouble.control'

/** Words of the language, which get an underscore. */
const RESERVED = new Set(['for', 'default', 'class', 'case', 'new', 'package', 'public', 'static', 'interface'])
/** Methods of every object, which no component of a record may be named like. */
const OF_OBJECT = new Set(['wait', 'notify', 'clone', 'hashCode', 'toString'])

/** The files, by their names in the folder. @param {import('./kit-model.mjs').Schema} document @returns {Readonly<Record<string, string>>} */
export function javaContract(document) {
  const { types, parts, triggers, listEvents } = kitModel(document)
  /** @type {Record<string, string>} */
  const files = {}
  for (const type of types.values()) files[`${type.name}.java`] = recordOf(type)
  for (const { name, calls } of parts) files[`${pascalCase(name)}Api.java`] = partOf(name, calls)
  files['TriggersApi.java'] = triggersOf(triggers, types)
  const events = listEvents.map((event) => `"${event}"`).join(', ')
  files['ListEvents.java'] = file(
    `/** The events that the webhook of a list can be registered for. */\npublic final class ListEvents {\n  public static final List<String> ALL = List.of(${events});\n\n  private ListEvents() {}\n}\n`,
  )
  return files
}

/** @param {string} code */
function file(code) {
  const imports = [
    ['com.fasterxml.jackson.annotation.JsonProperty', /@JsonProperty\b/],
    ['com.fasterxml.jackson.annotation.JsonUnwrapped', /@JsonUnwrapped\b/],
    ['com.fasterxml.jackson.core.type.TypeReference', /\bTypeReference\b/],
    ['io.github.maildouble.Transport', /\bTransport\b/],
    ['java.time.Duration', /\bDuration\b/],
    ['java.util.List', /\bList\b[<.]/],
    ['java.util.Map', /\bMap\b[<.]/],
    ['java.util.function.Consumer', /\bConsumer\b/],
  ].flatMap(([name, use]) => (/** @type {RegExp} */ (use).test(code) ? [`import ${name};\n`] : []))
  const head = `// Made from the contract of the control API by \`npm run kits\`.\npackage ${PACKAGE};\n\n`
  return `${head}${imports.join('')}${imports.length > 0 ? '\n' : ''}${code}`
}

/** @param {ObjectType} type @returns {string} */
function recordOf({ name, description, fields, constants, isInput }) {
  const components = fields.map((field) => {
    const annotation = field.isBeside ? '@JsonUnwrapped' : `@JsonProperty("${field.name}")`
    return `    ${annotation} ${javaType(field, isInput)} ${nameOf(field)}`
  })
  const docs = fields.map((field) => ` * @param ${nameOf(field)} ${doc(withValues(field))}\n`)
  const all = components.length === 0 ? '()' : `(\n${components.join(',\n')})`
  const members = [
    ...Object.entries(constants).map(
      ([key, value]) =>
        `  /** Always {@code ${value}}. */\n  @JsonProperty("${key}")\n  public String ${key}() {\n    return "${value}";\n  }\n`,
    ),
    ...(isInput ? [builderOf(name, fields)] : []),
  ]
  return file(
    `/**\n * ${doc(description)}\n${docs.length > 0 ? ' *\n' : ''}${docs.join('')} */\npublic record ${name}${all} {\n${members.join('\n')}}\n`,
  )
}

/** @param {string} name @param {readonly Field[]} fields @returns {string} */
function builderOf(name, fields) {
  const setters = fields.flatMap((field) => settersOf(field))
  const own = fields.map((field) => `    private ${javaType(field, true)} ${nameOf(field)};\n`)
  return [
    `  /** Returns a builder without any value. */\n  public static Builder builder() {\n    return new Builder();\n  }\n`,
    `  /** Builds a {@link ${name}}. */\n  public static final class Builder {\n${own.join('')}\n    private Builder() {}\n\n${setters.join('\n')}\n    /** Returns the record. */\n    public ${name} build() {\n      return new ${name}(${fields.map(nameOf).join(', ')});\n    }\n  }\n`,
  ].join('\n')
}

/** The setters of a field: for its type, and for what a reader would rather write. @param {Field} field @returns {readonly string[]} */
function settersOf(field) {
  const name = nameOf(field)
  const { type } = field
  const method = RESERVED.has(field.name) ? name : camelCase(field.name)
  const setter = (/** @type {string} */ parameter, /** @type {string} */ value) =>
    `    /** ${doc(withValues(field))} */\n    public Builder ${method}(${parameter} ${name}) {\n      this.${name} = ${value};\n      return this;\n    }\n`
  if (type.kind === 'duration') return [setter('String', name), setter('Duration', `${name}.toString()`)]
  if (type.kind === 'names') return [setter('String...', `List.of(${name})`)]
  if (type.kind !== 'object') return [setter(javaType(field, true), name)]
  const nested = `    /** ${doc(withValues(field))} */\n    public Builder ${method}(Consumer<${type.name}.Builder> ${name}) {\n      var builder = ${type.name}.builder();\n      ${name}.accept(builder);\n      this.${name} = builder.build();\n      return this;\n    }\n`
  return [setter(type.name, name), nested]
}

/** @param {string} name @param {readonly Call[]} calls @returns {string} */
function partOf(name, calls) {
  const isOfWorlds = name === 'worlds'
  const fields = isOfWorlds ? '' : '\n  private final String world;'
  const parameters = isOfWorlds ? 'Transport transport' : 'Transport transport, String world'
  const assign = isOfWorlds ? '' : '\n    this.world = world;'
  const type = `${pascalCase(name)}Api`
  return file(
    `/** The operations of the control API about ${name}. */\npublic class ${type} {\n  private final Transport transport;${fields}\n\n  public ${type}(${parameters}) {\n    this.transport = transport;${assign}\n  }\n${calls.map((call) => methodsOf(call, isOfWorlds)).join('')}}\n`,
  )
}

/** @param {Call} call @param {boolean} isOfWorlds @returns {string} */
function methodsOf({ method, operation, verb, path, summary, pathParameters, query, body, answer, unwrap }, isOfWorlds) {
  const ofPath = isOfWorlds && path.includes('{world}') ? ['world', ...pathParameters] : pathParameters
  const plain = ofPath.map(
    (each) => `${each.endsWith('_id') && !['request_id', 'job_id'].includes(each) ? 'int' : 'String'} ${camelCase(each)}`,
  )
  const given = query ?? body
  const result = unwrap ? javaType({ ...unwrap, isRequired: true, isNullable: false }, false) : answer ? typeText(answer) : 'void'
  const sent = `"${verb}", ${pathOf(path)}, ${query ? 'query' : 'null'}, ${body ? 'body' : 'null'}`
  const code = answer
    ? `return transport.call(${sent}, ${typeReference(answer)})${unwrap ? `.${camelCase(unwrap.name)}()` : ''}`
    : `transport.run(${sent})`
  const name = RESERVED.has(method) ? `${method}_` : method
  const docs = `\n  /** ${doc(summary)}: {@code ${operation}}. */\n`
  if (!given) return `${docs}  public ${result} ${name}(${plain.join(', ')}) {\n    ${code};\n  }\n`
  const variable = query ? 'query' : 'body'
  const parameter = (/** @type {string} */ type) => [...plain, `${type} ${variable}`].join(', ')
  const forwarded = (/** @type {string} */ last) => [...ofPath.map(camelCase), last].join(', ')
  const returns = answer ? 'return ' : ''
  return [
    `${docs}  public ${result} ${name}(${parameter(given)}) {\n    ${code};\n  }\n`,
    `${docs}  public ${result} ${name}(${parameter(`Consumer<${given}.Builder>`)}) {\n    var builder = ${given}.builder();\n    ${variable}.accept(builder);\n    ${returns}${name}(${forwarded('builder.build()')});\n  }\n`,
    ...(query || isAllOptional(body)
      ? [
          `${docs}  public ${result} ${name}(${plain.join(', ')}) {\n    ${returns}${name}(${forwarded(`${given}.builder().build()`)});\n  }\n`,
        ]
      : []),
  ].join('')
}

/** Bodies that may be left out. @param {string | undefined} body */
function isAllOptional(body) {
  return body === 'CreateWorld' || body === 'ForkWorld'
}

/** @param {string} path */
function pathOf(path) {
  return path
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? `Transport.segment(${camelCase(part.slice(1, -1))})` : `"${part}"`))
    .join(' + ')
}

/** @param {readonly { method: string, trigger: string, type: string }[]} triggers @param {ReadonlyMap<string, ObjectType>} types @returns {string} */
function triggersOf(triggers, types) {
  const methods = triggers.map(({ method, type, trigger }) => {
    const about = doc(types.get(type)?.description ?? trigger)
    return `\n  /** ${about} */\n  public Triggered ${method}(Consumer<${type}.Builder> trigger) {\n    var builder = ${type}.builder();\n    trigger.accept(builder);\n    return run(builder.build());\n  }\n`
  })
  return file(
    `/** What other people do: subscribers, administrators and the outside world. */\npublic class TriggersApi {\n  private final Transport transport;\n  private final String world;\n\n  public TriggersApi(Transport transport, String world) {\n    this.transport = transport;\n    this.world = world;\n  }\n${methods.join('')}\n  private Triggered run(Record trigger) {\n    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/triggers", null, trigger, new TypeReference<Triggered>() {});\n  }\n}\n`,
  )
}

/** @param {Field} field */
function nameOf({ name }) {
  const camel = camelCase(name)
  return RESERVED.has(camel) || OF_OBJECT.has(camel) ? `${camel}_` : camel
}

/** @param {Field} field @param {boolean} isInput */
function javaType({ type, isRequired, isNullable }, isInput) {
  if (isRequired && !isNullable && !isInput) return PRIMITIVE[type.kind] ?? typeText(type)
  return typeText(type)
}

/** @type {Readonly<Record<string, string>>} */
const PRIMITIVE = { integer: 'int', number: 'double', boolean: 'boolean' }

/** @type {Readonly<Record<string, string>>} */
const BOXED = {
  string: 'String',
  integer: 'Integer',
  number: 'Double',
  boolean: 'Boolean',
  duration: 'Object',
  names: 'List<String>',
  any: 'Object',
}

/** @param {Type} type @returns {string} */
function typeText(type) {
  if (type.kind === 'list') return `List<${typeText(type.of)}>`
  if (type.kind === 'map') return `Map<String, ${typeText(type.of)}>`
  return type.kind === 'object' ? type.name : (BOXED[type.kind] ?? 'Object')
}

/** @param {Type} type */
function typeReference(type) {
  return `new TypeReference<${typeText(type)}>() {}`
}

/** @param {Field} field */
function withValues({ description, values, type }) {
  return values.length > 0 && type.kind === 'string'
    ? `${description.replace(/\.$/, '')}. One of ${values.map((value) => `\`${value}\``).join(', ')}`
    : description
}

/** A text as documentation: code in backticks is marked as Java does it. @param {string} text */
function doc(text) {
  return text
    .split(/(`[^`{}]*`)/)
    .map((part) => (/^`[^`{}]*`$/.test(part) ? `{@code ${part.slice(1, -1).replaceAll('*/', '*&#47;')}}` : escaped(part)))
    .join('')
}

/** @param {string} text */
function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replaceAll('*/', '*&#47;')
}
