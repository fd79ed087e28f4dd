import { check } from '../contract/check.ts'
import type { Route } from '../contract/route.ts'
import type { Validators } from '../contract/validator.ts'
import { errors } from '../resources/errors.ts'
import { ApiError } from '../world/errors.ts'
import type { Settings } from '../world/world.ts'
import { BROKEN_OFF, TOO_LARGE, tooDeep, type BodyText } from './body.ts'

/** The JSON of a body; `undefined` when there is none. */
export function readJson(text: BodyText, limit: number): unknown {
  if (text === BROKEN_OFF) throw new ApiError('BadRequest', { detail: 'The body broke off before its end.' })
  if (text === TOO_LARGE) throw new ApiError('RequestEntityTooLarge', { detail: `The body is larger than ${limit} bytes.` })
  if (text === '') return undefined
  if (tooDeep(text)) throw new ApiError('JSONParseError', { detail: 'The JSON of the body is nested deeper than 64 levels.' })
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new ApiError('JSONParseError', { detail: `We encountered an unspecified JSON parsing error. ${why}` })
  }
}

/** Refuses a body that is not what the contract asks for. */
export function checkBody(route: Route, validate: Validators, body: unknown, settings: Settings): void {
  if (body === undefined) {
    if (route.body === 'required')
      throw errors.invalid({ field: '', message: 'A JSON object is needed as the body; there is none.' })
    return
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const kind = Array.isArray(body) ? 'array' : body === null ? 'null' : typeof body
    throw errors.invalid({ field: '', message: `Schema describes object, ${kind} found instead.` })
  }
  const { id, bodyWhen } = route
  const validator = validate[bodyWhen && settings[bodyWhen.setting] === bodyWhen.is ? `request_${id}_when` : `request_${id}`]
  const complaint = validator && check(validator, body)
  if (complaint) throw errors.invalid(complaint)
}
