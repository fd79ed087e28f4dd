import { durationMs } from '../settings.ts'
import { begin } from '../../world/machine.ts'
import type { Tx } from '../../world/tx.ts'
import { registeredClient, type Client } from './client.ts'
import { codes, CODES_MAX, type CodeRow } from './code.ts'
import { codeMachine } from './machine.ts'

/** The user approves an application: gives out a code for it. `page` is where he did, if it was on one. */
export function giveCode(tx: Tx, client: Client, page = ''): CodeRow {
  const given = begin(tx, codeMachine, {
    code: tx.secret('oauth.code').slice(0, 32),
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    status: 'issued',
    expires_at: tx.nowMs + durationMs(tx.settings.oauth.code_lifetime),
    page,
  })
  const kept = tx.range(codes.byAge)
  const oldest = kept.count > CODES_MAX ? kept.first() : undefined
  if (oldest) tx.remove(codes, oldest)
  return given
}

/** The user approves an application without having been shown a page. */
export function approveClient(tx: Tx, asked: Pick<Client, 'client_id' | 'redirect_uri'>): { readonly code: string } {
  return { code: giveCode(tx, registeredClient(tx, asked)).code }
}
