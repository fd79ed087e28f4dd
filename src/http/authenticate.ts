import { callerOf } from '../calls/caller.ts'
import type { Cell, Worlds } from '../host/worlds.ts'
import { errors } from '../resources/errors.ts'
import { tokenOf } from '../resources/oauth/token.ts'
import type { Caller } from '../resources/operation.ts'
import { ApiError } from '../world/errors.ts'
import { peek, type Tx } from '../world/tx.ts'
import type { Presented } from './credential.ts'

/** The world a call is for: the one in its path, the one that gave out its key or revoked it, or the default one. */
export function chooseWorld(worlds: Worlds, { prefixed, owner, revoker }: Pick<Proof, 'prefixed' | 'owner' | 'revoker'>): Cell {
  return prefixed ?? (typeof owner === 'object' ? owner : revoker) ?? worlds.default
}

/** Who gave out the key of a call: a world, one that is gone, or nobody. */
export type Owner = ReturnType<Worlds['byKey']>

/** What a call proves itself by, and to whom. */
interface Proof {
  readonly cell: Cell
  readonly prefixed: Cell | undefined
  readonly presented: Presented
  readonly owner: Owner
  /** The world that revoked the access token it carries. */
  readonly revoker: Cell | undefined
}

/**
 * Says who calls. Refuses a call that does not prove whose it is. What this server gave out is judged strictly everywhere; strings that it
 * never gave out open a world whose setting `credentials` is `any`.
 */
export function authenticate({ cell, prefixed, presented, owner, revoker }: Proof): Caller {
  if (presented === 'none') {
    throw new ApiError('APIKeyMissing', {
      detail: 'Your request did not include an API key. Send it as the password of Basic, or as Bearer.',
    })
  }
  const isWelcome = owner === cell || (owner === undefined && cell.world.settings.credentials === 'any')
  if (presented !== 'contradiction' && isWelcome) return peek(cell.world, (tx) => callerOf(tx, tokenIn(tx, presented.key)))
  if (presented !== 'contradiction' && revoker === cell) throw errors.tokenRevoked()
  const hint = prefixed ? 'The world in the path is not the one this key belongs to.' : 'No world of this server owns this key.'
  throw new ApiError('APIKeyInvalid', {
    detail: `Your API key may be invalid, or you've attempted to access the wrong datacenter. ${hint} GET /_control/worlds lists worlds and their keys.`,
  })
}

/** The key as an access token of an application, if it is one and not a key of the account. */
function tokenIn(tx: Tx, key: string): string | undefined {
  return key === tx.world.credentials.api_key ? undefined : tokenOf(tx, key)?.token
}
