import type { Tx } from '../../../kernel/world/tx.ts'
import { type Client, type ClientRow, clients } from '../../model/oauth/client.ts'

/** Registers an application. All but the redirect URI has a default; its id is its name if it has none. */
export function makeClient(tx: Tx, fields: Pick<Client, 'redirect_uri'> & Partial<Client>): ClientRow {
  const client_id = fields.client_id ?? tx.secret('oauth.client_id').slice(0, 12)
  return tx.insert(clients, {
    client_id,
    client_secret: fields.client_secret ?? tx.secret('oauth.client_secret').slice(0, 48),
    redirect_uri: fields.redirect_uri,
    name: fields.name ?? client_id,
    description: fields.description ?? '',
  })
}
