import { headerOf, type HttpCall } from './call.ts'
import { parseSearch } from '../calls/query.ts'

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
