import { approveClient, revokeToken, USER_REFUSED } from '../rules/oauth/exchange.ts'
import { type Client, findClient, clients } from '../model/oauth/client.ts'
import { findToken } from '../model/oauth/token.ts'
import { readAccount } from '../model/root/account.ts'
import { plantAccount } from '../rules/root/account.ts'
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'
import { type TriggerOutcome, TriggerRefusal, type Triggers, unknownReference } from './trigger.ts'

/** The service disables the account or enables it again, and the owner of the account revokes its API key or restores it. */
export const accountTriggers = {
  'account.disable': (tx) => switchAccount(tx, 'disabled', true),
  'account.enable': (tx) => switchAccount(tx, 'disabled', false),
  'api_key.revoke': (tx) => switchAccount(tx, 'key_revoked', true),
  'api_key.restore': (tx) => switchAccount(tx, 'key_revoked', false),
} satisfies Partial<Triggers>

function switchAccount(tx: Tx, name: 'disabled' | 'key_revoked', value: boolean): TriggerOutcome {
  if ((readAccount(tx)[name] ?? false) === value) return { changed: [] }
  return { changed: [{ entity: 'account', id: plantAccount(tx, { [name]: value }).account_id }] }
}

/** The user approves or refuses an application, and revokes its access. */
export const applicationTriggers = {
  'oauth.approve': (tx, { state, code_challenge, ...named }) => {
    const client = requireNamedClient(tx, named)
    const { code } = approveClient(tx, client, { challenge: code_challenge })
    return { changed: [{ entity: 'oauth_client', id: client.client_id }], code, ...(state === undefined ? {} : { state }) }
  },

  'oauth.refuse': (tx, { state, ...named }) => {
    requireNamedClient(tx, named)
    return { changed: [], ...USER_REFUSED, ...(state === undefined ? {} : { state }) }
  },

  'oauth.revoke': (tx, { access_token }) => {
    if (!findToken(tx, access_token)) throw new TriggerRefusal('No application has this token.', '/access_token')
    const { client_id } = revokeToken(tx, access_token)
    return { changed: [{ entity: 'oauth_client', id: client_id }] }
  },
} satisfies Partial<Triggers>

/** The application that a trigger names. Rejects an unknown one, and any redirect URI but its own. */
function requireNamedClient(tx: ReadTx, { client_id, redirect_uri }: Pick<Client, 'client_id' | 'redirect_uri'>): Client {
  const client = findClient(tx, client_id)
  if (!client)
    throw unknownReference('/client_id', `No application has the client_id ${client_id}.`, client_id, listClientIds(tx))
  if (client.redirect_uri === redirect_uri) return client
  throw new TriggerRefusal(`This application has the redirect_uri ${client.redirect_uri}, not this one.`, '/redirect_uri')
}

function listClientIds(tx: ReadTx): string[] {
  const others = tx.range(clients.key).all()
  return [tx.world.credentials.client_id, ...others.map(({ client_id }) => client_id)]
}
