import { durationMs } from '../../../kernel/contract/settings.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { registeredClient, type Client } from './client.ts'
import { codes, CODES_MAX, type CodeRow } from './code.ts'
import { codeMachine } from './machine.ts'

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
