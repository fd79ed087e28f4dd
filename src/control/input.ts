import { tooDeep } from '../calls/json.ts'
import { parseSearch, readQuery } from '../calls/query.ts'
import { checkSchema, pointerOf, type SchemaError, type ValidateFunction, type Validators } from '../contract/check.ts'
import type { SentText } from '../contract/control.ts'
import type { Route } from '../contract/route.ts'
import { type BodyText, INCOMPLETE, readText, TOO_LARGE } from '../http/body.ts'
import { headerOf, type HttpCall } from '../http/request.ts'
import { whyNotJson } from '../support/json-fault.ts'
import { nearest } from '../support/nearest.ts'
import { ApiError } from '../world/errors.ts'
import { ControlError, type PointedError } from './errors.ts'

const BODY_BYTES_MAX = 25 * 1024 * 1024

/** Reads the query parameters of a call; throws 422 if one is unknown or invalid. */
export function readParameters(call: HttpCall, route: Route): ReturnType<typeof readQuery> {
  const known = route.query.map(({ name }) => name)
  const given = parseSearch(call.search)
  for (const name of given.keys()) {
    if (known.includes(name)) continue
    throw new ControlError(
      422,
      `There is no query parameter ${name.slice(0, 100)} here${known.length > 0 ? `; known are ${known.join(', ')}` : ''}.`,
    )
  }
  for (const { name, kind } of route.query) {
    if (kind !== 'boolean' || /^(true|false|1|0)$/.test(given.get(name) ?? 'false')) continue
    throw new ControlError(422, `The query parameter ${name}: Value must be true or false.`)
  }
  try {
    return readQuery(route.query, given)
  } catch (error) {
    const [wrong] = (error instanceof ApiError && error.refusal.errors) || []
    throw wrong ? new ControlError(422, `The query parameter ${wrong.field}: ${wrong.message}`) : error
  }
}

/** Reads the body of a call; throws if it cannot be read or does not match the contract. */
export function readControlBody(call: HttpCall, route: Route, validate: Validators): Promise<unknown> {
  return route.body === 'none' ? refuseBody(call) : readExpectedBody(call, route, validate)
}

/** Refuses a body where none is expected, since it is probably a mistake. */
async function refuseBody(call: HttpCall): Promise<undefined> {
  if (call.method === 'GET' || call.method === 'HEAD') return undefined
  const text = textOrThrow(await readText(call, BODY_BYTES_MAX), BODY_BYTES_MAX)
  if (text !== '') checkType(call, JSON_ONLY)
  if (!['', '{}'].includes(text.trim())) throw new ControlError(422, 'No body is read here; send none, or {}.')
  return undefined
}

async function readExpectedBody(call: HttpCall, route: Route, validate: Validators): Promise<unknown> {
  const { bodyLimit = BODY_BYTES_MAX } = route
  const text = textOrThrow(await readText(call, bodyLimit), bodyLimit)
  const { texts = JSON_ONLY } = route
  if (text !== '') checkType(call, texts)
  if (route.texts) return { type: typeOf(call), text } satisfies SentText
  const body = parse(text)
  const validator = validate[`request_${route.id}`]
  const complaint = validator && complaintOf(validator, body)
  if (!complaint) return body
  throw new ControlError(422, `The body cannot be used: at ${complaint.pointer || 'its top'}: ${complaint.message}`, [complaint])
}

const JSON_ONLY = ['application/json']

/** Refuses a body with an unsupported content type. Forms on other sites can't send any of the supported types. */
function checkType(call: HttpCall, texts: readonly string[]): void {
  if (texts.includes(typeOf(call))) return
  throw new ControlError(415, `The control API reads only ${texts.join(', ')} here. Send the body with that content-type.`)
}

/** The media type of a body, without parameters. */
function typeOf(call: HttpCall): string {
  return (headerOf(call, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Returns the text of a body; throws if it could not be read. */
function textOrThrow(text: BodyText, limit: number): string {
  if (typeof text === 'string') return text
  if (text === INCOMPLETE) throw new ControlError(400, 'The body broke off before its end.')
  if (text === TOO_LARGE) throw new ControlError(413, `The body is larger than ${limit} bytes.`)
  throw new ControlError(text.reason === 'corrupt' ? 400 : 415, text.message)
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  if (tooDeep(text)) throw new ControlError(400, 'The JSON of the body is nested deeper than 64 levels.')
  try {
    return JSON.parse(text)
  } catch {
    throw new ControlError(400, `The body is not JSON: ${whyNotJson(text)}.`)
  }
}

/** Returns the first error of a body with a suggestion, or `undefined` if it is valid. A missing member is pointed at where it should be. */
export function complaintOf(validate: ValidateFunction, body: unknown): PointedError | undefined {
  const complaint = checkSchema(validate, body)
  if (!complaint) return undefined
  const error = validate.errors?.[0]
  const missing = error?.keyword === 'required' ? error.params['missingProperty'] : undefined
  const pointer = pointerOf(validate) + (typeof missing === 'string' ? `/${missing}` : '')
  const meant = error ? nearest(...wrongName(error)) : []
  return { pointer, message: meant.length > 0 ? `${complaint.message} Did you mean ${meant.join(' or ')}?` : complaint.message }
}

/** The invalid name of an error, and the names that would be valid. */
function wrongName({ keyword, params, schema, data, parentSchema }: SchemaError): [string, readonly string[]] {
  if (keyword === 'enum') return [String(data), stringsIn(schema)]
  if (keyword === 'discriminator') return [String(params['tagValue']), stringsIn(parentSchema?.['x-tags'])]
  if (keyword !== 'additionalProperties') return ['', []]
  return [String(params['additionalProperty']), Object.keys(Object(parentSchema?.['properties']))]
}

function stringsIn(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}
