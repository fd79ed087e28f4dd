import { checkSchema, type Validators } from '../../../kernel/contract/check.ts'
import type { PublicAnswerOf, PublicOperationId, PublicSchemas } from '../../../kernel/contract/public.ts'
import { readHeader, type HttpCall } from '../../http/request.ts'
import { type Exchange, exchangeCode } from '../../../service/rules/oauth/exchange.ts'
import { metadataView } from '../../../service/rules/oauth/metadata.ts'
import { OauthRefusal } from '../../../service/model/oauth/refusal.ts'
import { findToken, type TokenRow } from '../../../service/model/oauth/token.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { WorldRegistry } from '../../runtime/worlds.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import { type FormFields, fieldValue } from '../fields.ts'
import type { PublicOperations } from '../operation.ts'
import { json } from '../reply.ts'
import { credentialsIn, presentedToken } from './credentials.ts'

const NAMES = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri'] as const

/** The syntax of a PKCE verifier (RFC 7636, 4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Parses a token request. Throws an `OauthRefusal` if it is invalid. */
function readTokenRequest(call: HttpCall, form: FormFields): Exchange {
  const type = readHeader(call, 'content-type')
  if (type !== undefined && !/^application\/x-www-form-urlencoded\b/i.test(type))
    throw makeInvalidRequest(`The body has to be application/x-www-form-urlencoded; it was ${type.slice(0, 100)}.`)
  const twice = [...NAMES, 'code_verifier'].find((name) => form.repeated.has(name))
  if (twice) throw makeInvalidRequest(`The parameter ${twice} was sent twice.`)
  const grant = fieldValue(form, 'grant_type')
  if (grant !== undefined && grant !== 'authorization_code')
    throw new OauthRefusal('unsupported_grant_type', 'The grant_type has to be authorization_code.')
  const credentials = credentialsIn(call, form)
  const [code, redirect_uri] = [fieldValue(form, 'code'), fieldValue(form, 'redirect_uri')]
  if (grant === undefined || credentials.length === 0 || code === undefined || redirect_uri === undefined) {
    const missing = NAMES.filter(
      (name) => fieldValue(form, name) === undefined && !(credentials.length > 0 && name.startsWith('client_')),
    )
    throw makeInvalidRequest(`Missing: ${missing.join(', ')}.`)
  }
  const verifier = fieldValue(form, 'code_verifier')
  if (verifier !== undefined && !VERIFIER.test(verifier))
    throw makeInvalidRequest('The code_verifier has to be 43 to 128 characters: letters, digits, "-", ".", "_" and "~".')
  return { credentials, code, redirect_uri, verifier }
}

function makeInvalidRequest(description: string): OauthRefusal {
  return new OauthRefusal('invalid_request', description)
}

export const tokenOperations = {
  async issueToken({ call, form: values, repeated, checks, run }) {
    try {
      const exchange = readTokenRequest(call, { values, repeated })
      return json(200, await run((tx) => checked(checks, 'issueToken', tokenView(tx, exchangeCode(tx, exchange)))))
    } catch (error) {
      if (!(error instanceof OauthRefusal)) throw error
      return answerOauthRefusal(call, error)
    }
  },

  getOauthMetadata({ call, worlds, handle, checks }) {
    const key = presentedToken(call)
    if (key === undefined || !isGood(worlds, handle, key)) {
      const body: PublicSchemas['OauthError'] = { error: 'invalid_token' }
      const isRevoked = key !== undefined && worlds.revokerOf(key) === handle
      const why = isRevoked ? ', error_description="The access token was revoked"' : ''
      return json(401, body, { 'www-authenticate': `OAuth realm="maildouble", error="invalid_token"${why}` })
    }
    return json(200, checked(checks, 'getOauthMetadata', peek(handle.world, metadataView)))
  },
} satisfies Partial<PublicOperations>

function tokenView(tx: ReadTx, { token }: TokenRow): PublicAnswerOf<'issueToken'> {
  const answer = { access_token: token, expires_in: 0 } as const
  return tx.settings.oauth.token_shape === 'strict' ? { ...answer, scope: null } : { ...answer, token_type: 'bearer' }
}

function answerOauthRefusal(call: HttpCall, { error, message }: OauthRefusal) {
  const body: PublicSchemas['OauthError'] = { error, error_description: message }
  if (error !== 'invalid_client') return json(400, body)
  // The answer to a client that tried HTTP Basic must name that scheme.
  const tried = readHeader(call, 'authorization') !== undefined
  return json(401, body, tried ? { 'www-authenticate': 'Basic realm="maildouble", charset="UTF-8"' } : {})
}

/** Only keys issued by this server are valid here, even if the world accepts any key. */
function isGood(worlds: WorldRegistry, handle: WorldHandle, key: string): boolean {
  return worlds.byKey(key) === handle && peek(handle.world, (tx) => findToken(tx, key)?.status === 'valid')
}

/** Checks an answer against the contract. */
function checked<Answer extends object>(checks: Validators, id: PublicOperationId, answer: Answer): Answer {
  const validate = checks[`response_${id}`]
  const complaint = validate && checkSchema(validate, answer)
  if (complaint) throw new Defect(`The answer of ${id} breaks the contract at ${complaint.field}: ${complaint.message}`)
  return answer
}
