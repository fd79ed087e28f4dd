import { tokens } from '../resources/oauth/token.ts'
import { errors } from '../resources/errors.ts'
import type { Caller } from '../resources/operation.ts'
import { accountOf } from '../resources/root/account.ts'
import type { Tx } from '../world/tx.ts'

/**
 * The caller with an access token, or with an API key of the account if there is no token. Rejects a revoked token and a disabled
 * account.
 */
export function callerOf(tx: Tx, token: string | undefined): Caller {
  if (token !== undefined && tx.first(tokens.key, { token })?.status !== 'valid') throw errors.tokenRevoked()
  if (accountOf(tx).disabled) throw errors.disabled()
  return { ip: tx.settings.caller_address, source: 'api', token }
}
