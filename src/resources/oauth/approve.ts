import { durationMs } from '../settings.ts'
import { createInState } from '../../world/machine.ts'
import type { Tx } from '../../world/tx.ts'
import { registeredClient, type Client } from './client.ts'
import { codes, CODES_MAX, type CodeRow } from './code.ts'
import { codeMachine } from './machine.ts'

/** How a user approves: on which page, if on one, and the PKCE challenge that the application sent, if it sent one. */
interface Approval {
  readonly page?: string
  readonly challenge?: string | undefined
}

/** Gives out a code for an application that the user approves. */
export function giveCode(tx: Tx, client: Client, { page = '', challenge = '' }: Approval = {}): CodeRow {
  const given = createInState(tx, codeMachine, {
    code: tx.secret('oauth.code').slice(0, 32),
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    status: 'issued',
    expires_at: tx.nowMs + durationMs(tx.settings.oauth.code_lifetime),
    page,
    challenge,
  })
  const kept = tx.range(codes.byAge)
  const oldest = kept.count > CODES_MAX ? kept.first() : undefined
  if (oldest) tx.remove(codes, oldest)
  return given
}

/** The user approves an application without having been shown a page. */
export function approveClient(
  tx: Tx,
  asked: Pick<Client, 'client_id' | 'redirect_uri'>,
  approval: Approval = {},
): { readonly code: string } {
  return { code: giveCode(tx, registeredClient(tx, asked), approval).code }
}
