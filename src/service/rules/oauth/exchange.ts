import { sha256Base64Url } from '../../../kernel/support/digest.ts'
import { createInState, makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { authorizeApp } from './app.ts'
import { findClient, type Client, registeredClient } from '../../model/oauth/client.ts'
import { codes, type CodeRow, type TokenRow, CODES_MAX, REVOKED_MAX, findToken, tokens } from '../../model/oauth/token.ts'
import { codeMachine, tokenMachine } from '../../model/oauth/machine.ts'
import { OauthRefusal } from '../../model/oauth/refusal.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import { errors } from '../../model/errors.ts'
import { emit } from '../resource-events.ts'

/** The error that an application gets if the user refuses it (RFC 6749, 4.1.2.1). */
export const USER_REFUSED = { error: 'access_denied', error_description: 'The user refused.' } as const

export type ClientCredentials = Pick<Client, 'client_id' | 'client_secret'>

/** A code, and the application that exchanges it. */
export interface Exchange {
  /** The possible readings of the credentials: one of them must be valid. */
  readonly credentials: readonly ClientCredentials[]
  readonly code: string
  readonly redirect_uri: string
  /** The PKCE verifier, if one was sent. */
  readonly verifier: string | undefined
}

/** Exchanges a code for a token. Throws an `OauthRefusal`, which leaves the code unchanged. */
export function exchangeCode(tx: Tx, { credentials, code, redirect_uri, verifier }: Exchange): TokenRow {
  const { client_id } = knownClient(tx, credentials)
  const row = tx.first(codes.key, { code })
  if (row?.client_id !== client_id) throw new OauthRefusal('invalid_grant', 'The application was not given this code.')
  // "Used" and "revoked" take precedence over "expired".
  const used = makeMove(tx, codeMachine, row, 'use')
  if (tx.nowMs >= used.expires_at) {
    throw new OauthRefusal('invalid_grant', `The code has expired: it is good for ${tx.settings.oauth.code_lifetime}.`)
  }
  if (redirect_uri !== used.redirect_uri) {
    throw new OauthRefusal('invalid_grant', 'The redirect_uri is not the one that the code was sent to.')
  }
  checkVerifier(used, verifier)
  return issueToken(tx, client_id)
}

/** Issues a token to an application, which is authorized from then on. */
export function issueToken(tx: Tx, client_id: string): TokenRow {
  authorizeApp(tx, client_id)
  const token = tx.secret('oauth.token').slice(0, 32)
  return createInState(tx, tokenMachine, { token, client_id, status: 'valid', issued_at: tx.now })
}

/**
 * A verifier proves that a code is exchanged by the application that requested it. A verifier without a challenge is rejected, since
 * the challenge was lost.
 */
function checkVerifier({ challenge }: CodeRow, verifier: string | undefined): void {
  if (challenge === '' && verifier === undefined) return
  if (challenge === '') {
    throw new OauthRefusal('invalid_grant', 'A code_verifier came, but the authorization request had no code_challenge.')
  }
  if (verifier === undefined) {
    throw new OauthRefusal('invalid_grant', 'The code_verifier is missing: the authorization request had a code_challenge.')
  }
  if (sha256Base64Url(verifier) !== challenge) {
    throw new OauthRefusal('invalid_grant', 'The code_verifier does not match the code_challenge of the authorization request.')
  }
}

function knownClient(tx: ReadTx, credentials: Exchange['credentials']): Client {
  for (const { client_id, client_secret } of credentials) {
    const client = findClient(tx, client_id)
    if (client?.client_secret === client_secret) return client
  }
  throw new OauthRefusal('invalid_client', 'The client_id or the client_secret is wrong.')
}

/** The page on which a user approves, if any, and the PKCE challenge of the application, if any. */
interface Approval {
  readonly page?: string
  readonly challenge?: string | undefined
}

/** Issues a code for an application that the user approves. */
export function issueCode(tx: Tx, client: Client, { page = '', challenge = '' }: Approval = {}): CodeRow {
  const code = createInState(tx, codeMachine, {
    code: tx.secret('oauth.code').slice(0, 32),
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    status: 'issued',
    expires_at: tx.nowMs + durationMs(tx.settings.oauth.code_lifetime),
    page,
    challenge,
  })
  const issued = tx.range(codes.byAge)
  const oldest = issued.count > CODES_MAX ? issued.first() : undefined
  if (oldest) tx.remove(codes, oldest)
  return code
}

/** The user approves an application without seeing a page. */
export function approveClient(
  tx: Tx,
  client: Pick<Client, 'client_id' | 'redirect_uri'>,
  approval: Approval = {},
): { readonly code: string } {
  return { code: issueCode(tx, registeredClient(tx, client), approval).code }
}

/** The user revokes the access of an application: all of its tokens are revoked, and its batch webhooks are removed. */
export function revokeToken(tx: Tx, access_token: string): Pick<Client, 'client_id'> {
  const token = findToken(tx, access_token)
  if (!token) throw errors.notFound('there is no such access token')
  const { client_id } = makeMove(tx, tokenMachine, token, 'revoke')
  for (const other of tx.range(tokens.byClient, { client_id, status: 'valid' }).all()) makeMove(tx, tokenMachine, other, 'revoke')
  for (const code of tx.range(codes.byClient, { client_id, status: 'issued' }).all()) makeMove(tx, codeMachine, code, 'revoke')
  forgetOldest(tx)
  emit(tx, 'application.revoked', { client_id })
  return { client_id }
}

function forgetOldest(tx: Tx): void {
  const revoked = tx.range(tokens.byStatus, { status: 'revoked' })
  for (const token of revoked.all().slice(0, Math.max(0, revoked.count - REVOKED_MAX))) tx.remove(tokens, token)
}
