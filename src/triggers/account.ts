import { approveClient } from '../resources/oauth/approve.ts'
import { clientOf, clients } from '../resources/oauth/client.ts'
import { revokeToken } from '../resources/oauth/revoke.ts'
import { tokenOf } from '../resources/oauth/token.ts'
import { accountOf, plantAccount } from '../resources/root/account.ts'
import type { Tx } from '../world/tx.ts'
import { type TriggerOutcome, type Triggers, unknownReference } from './trigger.ts'

/** The service disables the account, or enables it again. */
export const accountTriggers = {
  'account.disable': (tx) => setDisabled(tx, true),
  'account.enable': (tx) => setDisabled(tx, false),
} satisfies Partial<Triggers>

function setDisabled(tx: Tx, disabled: boolean): TriggerOutcome {
  if (accountOf(tx).disabled === disabled) return { changed: [] }
  return { changed: [{ entity: 'account', id: plantAccount(tx, { disabled }).account_id }] }
}

/** The user approves an application, and revokes its access. */
export const applicationTriggers = {
  'oauth.approve': (tx, { client_id, redirect_uri, state, code_challenge }) => {
    const client = clientOf(tx, client_id)
    if (!client) throw unknownReference('/client_id', `No application has the client_id ${client_id}.`, registered(tx))
    if (client.redirect_uri !== redirect_uri) {
      throw unknownReference('/redirect_uri', 'That is not the redirect_uri of this application.', [client.redirect_uri])
    }
    const { code } = approveClient(tx, { client_id, redirect_uri }, { challenge: code_challenge })
    return { changed: [{ entity: 'oauth_client', id: client_id }], code, ...(state === undefined ? {} : { state }) }
  },

  'oauth.revoke': (tx, { access_token }) => {
    if (!tokenOf(tx, access_token)) throw unknownReference('/access_token', 'No application has this token.', [])
    const { client_id } = revokeToken(tx, access_token)
    return { changed: [{ entity: 'oauth_client', id: client_id }] }
  },
} satisfies Partial<Triggers>

function registered(tx: Tx): string[] {
  const others = tx.range(clients.key).all()
  return [tx.world.credentials.client_id, ...others.map(({ client_id }) => client_id)]
}
