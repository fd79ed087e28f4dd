import { pointerTo, parsePointer } from '../support/json-pointer.ts'
import { didYouMean, existing, nameHint } from '../support/nearest.ts'
import { describeSchemaError, redundantAmong, type SchemaError, type ValidateFunction } from './check.ts'

/** A place of a value that violates its schema, and what would be right there. */
export interface SchemaMistake {
  /** A JSON pointer to the value. For a missing member, it leads to the place where the member should be. */
  readonly pointer: string
  readonly message: string
}

/**
 * All mistakes of a value, in the order of the schema, each once. The list is empty if the value is valid. `validate` must be a
 * validator that reports all errors, like the validators of scenarios and of the control API.
 */
export function mistakesIn(validate: ValidateFunction, value: unknown): SchemaMistake[] {
  if (validate(value)) return []
  const errors = validate.errors ?? []
  const found = new Map<string, SchemaMistake>()
  const isRedundant = redundantAmong(errors)
  for (const [i, error] of errors.entries()) {
    // Errors come just before their summary.
    if (isRedundant(error)) continue
    const pointer = pointerTo(locateError(error, errors[i + 1]))
    const message = describeMistake(error)
    found.set(`${pointer} ${message}`, { pointer, message })
  }
  return found.size > 0 ? [...found.values()] : [{ pointer: '', message: 'The value is not as the contract describes it.' }]
}

/** The path of an error. A name that is missing, unknown or invalid is part of the path. */
function locateError({ keyword, instancePath, params }: SchemaError, next: SchemaError | undefined): string[] {
  const tokens = parsePointer(instancePath)
  const isName = next?.keyword === 'propertyNames' && next.instancePath === instancePath
  const name = isName
    ? next.params['propertyName']
    : (params['additionalProperty'] ?? params['missingProperty'] ?? (keyword === 'discriminator' ? params['tag'] : undefined))
  return typeof name === 'string' ? [...tokens, name] : tokens
}

function describeMistake(error: SchemaError): string {
  const { keyword, params, schema, data, parentSchema } = error
  const missing = keyword === 'discriminator' && params['tagValue'] === undefined ? params['tag'] : params['missingProperty']
  if (missing !== undefined) return `Required field is missing: ${String(missing)}.`
  if (keyword === 'additionalProperties') {
    const names = Object.keys(Object(parentSchema?.['properties']))
    const wrong = String(params['additionalProperty'])
    return `There is no member ${wrong.slice(0, SHOWN_MAX)} here. ${nameHint(wrong, names)}`
  }
  if (keyword === 'type') return `Value must be ${kindsIn(schema)}, but it is ${described(data)}.`
  const misspelled =
    keyword === 'enum'
      ? misspelledValue(data, schema)
      : keyword === 'discriminator'
        ? misspelledValue(params['tagValue'], parentSchema?.['x-tags'])
        : undefined
  return misspelled ?? describeSchemaError(error)
}

/** The types of JSON in plain words. */
const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
])

/** The types that a schema allows, in plain words. */
function kindsIn(types: unknown): string {
  const kinds = [types].flat().map((type) => KINDS.get(type) ?? String(type))
  return kinds.length < 2 ? kinds.join('') : `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`
}

/** A value of a wrong type, in plain words. */
function described(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, SHOWN_MAX))}`
  if (typeof value === 'number') return `the number ${value}`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** The message about a misspelled value: the most similar allowed value, then all of them. */
export function misspelledValue(wrong: unknown, allowed: unknown): string | undefined {
  if (typeof wrong !== 'string' || !Array.isArray(allowed)) return undefined
  const names = allowed.filter((value) => typeof value === 'string')
  const meant = didYouMean(wrong, names)
  const isLong = names.length > NAMED_MAX
  if (meant === '' && !isLong) return undefined
  return [`There is no value ${wrong.slice(0, SHOWN_MAX)} here.`, meant, isLong && meant !== '' ? '' : existing(names, NAMED_MAX)]
    .filter(Boolean)
    .join(' ')
}

/** Maximum number of allowed values in a message. */
const NAMED_MAX = 50

/** Maximum number of characters of a wrong name in a message. */
const SHOWN_MAX = 100
