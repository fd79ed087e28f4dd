import { tokens } from '../resources/oauth/token.ts'
import { errors } from '../resources/answers/errors.ts'
import type { Caller } from '../resources/requests/operation.ts'
import { accountOf } from '../resources/root/account.ts'
import type { Tx } from '../../kernel/world/tx.ts'

/**
 * The caller with an access token, or with an API key of the account if there is no token. Rejects a revoked token, a disabled
 * account, and a call that the role of the user does not allow.
 */
export function callerOf(tx: Tx, token: string | undefined, method: string): Caller {
  if (token !== undefined && tx.first(tokens.key, { token })?.status !== 'valid') throw errors.tokenRevoked()
  const { disabled, role } = accountOf(tx)
  if (disabled) throw errors.disabled()
  if (role === 'viewer' && method !== 'GET') throw errors.notPermitted('The user is a viewer of this account, who can only read.')
  return { ip: tx.settings.caller_address, source: 'api', token }
}
