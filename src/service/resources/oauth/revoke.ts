import { makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../answers/errors.ts'
import { emit } from '../resource-events.ts'
import type { Client } from './client.ts'
import { codes } from './code.ts'
import { codeMachine, tokenMachine } from './machine.ts'
import { REVOKED_MAX, tokenOf, tokens } from './token.ts'

/** The user revokes the access of an application: all of its tokens are revoked, and its batch webhooks are removed. */
export function revokeToken(tx: Tx, access_token: string): Pick<Client, 'client_id'> {
  const token = tokenOf(tx, access_token)
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
