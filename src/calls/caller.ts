import { tokens } from '../resources/oauth/token.ts'
import { errors } from '../resources/errors.ts'
import type { Caller } from '../resources/operation.ts'
import { accountOf } from '../resources/root/account.ts'
import type { Tx } from '../world/tx.ts'

/** Who calls with an access token, or with a key of the account where there is none. Refuses who may not call any more. */
export function callerOf(tx: Tx, token: string | undefined): Caller {
  if (token !== undefined && tx.first(tokens.key, { token })?.status !== 'valid') throw errors.tokenRevoked()
  if (accountOf(tx).disabled) throw errors.disabled()
  return { ip: tx.settings.caller_address, source: 'api', token }
}
