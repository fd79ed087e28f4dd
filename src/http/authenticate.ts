import type { Cell, Worlds } from '../host/worlds.ts'
import { ApiError } from '../world/errors.ts'
import type { Presented } from './credential.ts'

/** The world a call is for: by its path, by its credential, or the default one. */
export function chooseWorld(worlds: Worlds, presented: Presented, prefixed: Cell | undefined): Cell {
  if (prefixed) return prefixed
  const owner = typeof presented === 'object' ? worlds.byKey(presented.key) : undefined
  return typeof owner === 'object' ? owner : worlds.default
}

/**
 * Refuses a call that does not prove whose it is. What this server gave out is judged strictly everywhere; strings that it
 * never gave out open a world whose setting `credentials` is `any`.
 */
export function authenticate(worlds: Worlds, presented: Presented, cell: Cell, prefixed: Cell | undefined): void {
  if (presented === 'none') {
    throw new ApiError('APIKeyMissing', {
      detail: 'Your request did not include an API key. Send it as the password of Basic, or as Bearer.',
    })
  }
  const owner = presented === 'contradiction' ? 'gone' : worlds.byKey(presented.key)
  if (owner === cell || (owner === undefined && cell.world.settings.credentials === 'any')) return
  const hint = prefixed ? 'The world in the path is not the one this key belongs to.' : 'No world of this server owns this key.'
  throw new ApiError('APIKeyInvalid', {
    detail: `Your API key may be invalid, or you've attempted to access the wrong datacenter. ${hint} GET /_control/worlds lists worlds and their keys.`,
  })
}
