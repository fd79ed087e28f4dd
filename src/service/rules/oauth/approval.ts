import { durationMs } from '../../../kernel/contract/settings.ts'
import { createInState, makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { emit } from '../resource-events.ts'
import { type Client, registeredClient } from '../../model/oauth/client.ts'
import { type CodeRow, codes, CODES_MAX } from '../../model/oauth/code.ts'
import { codeMachine, tokenMachine } from '../../model/oauth/machine.ts'
import { REVOKED_MAX, findToken, tokens } from '../../model/oauth/token.ts'

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
