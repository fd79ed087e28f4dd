import { check } from '../contract/check.ts'
import type { AnswerOf, OperationId, Schemas } from '../contract/public.ts'
import type { Validators } from '../contract/validator.ts'
import type { Cell, Worlds } from '../host/worlds.ts'
import { headerOf, type HttpCall } from '../http/call.ts'
import { exchangeCode } from '../resources/oauth/exchange.ts'
import { metadataView } from '../resources/oauth/metadata.ts'
import { OauthRefusal } from '../resources/oauth/refusal.ts'
import { tokenOf, type TokenRow } from '../resources/oauth/token.ts'
import { Defect } from '../world/errors.ts'
import { peek, type Tx } from '../world/tx.ts'
import { presentedToken } from './credentials.ts'
import type { PublicOperations } from './operation.ts'
import { json } from './reply.ts'
import { readTokenRequest } from './token-request.ts'

export const tokenOperations = {
  async issueToken({ call, form: values, repeated, checks, run }) {
    try {
      const exchange = readTokenRequest(call, { values, repeated })
      return json(200, await run((tx) => checked(checks, 'issueToken', tokenView(tx, exchangeCode(tx, exchange)))))
    } catch (error) {
      if (!(error instanceof OauthRefusal)) throw error
      return refusal(call, error)
    }
  },

  getOauthMetadata({ call, worlds, cell, checks }) {
    const key = presentedToken(call)
    if (key === undefined || !isGood(worlds, cell, key)) {
      const body: Schemas['OauthError'] = { error: 'invalid_token' }
      const isRevoked = key !== undefined && worlds.revokerOf(key) === cell
      const why = isRevoked ? ', error_description="The access token was revoked"' : ''
      return json(401, body, { 'www-authenticate': `OAuth realm="maildouble", error="invalid_token"${why}` })
    }
    return json(200, checked(checks, 'getOauthMetadata', peek(cell.world, metadataView)))
  },
} satisfies Partial<PublicOperations>

function tokenView(tx: Tx, { token }: TokenRow): AnswerOf<'issueToken'> {
  const answer = { access_token: token, expires_in: 0 } as const
  return tx.settings.oauth.token_shape === 'strict' ? { ...answer, scope: null } : { ...answer, token_type: 'bearer' }
}

function refusal(call: HttpCall, { error, message }: OauthRefusal) {
  const body: Schemas['OauthError'] = { error, error_description: message }
  if (error !== 'invalid_client') return json(400, body)
  // Whoever tried HTTP Basic has to be told that it is what is expected.
  const tried = headerOf(call, 'authorization') !== undefined
  return json(401, body, tried ? { 'www-authenticate': 'Basic realm="maildouble", charset="UTF-8"' } : {})
}

/** Strings that this server never gave out open nothing here, whatever the world takes as a key. */
function isGood(worlds: Worlds, cell: Cell, key: string): boolean {
  return worlds.byKey(key) === cell && peek(cell.world, (tx) => tokenOf(tx, key)?.status === 'valid')
}

/** What leaves us keeps to the contract. */
function checked<Answer extends object>(checks: Validators, id: OperationId, answer: Answer): Answer {
  const validate = checks[`response_${id}`]
  const complaint = validate && check(validate, answer)
  if (complaint) throw new Defect(`The answer of ${id} breaks the contract at ${complaint.field}: ${complaint.message}`)
  return answer
}
