import { ApiError } from '../world/errors.ts'
import { headerOf, type HttpCall } from './call.ts'

/** The method that a call means: POST may stand for another; nothing else may. */
export function methodOf(call: HttpCall): string {
  const override = headerOf(call, 'x-http-method-override')
  if (override === undefined) return call.method
  if (call.method === 'POST') return override.toUpperCase()
  throw new ApiError('InvalidMethodOverride', { detail: 'X-HTTP-Method-Override is understood on POST only.' })
}
