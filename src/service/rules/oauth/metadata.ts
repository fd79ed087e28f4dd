import type { PublicAnswerOf } from '../../../kernel/contract/public.ts'
import { md5 } from '../../../kernel/support/digest.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { readAccount } from '../../model/root/account.ts'

/** The URL of the account's API, and its user. Applications request it with a new token. */
export function metadataView(tx: ReadTx): PublicAnswerOf<'getOauthMetadata'> {
  const { account_id, account_name, role, email, avatar_url, login_id, username } = readAccount(tx)
  const { base_url, credentials } = tx.world
  return {
    dc: credentials.dc,
    role,
    accountname: account_name,
    user_id: toNumericId(account_id),
    login: {
      email,
      avatar: avatar_url || null,
      login_id: toNumericId(login_id),
      login_name: username,
      login_email: email,
    },
    login_url: base_url,
    api_endpoint: base_url,
  }
}

/** The service uses numbers here; another id is mapped to a stable number. */
function toNumericId(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : Number.parseInt(md5(id).slice(0, 7), 16)
}
