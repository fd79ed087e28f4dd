import { callerOf } from '../calls/caller.ts'
import { parseSearch } from '../calls/query.ts'
import { errors } from '../resources/errors.ts'
import { tokenOf } from '../resources/oauth/token.ts'
import type { Caller } from '../resources/operation.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Worlds } from '../runtime/worlds.ts'
import { ApiError } from '../world/errors.ts'
import { peek, type Tx } from '../world/tx.ts'
import { headerOf, type HttpCall } from './request.ts'

/** What a request carries to prove who it is. */
export type Presented = { readonly key: string } | 'none' | 'contradiction'

/**
 * The key of a request: the password of Basic, the token of Bearer, or `?apikey=` on a GET (or HEAD, which is GET).
 * Two that disagree prove nothing. A key of blanks counts as none.
 */
export function credentialOf(call: HttpCall): Presented {
  const header = headerOf(call, 'authorization')
  const fromHeader = header === undefined ? undefined : keyIn(header)
  const fromQuery = mayCarryKey(call) ? parseSearch(call.search).get('apikey') : undefined
  if (fromQuery !== undefined && header !== undefined && fromHeader !== fromQuery) return 'contradiction'
  const key = fromHeader ?? fromQuery
  return key === undefined || key.trim() === '' ? 'none' : { key }
}

function mayCarryKey({ method, search }: HttpCall): boolean {
  return (method === 'GET' || method === 'HEAD') && search.includes('apikey=')
}

/** Longer headers are read anew each time, and all headers together take at most so many characters. */
export const HEADER_KEPT_MAX = 512
export const HEADERS_KEPT_MAX = 128 * 1024

/** What headers say: clients send the same ones again and again. */
const keys = new Map<string, string | undefined>()
let characters = 0

/** Number of characters that the headers take that are kept, with what they say. */
export function keptCharacters(): number {
  return characters
}

function keyIn(header: string): string | undefined {
  const known = keys.get(header)
  if (known !== undefined || keys.has(header)) return known
  const key = readKey(header)
  if (header.length > HEADER_KEPT_MAX) return key
  const length = header.length + (key?.length ?? 0)
  if (characters + length > HEADERS_KEPT_MAX) {
    keys.clear()
    characters = 0
  }
  characters += length
  keys.set(header, key)
  return key
}

function readKey(header: string): string | undefined {
  const [scheme = '', ...rest] = header.trim().split(/\s+/)
  const value = rest.join(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const pair = Buffer.from(value, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon === -1 ? undefined : pair.slice(colon + 1)
}

/** The world a call is for: the one in its path, the one that gave out its key or revoked it, or the default one. */
export function chooseWorld(
  worlds: Worlds,
  { prefixed, owner, revoker }: Pick<Proof, 'prefixed' | 'owner' | 'revoker'>,
): WorldHandle {
  return prefixed ?? (typeof owner === 'object' ? owner : revoker) ?? worlds.default
}

/** Who gave out the key of a call: a world, one that is gone, or nobody. */
export type Owner = ReturnType<Worlds['byKey']>

/** What a call proves itself by, and to whom. */
interface Proof {
  readonly handle: WorldHandle
  readonly prefixed: WorldHandle | undefined
  readonly presented: Presented
  readonly owner: Owner
  /** The world that revoked the access token it carries. */
  readonly revoker: WorldHandle | undefined
}

/**
 * Says who calls. Refuses a call that does not prove whose it is. What this server gave out is judged strictly everywhere; strings that it
 * never gave out open a world whose setting `credentials` is `any`.
 */
export function authenticate({ handle, prefixed, presented, owner, revoker }: Proof): Caller {
  if (presented === 'none') {
    throw new ApiError('APIKeyMissing', {
      detail: 'Your request did not include an API key. Send it as the password of Basic, or as Bearer.',
    })
  }
  const isWelcome = owner === handle || (owner === undefined && handle.world.settings.credentials === 'any')
  if (presented !== 'contradiction' && isWelcome) return peek(handle.world, (tx) => callerOf(tx, tokenIn(tx, presented.key)))
  if (presented !== 'contradiction' && revoker === handle) throw errors.tokenRevoked()
  const hint = prefixed ? 'The world in the path is not the one this key belongs to.' : 'No world of this server owns this key.'
  throw new ApiError('APIKeyInvalid', {
    detail: `Your API key may be invalid, or you've attempted to access the wrong datacenter. ${hint} GET /_control/worlds lists worlds and their keys.`,
  })
}

/** The key as an access token of an application, if it is one and not a key of the account. */
function tokenIn(tx: Tx, key: string): string | undefined {
  return key === tx.world.credentials.api_key ? undefined : tokenOf(tx, key)?.token
}
