import { tooDeep } from '../../service/calls/json.ts'
import { parseSearch, readQuery } from '../../service/calls/query.ts'
import type { Validators } from '../../kernel/contract/check.ts'
import type { SentText } from '../../kernel/contract/control.ts'
import { misspelledValue, mistakesIn } from '../../kernel/contract/mistakes.ts'
import type { QueryParameter, Route } from '../../kernel/contract/route.ts'
import { type BodyText, INCOMPLETE, readText, TOO_LARGE } from '../http/body.ts'
import { readHeader, type HttpCall } from '../http/request.ts'
import { whyNotJson } from '../../kernel/support/json-fault.ts'
import { yieldToEventLoop } from '../../kernel/support/time.ts'
import { nameHint } from '../../kernel/support/nearest.ts'
import { ApiError } from '../../kernel/world/errors.ts'
import { ControlError, unusableBody } from './errors.ts'

const BODY_BYTES_MAX = 25 * 1024 * 1024

/** Bodies with more characters take many milliseconds to parse, and to check. */
const LARGE_BODY = 1024 * 1024

/** Reads the query parameters of a call; throws a 422 with the names of all unknown or invalid ones. */
export function readParameters(call: HttpCall, route: Route): ReturnType<typeof readQuery> {
  const known = route.query.map(({ name }) => name)
  const given = parseSearch(call.search)
  const mistakes = [...given.keys()].flatMap((name) =>
    known.includes(name) ? [] : [`There is no query parameter ${name.slice(0, 100)} here. ${nameHint(name, known)}`],
  )
  const query: ReturnType<typeof readQuery> = {}
  for (const parameter of route.query) {
    const read = readParameter(parameter, given)
    if (typeof read === 'string') mistakes.push(read)
    else Object.assign(query, read)
  }
  if (mistakes.length > 0) throw new ControlError(422, mistakes.slice(0, MISTAKES_MAX).join(' '))
  return query
}

/** Maximum number of invalid parameters that an error names. */
const MISTAKES_MAX = 20

/** Reads one query parameter. Returns the message of the mistake if it is invalid. */
function readParameter(parameter: QueryParameter, given: ReadonlyMap<string, string>): ReturnType<typeof readQuery> | string {
  const { name, kind, accepted } = parameter
  const text = given.get(name)
  const refused = (message: string): string => `The query parameter ${name}: ${message}`
  if (kind === 'boolean' && text !== undefined && !/^(true|false|1|0)$/.test(text)) return refused('Value must be true or false.')
  try {
    return readQuery([parameter], given)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refused(misspelledValue(text, accepted) ?? error.mistake.message)
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
  const { bodyLimit, texts } = route
  const text = await readTyped(call, texts, bodyLimit)
  if (texts) return { type: readMediaType(call), text } satisfies SentText
  // A large body takes long, so other calls are served in between.
  if (text.length > LARGE_BODY) await yieldToEventLoop()
  const body = parse(text)
  if (text.length > LARGE_BODY) await yieldToEventLoop()
  const validator = validate[`request_${route.id}`]
  const mistakes = validator ? mistakesIn(validator, body) : []
  if (mistakes.length > 0) throw unusableBody(mistakes)
  return body
}

/** Reads a JSON body that is not described by the contract. An empty one counts as `{}`. */
export async function readJsonBody(call: HttpCall): Promise<unknown> {
  return parse(await readTyped(call))
}

const JSON_ONLY = ['application/json']

/**
 * The member for which a body may be very large. Without it, a large body is refused before it is parsed, which would block other calls. A scenario of
 * the maximum size may be twice as long as a text in JSON.
 */
const LARGE_MEMBER = '"bundle"'
const BYTES_WITHOUT_MAX = 2 * BODY_BYTES_MAX

/** Reads the text of a body. Throws if its type is not one of `types`. */
async function readTyped(call: HttpCall, types: readonly string[] = JSON_ONLY, limit = BODY_BYTES_MAX): Promise<string> {
  const text = textOrThrow(await readText(call, limit), limit)
  if (text !== '') checkType(call, types)
  if (text.length > BYTES_WITHOUT_MAX && !text.includes(LARGE_MEMBER))
    throw new ControlError(
      413,
      `The body is larger than ${BYTES_WITHOUT_MAX} bytes, and has no bundle. Use \`generate\` for bulk data.`,
    )
  return text
}

/** Refuses a body with an unsupported content type. Forms on other sites can't send any of the supported types. */
function checkType(call: HttpCall, texts: readonly string[]): void {
  if (texts.includes(readMediaType(call))) return
  throw new ControlError(415, `The control API reads only ${texts.join(', ')} here. Send the body with that content-type.`)
}

/** The media type of a body, without parameters. */
function readMediaType(call: HttpCall): string {
  return (readHeader(call, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Returns the text of a body; throws if it could not be read. */
function textOrThrow(text: BodyText, limit: number): string {
  if (typeof text === 'string') return text
  if (text === INCOMPLETE) throw new ControlError(400, 'The body broke off before its end.')
  if (text === TOO_LARGE) throw new ControlError(413, `The body is larger than ${limit} bytes.`)
  throw new ControlError(text.reason === 'unsupported' ? 415 : 400, text.message)
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
