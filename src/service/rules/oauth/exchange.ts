import { sha256Base64Url } from '../../../kernel/support/digest.ts'
import { createInState, makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { authorizeApp } from './app.ts'
import { findClient, type Client } from '../../model/oauth/client.ts'
import { codes, type CodeRow } from '../../model/oauth/code.ts'
import { codeMachine, tokenMachine } from '../../model/oauth/machine.ts'
import { OauthRefusal } from '../../model/oauth/refusal.ts'
import type { TokenRow } from '../../model/oauth/token.ts'

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
