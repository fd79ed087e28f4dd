import { identifyCaller } from '../../service/calls/call.ts'
import { parseSearch } from '../../service/calls/query.ts'
import { errors } from '../../service/model/errors.ts'
import { findToken } from '../../service/model/oauth/token.ts'
import type { Caller } from '../../service/model/requests/call.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'
import { ApiError } from '../../kernel/world/errors.ts'
import { type ReadTx, peek } from '../../kernel/world/tx.ts'
import { readHeader, type HttpCall } from './request.ts'

/** The credential of a request: a key, none, or two that contradict each other. */
export type Presented = { readonly key: string; readonly isOAuth: boolean } | 'none' | 'contradiction'

/**
 * The key of a request: the password of Basic, the token of Bearer, what follows `apikey` or `OAuth`, or `?apikey=` on GET or HEAD. A header and a
 * parameter that differ are a contradiction. A blank key counts as none.
 */
export function readCredential(call: HttpCall): Presented {
  const header = readHeader(call, 'authorization')
  const fromHeader = header === undefined ? undefined : keyIn(header)
  const fromQuery = mayCarryKey(call) ? parseSearch(call.search).get('apikey') : undefined
  if (fromQuery !== undefined && header !== undefined && fromHeader !== fromQuery) return 'contradiction'
  const key = fromHeader ?? fromQuery
  return key === undefined || key.trim() === '' ? 'none' : { key, isOAuth: /^\s*oauth\s/i.test(header ?? '') }
}

function mayCarryKey({ method, search }: HttpCall): boolean {
  return (method === 'GET' || method === 'HEAD') && search.includes('apikey=')
}

/** Schemes that are followed by the key itself. */
const PLAIN: ReadonlySet<string> = new Set(['bearer', 'apikey', 'oauth'])

/** The key in an `Authorization` header. */
function keyIn(header: string): string | undefined {
  const [scheme = '', ...rest] = header.trim().split(/\s+/)
  const value = rest.join(' ')
  if (PLAIN.has(scheme.toLowerCase())) return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const pair = Buffer.from(value, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon === -1 ? undefined : pair.slice(colon + 1)
}

/** The world that a call is for: the one that its path or a header names, the one that issued or revoked its key, or the default one. */
export function chooseWorld(
  worlds: WorldRegistry,
  { prefixed, owner, revoker }: Pick<CallKey, 'prefixed' | 'owner' | 'revoker'>,
): WorldHandle {
  return prefixed ?? (typeof owner === 'object' ? owner : revoker) ?? worlds.default
}

/** Whether the headers of a call choose its world: they do on a server with a shared key, a credential of whichever world a call names. */
export interface WorldHeaders {
  readonly sharedKey: string | undefined
}

/** The issuer of the key of a call: a world, `gone` if the key is no longer valid, or `undefined` if no world issued it. */
export type CallKeyOwner = ReturnType<WorldRegistry['byKey']>

/** The key of a call, and the worlds that the key and the path name. */
export interface CallKey {
  readonly presented: Presented
  /** The world named in the path or in a header, if any. */
  readonly prefixed: WorldHandle | undefined
  readonly owner: CallKeyOwner
  /** The world that revoked its access token. */
  readonly revoker: WorldHandle | undefined
  /** Whether it is the shared key of the server. */
  readonly isShared: boolean
}

/**
 * Authenticates a call; throws if its credential is missing or invalid. Keys that this server issued are accepted only by their own world.
 * Unknown strings are accepted by worlds with the setting `credentials: any`.
 */
export function authenticateCall(handle: WorldHandle, key: CallKey, method: string, isInPath: boolean): Caller {
  const { prefixed, presented, owner, revoker } = key
  // The reference says that the scheme OAuth is not used for these calls.
  const isRefused = typeof presented === 'object' && presented.isOAuth && handle.world.settings.like === 'reference'
  if (presented === 'none' || isRefused) {
    throw new ApiError('APIKeyMissing', {
      detail: 'Your request did not include an API key. Send it as the password of Basic, or as Bearer.',
    })
  }
  const isWelcome = owner === handle || (owner === undefined && handle.world.settings.credentials === 'any')
  if (presented !== 'contradiction' && isWelcome) {
    return peek(handle.world, (tx) => identifyCaller(tx, tokenIn(tx, presented.key), method))
  }
  if (presented !== 'contradiction' && revoker === handle) throw errors.tokenRevoked()
  const place = isInPath ? 'path' : 'header'
  const other = `The world in the ${place} is not the one this key belongs to.`
  const why = prefixed ? other : 'No world of this server owns this key.'
  throw errors.keyInvalid(`${why} GET /_control/worlds lists worlds and their keys.`)
}

/** Returns the key if it is an access token of an application, or `undefined` if it is an API key. */
function tokenIn(tx: ReadTx, key: string): string | undefined {
  return key === tx.world.credentials.api_key ? undefined : findToken(tx, key)?.token
}
