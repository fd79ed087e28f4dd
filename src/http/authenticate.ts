import { callerOf } from '../calls/caller.ts'
import type { Cell, Worlds } from '../host/worlds.ts'
import { tokenOf } from '../resources/oauth/token.ts'
import type { Caller } from '../resources/operation.ts'
import { ApiError } from '../world/errors.ts'
import { peek, type Tx } from '../world/tx.ts'
import type { Presented } from './credential.ts'

/** The world a call is for: by its path, by its credential, or the default one. */
export function chooseWorld(worlds: Worlds, presented: Presented, prefixed: Cell | undefined): Cell {
  if (prefixed) return prefixed
  const owner = typeof presented === 'object' ? worlds.byKey(presented.key) : undefined
  return typeof owner === 'object' ? owner : worlds.default
}

/**
 * Says who calls. Refuses a call that does not prove whose it is. What this server gave out is judged strictly everywhere; strings that it
 * never gave out open a world whose setting `credentials` is `any`.
 */
export function authenticate(worlds: Worlds, presented: Presented, cell: Cell, prefixed: Cell | undefined): Caller {
  if (presented === 'none') {
    throw new ApiError('APIKeyMissing', {
      detail: 'Your request did not include an API key. Send it as the password of Basic, or as Bearer.',
    })
  }
  const key = presented === 'contradiction' ? '' : presented.key
  const owner = key === '' ? 'gone' : worlds.byKey(key)
  if (owner === cell || (owner === undefined && cell.world.settings.credentials === 'any')) {
    return peek(cell.world, (tx) => callerOf(tx, tokenIn(tx, key)))
  }
  const hint = prefixed ? 'The world in the path is not the one this key belongs to.' : 'No world of this server owns this key.'
  throw new ApiError('APIKeyInvalid', {
    detail: `Your API key may be invalid, or you've attempted to access the wrong datacenter. ${hint} GET /_control/worlds lists worlds and their keys.`,
  })
}

/** The key as an access token of an application, if it is one and not a key of the account. */
function tokenIn(tx: Tx, key: string): string | undefined {
  return key === tx.world.credentials.api_key ? undefined : tokenOf(tx, key)?.token
}
