import { check } from '../contract/check.ts'
import type { Route } from '../contract/route.ts'
import type { Validators } from '../contract/validator.ts'
import { errors } from '../resources/errors.ts'
import type { Settings } from '../world/world.ts'

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
