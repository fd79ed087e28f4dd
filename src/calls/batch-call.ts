import type { HandedIn } from '../resources/batches/order.ts'
import { errors } from '../resources/errors.ts'
import type { InnerCall } from './perform.ts'
import { parseSearch } from './query.ts'

/** The call that an operation of a batch stands for. Refuses one whose body cannot be sent. */
export function callIn({ method: written, path, params, body }: HandedIn): Pick<InnerCall, 'method' | 'path' | 'query' | 'body'> {
  const method = written.toUpperCase()
  const question = path.indexOf('?')
  const query = question === -1 ? new Map<string, string>() : parseSearch(path.slice(question + 1))
  if (method === 'GET') {
    // `params` outrank the path.
    for (const [name, value] of Object.entries(params ?? {})) if (value !== null) query.set(name, String(value))
  }
  const below = belowVersion(question === -1 ? path : path.slice(0, question))
  return { method, path: below, query, body: method === 'GET' ? '' : textOf(body) }
}

/** A path with the slash that begins it, and without the version. */
function belowVersion(path: string): string {
  const below = path.startsWith('/') ? path : `/${path}`
  if (below === VERSION) return '/'
  return below.startsWith(`${VERSION}/`) ? below.slice(VERSION.length) : below
}

const VERSION = '/3.0'

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body === undefined || body === null) return ''
  const kind = Array.isArray(body) ? 'array' : typeof body
  throw errors.invalid({ field: 'body', message: `Schema describes string, ${kind} found instead.` })
}
