import { headerOf, type HttpCall } from '../http/call.ts'
import type { Exchange } from '../resources/oauth/exchange.ts'
import { OauthRefusal } from '../resources/oauth/refusal.ts'
import { credentialsIn } from './credentials.ts'
import { filled, type Fields } from './fields.ts'

const NAMES = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri'] as const

/** What a PKCE verifier is made of (RFC 7636, 4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Reads the request for a token; refuses one that is not what the sign-in asks for. */
export function readTokenRequest(call: HttpCall, form: Fields): Exchange {
  const type = headerOf(call, 'content-type')
  if (type !== undefined && !/^application\/x-www-form-urlencoded\b/i.test(type))
    throw invalid(`The body has to be application/x-www-form-urlencoded; it was ${type.slice(0, 100)}.`)
  const twice = [...NAMES, 'code_verifier'].find((name) => form.repeated.has(name))
  if (twice) throw invalid(`The parameter ${twice} came twice.`)
  const grant = filled(form, 'grant_type')
  if (grant !== undefined && grant !== 'authorization_code')
    throw new OauthRefusal('unsupported_grant_type', 'The grant_type has to be authorization_code.')
  const credentials = credentialsIn(call, form)
  const [code, redirect_uri] = [filled(form, 'code'), filled(form, 'redirect_uri')]
  if (grant === undefined || credentials.length === 0 || code === undefined || redirect_uri === undefined) {
    const missing = NAMES.filter(
      (name) => filled(form, name) === undefined && !(credentials.length > 0 && name.startsWith('client_')),
    )
    throw invalid(`Missing: ${missing.join(', ')}.`)
  }
  const verifier = filled(form, 'code_verifier')
  if (verifier !== undefined && !VERIFIER.test(verifier))
    throw invalid('The code_verifier has to be 43 to 128 characters: letters, digits, "-", ".", "_" and "~".')
  return { credentials, code, redirect_uri, verifier }
}

function invalid(description: string): OauthRefusal {
  return new OauthRefusal('invalid_request', description)
}
